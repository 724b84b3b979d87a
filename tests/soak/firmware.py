# SPDX-License-Identifier: MIT
"""Where firmware does not come so far as to start the image, whatever that is."""

import machine

UEFI_MEMORY_MB = 128                    # with less OVMF stops before it starts anything
BASELINE = ("cx8", "fpu", "fxsr", "msr", "pae", "pse", "sse", "sse2", "syscall", "tsc", "apic")


def is_below_baseline(plan):
    """The CPU lacks what every one with 64 bits has, and the compiler may use."""
    return any("-" + name in plan.cpu.split(",") for name in BASELINE)


def hides_extended_leaves(plan):
    """On machines of old versions, QEMU's `max` has no leaves of CPUID from 0x80000000 on."""
    return plan.machine in machine.WITHOUT_EXTENDED_LEAVES and plan.cpu.split(",")[0] == "max" and \
        "xlevel=" not in plan.cpu


def has_long_mode(plan):
    """As CPUID tells it."""
    return plan.cpu.split(",")[0] not in machine.MODELS_32 and "-lm" not in plan.cpu.split(",") and \
        not hides_extended_leaves(plan)


def lacks_sse2(plan):
    """It, or what it builds on, is hidden."""
    return any(name in plan.cpu.split(",") for name in ("-sse2", "-sse"))


def uses_smm(plan):
    """A q35's firmware calls its 32-bit code through management mode, if it is let."""
    return machine.kind(plan.machine) == "q35" and \
        not any("smm=off" in argument for argument in plan.arguments)


def covers_smram(plan):
    """QEMU lays an ISA VGA over the memory that a q35's firmware enters its management mode in."""
    return uses_smm(plan) and "isa-vga" in plan.arguments


def loses_its_ticks(plan):
    """SeaBIOS reads modern virtio through management mode, out of which a 486 comes without ticks of
    the clock: GRUB's menu counts 3 seconds for good. Seen with no other model, nor with smm=off or
    disable-modern=on."""
    return uses_smm(plan) and plan.medium.startswith("virtio") and plan.cpu.split(",")[0] == "486"


def is_deaf_486(plan):
    """Where a 486, which has no local APIC, is not the only CPU, GRUB's menu counts for good: seen on q35
    and pc, with SMM and without, and neither with +apic nor with a pentium."""
    model, *features = plan.cpu.split(",")
    return plan.firmware.startswith("bios") and model == "486" and "+apic" not in features and \
        plan.cpus > 1


def hides_its_counter(plan):
    """Without CPUID's leaf 1, GRUB goes by ticks that do not come, and its menu counts for good: seen
    with every model, machine and disk that was tried."""
    return plan.firmware.startswith("bios") and "level=0" in plan.cpu.split(",")


def firmware_reason(plan):
    """Why firmware may not have come so far as to start the image; empty when it must."""
    if covers_smram(plan):
        return "an ISA VGA over a q35's SMRAM"
    if loses_its_ticks(plan):
        return "modern virtio through SMM on a 486"
    if is_deaf_486(plan):
        return "GRUB's menu on several 486s"
    if hides_its_counter(plan):
        return "GRUB's menu on a CPU without CPUID's leaf 1"
    if not plan.firmware.startswith("uefi"):
        return ""
    if not has_long_mode(plan):
        return "UEFI of 64 bits on a CPU of 32"
    if is_below_baseline(plan):
        return "UEFI of 64 bits on a CPU that lacks what all of them have"
    if plan.memory_mb < UEFI_MEMORY_MB:
        return "too little memory for UEFI"
    if not plan.has_acpi:
        return "UEFI without ACPI"
    return ""
