#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Test the test of odd machines: the table is whole, tables are built as described, and each rule of
the judge is violated by its bad boot and by no good one.

usage: tests/odd/test_odd.py
"""

import os
import re
import sys
import unittest

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.dirname(os.path.dirname(HERE))
sys.path += [os.path.dirname(HERE), os.path.join(os.path.dirname(HERE), "soak")]

import acpi  # noqa: E402
import table  # noqa: E402
from boot import Seen  # noqa: E402
from judge import RULES, broken  # noqa: E402

CPU = "@cpu seq=1 vendor=x count=1 online=1 features=\n"
WARNING = '@warning seq=2 source=hpet text="not used"\n'
END = "@end seq=3 status=complete records=3\n"
LOG = "@manifest seq=0 format=1\n" + CPU + WARNING + END
RESTORED = "firmware state restored: 56 values; 0 differ; CPUs not returned: 0; dropped: 0\n"
BLACK, GREY, = b"\0\0\0", b"\xc0\xc0\xc0"
TEXT = (BLACK,) * 90000 + (GREY,) * 10000
LINE = "x | long | uefi | time=zero | q35 | 1 | bench=null.* exit=halt | " \
    "warns hpet: not used; has cpu vendor=x; says @end; stick 0000; text; within 10"


def seen(log=LOG, **changes):
    values = {"end": "end", "screens": {"": ("", TEXT)}, "lasted": 3, "stick": {"0000-qemu": log + RESTORED}}
    return Seen(log=log, **{**values, **changes})


# By rule: a boot that violates it.
BAD = {
    "it ends by itself, as expected": seen(end=""),
    "nothing panics": seen(LOG + "panic: page fault\n"),
    "its log is whole": seen(LOG.replace(END, "")),
    "no benchmark is aborted, or the expected ones": seen(LOG + "@fault seq=4 bench=irq.pit\n"),
    "its warnings are exactly the expected ones": seen(LOG.replace("source=hpet", "source=smp")),
    "all CPUs run that exist": seen(LOG.replace("online=1", "online=0")),
    "the log has what the line names": seen(LOG.replace("vendor=x", "vendor=y")),
    "the stick has the results, and the firmware's state was restored":
        seen(stick={"20260101-qemu": LOG + RESTORED}),
    "the screen has its size, and all show the same text": seen(screens={"": ("", (BLACK,) * 100000)}),
    "it does not last too long": seen(lasted=11),
}


class Table(unittest.TestCase):
    def test_each_check_of_the_document_exists(self):
        with open(f"{ROOT}/tests/README.md", encoding="utf-8") as file:
            text = file.read()
        with open(f"{ROOT}/tests/checks", encoding="utf-8") as file:
            checks = {line.split("|")[0].strip() for line in file}
        machines = {machine.name for machine in table.read_all()}
        for head, known in ("| attack | answer | test |", checks), \
                ("| condition | Bareline's behaviour | check |", checks | machines):
            for row in text.split(head + "\n")[1].split("\n\n")[0].splitlines()[1:]:
                last = row.rsplit("|", 2)[1]
                names = re.findall(r"`([^`]+)`", last)
                self.assertTrue(names and known.issuperset(names), row)
                for directory in re.findall(r"\b(?:lib|tools)(?:/\w+)+", last):
                    self.assertTrue(os.path.isdir(f"{ROOT}/tests/unit/{directory}"), row)

    def test_table_has_short_and_long_machines_of_all_kinds(self):
        machines = table.read_all()
        self.assertEqual(len({machine.name for machine in machines}), len(machines))
        self.assertGreaterEqual(len(machines), 60)
        for machine in machines:
            self.assertIn(machine.set, ("short", "long"))
            self.assertIn(machine.boot, ("kernel", "uefi", "grub"))
            if machine.boot == "kernel" and machine.firmware != "qemu":
                acpi.files(table.spec_of(machine.firmware))

    def test_lists_have_ranges_pairs_and_repetitions(self):
        self.assertEqual(table.numbers("0-3,7,0x10@2,absent@24*2"),
                         [0, 1, 2, 3, 7, (16, 2), (acpi.ABSENT, 24), (acpi.ABSENT, 24)])

    def test_unknown_words_are_refused(self):
        self.assertRaises(ValueError, table.spec_of, "colour=blue")
        self.assertRaises(ValueError, table.read_line, LINE + "; sings")


class Tables(unittest.TestCase):
    def test_root_tables_have_the_addresses_of_all_tables(self):
        files = acpi.files(acpi.Spec(zeros=2, junk=[1], ssdts=3))
        data, script = files[acpi.TABLES], files[acpi.LOADER]
        at = data.index(b"XSDT")
        entries = [int.from_bytes(data[at + 36 + 8 * i:at + 44 + 8 * i], "little")
                   for i in range((int.from_bytes(data[at + 4:at + 8], "little") - 36) // 8)]
        self.assertEqual([data[entry:entry + 4] for entry in entries[2:-1]],
                         [b"SSDT"] * 3 + [b"HPET", b"APIC", b"FACP"])
        self.assertEqual(entries[:2] + entries[-1:], [0, 0, 1])
        self.assertEqual(len(script) % acpi.ENTRY_BYTES, 0)


class Judging(unittest.TestCase):
    def test_good_boot_violates_no_rule(self):
        self.assertEqual(broken(table.read_line(LINE), seen()), [])

    def test_every_rule_has_a_bad_boot(self):
        self.assertEqual([sentence for sentence, _ in RULES], list(BAD))
        for sentence, rule in RULES:
            self.assertTrue(rule(table.read_line(LINE), BAD[sentence]), sentence)

    def test_missing_and_unexpected_warnings_are_found(self):
        for log in (LOG.replace(WARNING, ""), LOG + WARNING.replace("hpet", "acpi")):
            self.assertTrue(broken(table.read_line(LINE), seen(log)))

    def test_record_after_the_end_is_found(self):
        self.assertTrue(broken(table.read_line(LINE), seen(LOG + WARNING)))

    def test_garbage_on_the_screen_is_no_text(self):
        garbage = tuple(bytes([i % 251, i % 241, i % 239]) for i in range(100000))
        self.assertTrue(broken(table.read_line(LINE), seen(screens={"": ("", garbage)})))

    def test_different_screens_are_found(self):
        screens = {"": ("", TEXT), "second": ("", TEXT[::-1])}
        self.assertTrue(broken(table.read_line(LINE + "; text second"), seen(screens=screens)))


if __name__ == "__main__":
    unittest.main()
