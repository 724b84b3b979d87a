# SPDX-License-Identifier: MIT
"""Where firmware does not come so far as to start the image, whatever that is."""

import machine

UEFI_MEMORY_MB = 128                    # with less OVMF stops before it starts anything
Q35_MEMORY_MB = 9                       # with less SeaBIOS does, where the chipset's SMRAM takes 8


def has_long_mode(plan):
    return plan.cpu.split(",")[0] not in machine.MODELS_32 and "-lm" not in plan.cpu.split(",")


def firmware_reason(plan):
    """Why firmware may not have come so far as to start the image; empty when it must."""
    if machine.kind(plan.machine) == "q35" and plan.memory_mb < Q35_MEMORY_MB:
        return "too little memory for a q35's firmware"
    if not plan.firmware.startswith("uefi"):
        return ""
    if not has_long_mode(plan):
        return "UEFI of 64 bits on a CPU of 32"
    if plan.memory_mb < UEFI_MEMORY_MB:
        return "too little memory for UEFI"
    if not plan.has_acpi:
        return "UEFI without ACPI"
    return ""
