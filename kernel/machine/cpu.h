/* SPDX-License-Identifier: MIT */
/* Per-CPU data. Each kernel/NAME/ defines struct cpu, with these members among others:
 *
 *	uint32_t index;			0: measures
 *	uint32_t hardware_id;		by which interrupt controllers address it
 *	struct guard *guard;		of the running guarded call, or NULL
 *	struct idle_trace *idle_trace;	of the running idle loop, or NULL
 *	struct flow_ring *flow_ring;	receives events of interactions
 *	void (*observer)(uint64_t vector);
 *					called for each interrupt before its handler
 *	bool discards_unexpected;	does not count interrupts without a handler
 *	struct exception_report report;	valid until the next guarded call is aborted here
 *
 *	struct cpu *this_cpu(void)
 *		The current CPU. Valid after the CPU was initialised.
 *	struct cpu *this_cpu_again(void)
 *		The current CPU, read again, because a thread may have changed its CPU. this_cpu()
 *		does not expect that.
 *	uint64_t cpu_entry_stack(const struct cpu *cpu)
 *	void cpu_set_entry_stack(struct cpu *cpu, uint64_t stack)
 *		The stack that entries from user mode use. */
#ifndef KERNEL_MACHINE_CPU_H
#define KERNEL_MACHINE_CPU_H

#include "kernel/machine/arch.h"

#define CPUS_MAX 256

#endif
