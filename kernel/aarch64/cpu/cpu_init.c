/* SPDX-License-Identifier: MIT */
/* Initialises a CPU. */
#include "kernel/aarch64/cpu/cpu_init.h"

#include <stddef.h>

#include "kernel/aarch64/cpu/cpu.h"
#include "kernel/one_entry/cpu/interrupt.h"
#include "kernel/machine/paging.h"
#include "lib/aarch64/control.h"
#include "lib/text/errno.h"

#define EMERGENCY_STACK_BYTES (4 * PAGE_4K)     /* the report of an exception is formatted on it */

/* Arm ARM, "CNTKCTL_EL1, Counter-timer Kernel Control Register": user mode may read both counters,
 * and no event stream wakes the CPU. */
#define CNTKCTL_USER_READS 3u

_Static_assert(offsetof(struct cpu, emergency_stack) == CPU_EMERGENCY_STACK &&
	       offsetof(struct cpu, flow_ring) == CPU_FLOW_RING,
	       "cpu.h's offsets are the structure's");
_Static_assert(offsetof(struct trap_frame, sp) == TRAP_FRAME_SP &&
	       offsetof(struct trap_frame, pc) == TRAP_FRAME_PC &&
	       offsetof(struct trap_frame, vector) == TRAP_FRAME_VECTOR &&
	       sizeof(struct trap_frame) == TRAP_FRAME_BYTES,
	       "trap_frame.h's offsets are the structure's");

int cpu_init(struct cpu *cpu)
{
	void *top = paging_map_stack(EMERGENCY_STACK_BYTES);

	if (top == NULL)
		return -ENOMEM;
	cpu->emergency_stack = (uintptr_t)top;
	write_register(tpidr_el1, (uintptr_t)cpu);
	interrupt_init_this_cpu();
	write_register(cntkctl_el1, CNTKCTL_USER_READS);
	__asm__ volatile("msr daifclr, #1" : : : "memory");
	return 0;
}
