# SPDX-License-Identifier: MIT
"""Known cases of firmware that cannot start any image."""

import machine

UEFI_MEMORY_MB = 128                    # with less memory OVMF stops before it starts an image
BASELINE = ("cx8", "fpu", "fxsr", "msr", "pae", "pse", "sse", "sse2", "syscall", "tsc", "apic")


def is_below_baseline(plan):
    """Whether the CPU lacks a feature of every 64-bit CPU, which the compiler may use."""
    return any("-" + name in plan.cpu.split(",") for name in BASELINE)


def hides_extended_leaves(plan):
    """In old machine versions, QEMU's `max` has no CPUID leaves from 0x80000000 on."""
    return plan.machine in machine.WITHOUT_EXTENDED_LEAVES and plan.cpu.split(",")[0] == "max" and \
        "xlevel=" not in plan.cpu


def has_long_mode(plan):
    """Whether CPUID reports the feature."""
    return plan.cpu.split(",")[0] not in machine.MODELS_32 and "-lm" not in plan.cpu.split(",") and \
        not hides_extended_leaves(plan)


def lacks_sse2(plan):
    """Whether the feature, or one it depends on, is disabled."""
    return any(name in plan.cpu.split(",") for name in ("-sse2", "-sse"))


def uses_smm(plan):
    """A q35's firmware calls its 32-bit code in system management mode, if enabled."""
    return machine.kind(plan.machine) == "q35" and \
        not any("smm=off" in argument for argument in plan.arguments)


def covers_smram(plan):
    """QEMU maps an ISA VGA over the memory used by a q35's firmware to enter system management
    mode."""
    return uses_smm(plan) and "isa-vga" in plan.arguments


def loses_its_ticks(plan):
    """SeaBIOS reads modern virtio disks in system management mode. On a 486, clock ticks then stop,
    and the 3-second countdown of GRUB's menu never ends. Seen with no other model, nor with smm=off
    or disable-modern=on."""
    return uses_smm(plan) and plan.medium.startswith("virtio") and plan.cpu.split(",")[0] == "486"


def is_deaf_486(plan):
    """If one of several CPUs is a 486, which has no local APIC, the countdown of GRUB's menu never
    ends. Seen on q35 and pc, with and without SMM; not seen with +apic or with a pentium."""
    model, *features = plan.cpu.split(",")
    return plan.firmware.startswith("bios") and model == "486" and "+apic" not in features and \
        plan.cpus > 1


def hides_its_counter(plan):
    """Without CPUID's leaf 1, GRUB uses ticks that never arrive, and its menu's countdown never
    ends. Seen with every tried model, machine and disk."""
    return plan.firmware.startswith("bios") and "level=0" in plan.cpu.split(",")


def firmware_reason(plan):
    """The reason why firmware may fail to start the image; empty if it must start the image."""
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
        return "64-bit UEFI on a 32-bit CPU"
    if is_below_baseline(plan):
        return "64-bit UEFI on a CPU without a required feature"
    if plan.memory_mb < UEFI_MEMORY_MB:
        return "too little memory for UEFI"
    if not plan.has_acpi:
        return "UEFI without ACPI"
    return ""
