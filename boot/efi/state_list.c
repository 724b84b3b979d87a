/* SPDX-License-Identifier: MIT */
/* All machine state that the kernel changes and the loader restores. The following is not restored:
 * the screen's pixels, which show the results; the time stamp counter, which is never set; LFENCE
 * ordering on AMD under a hypervisor, which may lack the register; write-only registers, such as
 * the local APIC's command; requests latched while masked, such as the 8259's. The kernel does not
 * touch disks, network cards and USB while boot services stay resident. The kernel's watchdog uses
 * the RTC, which is restored. */
#include "boot/efi/state.h"

const struct state_entry state_of_cpu[] = {
	{"control registers", state_save_control, state_restore_control},
	{"debug registers", state_save_debug, state_restore_debug},
	{"MSRs", state_save_msrs, state_restore_msrs},
	{"performance counters", state_save_counters, state_restore_counters},
	{"local APIC", state_save_lapic, state_restore_lapic},
	{0},
};

/* The firmware's timer must be restored last, so it comes first. Its period cannot be read from the
 * device that it uses, which is one of the devices below. */
const struct state_entry state_of_machine[] = {
	{"firmware's timer", state_save_timer, state_restore_timer},
	{"PIC", state_save_pic, state_restore_pic},
	{"I/O APICs", state_save_ioapics, state_restore_ioapics},
	{"PIT", state_save_pit, state_restore_pit},
	{"HPET", state_save_hpet, state_restore_hpet},
	{"RTC", state_save_rtc, state_restore_rtc},
	{"keyboard controller", state_save_i8042, state_restore_i8042},
	{"serial ports", state_save_serial, state_restore_serial},
	{"screen", state_save_screen, state_restore_screen},
	{0},
};
