/* SPDX-License-Identifier: MIT */
/* Initialises a CPU. */
#include "kernel/riscv64/cpu/cpu_init.h"

#include <stddef.h>

#include "kernel/machine/cpu.h"
#include "kernel/machine/paging.h"
#include "kernel/riscv64/cpu/cpu.h"
#include "kernel/one_entry/cpu/interrupt.h"
#include "lib/riscv64/control.h"
#include "lib/text/errno.h"

#define EMERGENCY_STACK_BYTES (4 * PAGE_4K)     /* the report of an exception is formatted on it */

/* "Supervisor Counter-Enable (scounteren) Register": cycle, time and instret. */
#define COUNTERS_OF_USER 7u

_Static_assert(offsetof(struct cpu, entry_stack) == CPU_ENTRY_STACK &&
	       offsetof(struct cpu, saved_sp) == CPU_SAVED_SP &&
	       offsetof(struct cpu, saved_t0) == CPU_SAVED_T0 &&
	       offsetof(struct cpu, emergency_stack) == CPU_EMERGENCY_STACK &&
	       offsetof(struct cpu, flow_ring) == CPU_FLOW_RING,
	       "cpu.h's offsets are the structure's");
_Static_assert(offsetof(struct trap_frame, sstatus) == TRAP_FRAME_SSTATUS &&
	       offsetof(struct trap_frame, sie) == TRAP_FRAME_SIE &&
	       offsetof(struct trap_frame, vector) == TRAP_FRAME_VECTOR &&
	       offsetof(struct trap_frame, value) == TRAP_FRAME_VALUE &&
	       sizeof(struct trap_frame) == TRAP_FRAME_BYTES,
	       "trap_frame.h's offsets are the structure's");

/* CPUs are set up one after another. */
static struct {
	struct cpu *cpus[CPUS_MAX];
	unsigned count;
} found;

struct cpu *cpu_find(uint32_t hardware_id)
{
	for (unsigned i = 0; i < found.count; i++) {
		if (found.cpus[i]->hardware_id == hardware_id)
			return found.cpus[i];
	}
	return NULL;
}

int cpu_init(struct cpu *cpu)
{
	void *top = paging_map_stack(EMERGENCY_STACK_BYTES);

	if (top == NULL || found.count == CPUS_MAX)
		return -ENOMEM;
	cpu->emergency_stack = (uintptr_t)top;
	cpu->timer_due = cpu->watchdog_due = UINT64_MAX;
	write_register(sscratch, 0);
	__asm__ volatile("mv tp, %0" : : "r"(cpu) : "memory");
	interrupt_init_this_cpu();
	write_register(scounteren, COUNTERS_OF_USER);
	write_register(sie, INTERRUPT_TIMER);
	write_register(sstatus, (read_register(sstatus) & ~(uint64_t)SSTATUS_FS_MASK) |
				SSTATUS_FS_INITIAL | SSTATUS_SIE);
	found.cpus[found.count++] = cpu;
	return 0;
}
