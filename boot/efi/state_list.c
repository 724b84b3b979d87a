/* SPDX-License-Identifier: MIT */
/* All that the kernel changes of a machine and that the firmware gets back: the one list of it.
 * What is not here stays as the kernel leaves it: the pixels of the screen, which are the
 * results, the time stamp counter, which nobody sets, LFENCE's ordering on AMD under a
 * hypervisor, whose register may not be there; what can only be written, as the local APIC's
 * command, or was latched while masked, as the 8259's requests; and disks, network cards and USB,
 * which the kernel does not touch while it borrows. The watchdog is the RTC's. */
#include "boot/efi/state.h"

const struct state_entry state_of_cpu[] = {
	{"control registers", state_save_control, state_put_back_control},
	{"debug registers", state_save_debug, state_put_back_debug},
	{"MSRs", state_save_msrs, state_put_back_msrs},
	{"performance counters", state_save_counters, state_put_back_counters},
	{"local APIC", state_save_lapic, state_put_back_lapic},
	{0},
};

/* The firmware's own timer is set anew last, so it is saved first: what it counts with is a
 * device of those below, and its period can't be read of that. */
const struct state_entry state_of_machine[] = {
	{"firmware's timer", state_save_timer, state_put_back_timer},
	{"PIC", state_save_pic, state_put_back_pic},
	{"I/O APICs", state_save_ioapics, state_put_back_ioapics},
	{"PIT", state_save_pit, state_put_back_pit},
	{"HPET", state_save_hpet, state_put_back_hpet},
	{"RTC", state_save_rtc, state_put_back_rtc},
	{"keyboard controller", state_save_i8042, state_put_back_i8042},
	{"serial ports", state_save_serial, state_put_back_serial},
	{"screen", state_save_screen, state_put_back_screen},
	{0},
};
