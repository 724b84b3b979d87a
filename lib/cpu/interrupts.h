/* SPDX-License-Identifier: MIT */
/* This CPU's interrupts as a whole, and its sleep until one. Privileged; all are inlined.
 *
 *	void interrupts_off(void), interrupts_on(void)
 *	bool interrupts_are_on(void)
 *	uint64_t interrupts_state(void), bool interrupts_were_on(uint64_t state)
 *		A state to keep, and whether interrupts were on in it.
 *	void interrupts_handle_pending(void)
 *		Take pending interrupts; off before and after.
 *	void cpu_halt_for_interrupt(void)
 *		Turn interrupts on and sleep until one was handled; off again afterwards. No
 *		interrupt can arrive between the two and be missed.
 *	void cpu_halt(void)
 *		Sleep until the next interrupt, with interrupts unchanged.
 *	void cpu_stop(void)
 *		Stop this CPU for good. Does not return.
 *	void memory_fence(void)
 *		Order all earlier accesses before all later ones, of devices too.
 *	bool cpu_has_monitor(void)
 *		Whether the CPU can sleep until a line of memory is written (x86-64: MWAIT).
 *	uint64_t cpu_read_counter(uint32_t number)
 *		Read a counter that platform_probe_msr() of bench/platform.h has found.
 *	uint64_t cpu_data(void)
 *		The address of this CPU's data, from its register. Differs between CPUs as soon as
 *		there is more than one. */
#ifndef LIB_CPU_INTERRUPTS_H
#define LIB_CPU_INTERRUPTS_H

#include "lib/cpu/arch.h"

#endif
