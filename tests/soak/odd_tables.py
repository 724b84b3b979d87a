# SPDX-License-Identifier: MIT
"""The ACPI tables and the firmware's errors of tests/odd, as one more choice of a boot."""

import pathlib
import sys

import machine

sys.path.append(str(pathlib.Path(__file__).resolve().parent.parent / "odd"))
import media    # noqa: E402
import table    # noqa: E402

TABLES_SHARE, SPOILT_SHARE = 0.2, 0.6           # of the boots that can have them


def choices(boot):
    """By name, the machines of the table with own tables (kernel), or on a spoiled stick (uefi)."""
    return {odd.name: odd.firmware for odd in table.read_all()
            if odd.boot == boot and odd.firmware != "qemu"}


TABLES, SPOILT = choices("kernel"), choices("uefi")


def draw_tables(draw, plan):
    """QEMU's own tables are off."""
    if not draw.happens("odd tables", TABLES_SHARE):
        return
    name = draw.one("odd tables' name", {name: 1 for name in TABLES})
    plan.odd_tables = TABLES[name]
    at = plan.arguments.index("-machine") + 1
    plan.arguments[at] = ",".join([part for part in plan.arguments[at].split(",")
                                   if not part.startswith("acpi=")] + ["acpi=off"])
    plan.arguments += media.table_arguments("{dir}")


def draw_odd(draw, plan):
    """For PCs started by a BIOS or QEMU: tables. For a loader on a file system: a spoiled stick."""
    if plan.firmware == "uefi-file" and draw.happens("spoilt firmware", SPOILT_SHARE):
        plan.spoilt = SPOILT[draw.one("spoilt firmware's name", {name: 1 for name in SPOILT})]
    elif not plan.firmware.startswith("uefi") and machine.kind(plan.machine) in ("pc", "q35"):
        draw_tables(draw, plan)
