#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Whether the firmware's state is restored after a run. The loader's own list may lack an entry. So
this test compares the state of CPUs and devices written by QEMU, in the loader's menu and after the
return to the firmware.

usage: tests/stick/firmware_restored.py BUILD
"""
import os
import re
import sys
import time

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path += [os.path.dirname(HERE), os.path.join(os.path.dirname(HERE), "boot")]
import vm_state                         # noqa: E402
from screen import begin_uefi, strike   # noqa: E402

# Uses of the machine by the kernel, with a benchmark for each.
WORDS = ("bench=null.*,irq.*,entry.*,os.pipe,os.switch_space,fault.not_present,input.keystroke,smp.ipi "
         "samples=3 pmc=core then=os")
CPUS = 2
LOOKS_AT_REST = 100
LOOKS = 8       # at the firmware's CPUs, each of which may be in the midst of an interrupt
DEVICES = {"cpu", "apic", "ioapic", "i8259", "i8254", "hpet", "mc146818rtc", "pckbd", "serial", "pcspk",
           "port92"}
# Fields that may differ: counters that run, state that cannot be restored, and state changed by
# firmware or QEMU.
MAY_DIFFER = re.compile("|".join((
    r"cpu/\d+/env\.(regs\[|eip|eflags|cr\[2\])",            # of the code that is running
    r"cpu/\d+/env\.(tr\.|ldt\.limit)",          # of a task register and LDT that the firmware does not use
    r"cpu/[1-9]\d*/env\.mtrr_",                  # QEMU clears them at INIT, which wakes the CPU
    r"apic/\d+/(icr\[|initial_count_load_time|next_time|timer_expiry)",
    r"apic/[1-9]\d*/initial_count$",             # the firmware copies the boot CPU's setting
    r"i8259/\d/(last_irr|irr)$",                 # requests stay latched while masked
    r"ioapic/\d/ioregsel|cmos_index",             # the register accessed last
    r"cmos_data\[(0|2|4|6|7|8|9)\]|mc146818rtc/0/(\w+_time|update_timer)",
    r"channels\[\d\]\.(status|read_state|write_state|rw_mode|latched_count|count_load_time|"
    r"next_transition_time)",                   # a running count, and how it was read
    r"pcspk/0/dummy_refresh_clock$",             # changes at every read of port 61h
    r"\.(obsrc|obdata|cbdata)$",                # the last byte from the keyboard
)))


def by_bytes(values):
    """The RTC's memory, byte by byte."""
    for name in [name for name in values if name.endswith("cmos_data")]:
        data = values.pop(name)
        values.update({f"{name}[{i}]": data[2 * i:2 * i + 2] for i in range(len(data) // 2)})
    return values


def save(machine, name):
    """Have QEMU write the state of a stopped machine."""
    path = os.path.abspath(os.path.join(machine.directory, name))
    machine.execute("stop")
    machine.execute("migrate", uri="exec:cat >" + path)
    machine.wait(lambda: machine.execute("query-migrate").get("status") == "completed", "the state")
    machine.execute("cont")
    return by_bytes(vm_state.read_state(path, DEVICES))


def is_at_rest(values):
    """Whether no CPU has an interrupt pending or in service, which would hide differences."""
    return not any(value.strip("0") for name, value in values.items()
                   if re.search(r"apic/\d+/(irr|isr)\[", name))


def save_at_rest(machine, name):
    """The state at such a moment."""
    for _ in range(LOOKS_AT_REST):
        values = save(machine, name)
        if is_at_rest(values):
            return values
    sys.exit(f"an interrupt was in progress at each of {LOOKS_AT_REST} checks")


def differences(before, after):
    """The changed fields that should be restored."""
    if before.keys() != after.keys():
        sys.exit(f"different fields: {before.keys() ^ after.keys()}")
    return [f"{name}: {before[name]} before, {after[name]} after" for name in before
            if before[name] != after[name] and not MAY_DIFFER.search(name)]


def main():
    """Read the state, run, and read the state again."""
    machine = begin_uefi(sys.argv[1], "firmware-restored", f"menu=86400 {WORDS}", ["-smp", str(CPUS)])
    differ = []
    try:
        machine.wait(lambda: machine.has_sent(rb"Arrows, Home, End: select"), "the menu")
        time.sleep(1)           # the menu is still being drawn
        before = save_at_rest(machine, "before")
        strike(machine, "ret")
        machine.wait(lambda: machine.has_sent(rb"\n@end [^\n]* status=complete "), "the run")
        machine.wait(lambda: machine.has_sent(rb"Shell> |language for the"), "the firmware")
        for _ in range(LOOKS):
            differ = differences(before, save(machine, "after"))
            if not differ:
                break
    finally:
        machine.end()
    for difference in differ:
        print(difference)
    print(f"{len(before)} fields of {CPUS} CPUs and the devices; {len(differ)} differ")
    return 1 if differ else 0


sys.exit(main())
