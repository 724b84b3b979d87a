/* SPDX-License-Identifier: MIT */
/* Per-CPU data. */
#ifndef KERNEL_RISCV64_CPU_CPU_H
#define KERNEL_RISCV64_CPU_CPU_H

/* Offsets in struct cpu, for the assembly. */
#define CPU_ENTRY_STACK 0
#define CPU_SAVED_SP 8
#define CPU_SAVED_T0 16
#define CPU_EMERGENCY_STACK 24
#define CPU_FLOW_RING 32

#ifndef __ASSEMBLER__
#include <stdbool.h>
#include <stdint.h>

#include "bench/platform.h"
#include "lib/riscv64/control.h"

/* The last exception that aborted a guarded call on a CPU, with its texts. */
struct exception_report {
	struct platform_failure failure;
	char registers[1024];
	char backtrace[640];
	char detail[96];
};

/* In the kernel tp has the structure's address and sscratch is 0. In user mode sscratch has the
 * address. */
struct cpu {
	uint64_t entry_stack;           /* for entries from user mode */
	uint64_t saved_sp, saved_t0;    /* registers that an entry saves here until they are in the
					 * frame */
	uint64_t emergency_stack;       /* for exceptions whose cause is this CPU's stack */
	struct flow_ring *flow_ring;    /* receives events of interactions */
	uint32_t index;                 /* the CPU that measures has 0 */
	uint32_t hardware_id;           /* number of the hart */
	uint64_t pending;               /* software interrupts, as bits from VECTOR_SOFTWARE_FIRST
					 * on; any CPU sets them */
	uint64_t timer_due, watchdog_due;       /* deadlines by `time`; UINT64_MAX: none */
	uint64_t timer_period;          /* 0: the timer fires once */
	uint8_t timer_vector;
	struct guard *guard;            /* of the running guarded call, or NULL */
	struct idle_trace *idle_trace;  /* of the running idle loop, or NULL */
	void (*observer)(uint64_t vector);      /* called for each interrupt before its handler */
	bool discards_unexpected;       /* does not count interrupts without a handler */
	struct exception_report report; /* valid until the next guarded call is aborted here */
};

/* The current CPU. Valid after cpu_init() (kernel/riscv64/cpu/cpu_init.h). */
static inline struct cpu *this_cpu(void)
{
	struct cpu *cpu;

	__asm__("mv %0, tp" : "=r"(cpu));
	return cpu;
}

/* See kernel/machine/cpu.h. */
static inline struct cpu *this_cpu_again(void)
{
	struct cpu *cpu;

	__asm__ volatile("mv %0, tp" : "=r"(cpu) : : "memory");
	return cpu;
}

static inline uint64_t cpu_entry_stack(const struct cpu *cpu)
{
	return cpu->entry_stack;
}

static inline void cpu_set_entry_stack(struct cpu *cpu, uint64_t stack)
{
	cpu->entry_stack = stack;
}
#endif

#endif
