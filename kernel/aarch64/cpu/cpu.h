/* SPDX-License-Identifier: MIT */
/* Per-CPU data. */
#ifndef KERNEL_AARCH64_CPU_CPU_H
#define KERNEL_AARCH64_CPU_CPU_H

/* Words that gic.c saves of each CPU. */
#define CPU_GIC_WORDS 15

/* Offsets in struct cpu, for the assembly. */
#define CPU_EMERGENCY_STACK 0
#define CPU_FLOW_RING 8

#ifndef __ASSEMBLER__
#include <stdbool.h>
#include <stdint.h>

#include "bench/platform.h"
#include "lib/aarch64/control.h"

/* The last exception that aborted a guarded call on a CPU, with its texts. */
struct exception_report {
	struct platform_failure failure;
	char registers[1024];
	char backtrace[640];
	char detail[96];
};

/* TPIDR_EL1 has the structure's address. */
struct cpu {
	uint64_t emergency_stack;       /* for exceptions whose cause is this CPU's stack */
	struct flow_ring *flow_ring;    /* receives events of interactions */
	uint32_t index;                 /* the CPU that measures has 0 */
	uint32_t hardware_id;           /* affinity (lib/cpu/affinity.h) */
	uint32_t acknowledged;          /* the current interrupt as the GIC numbered it */
	uint32_t gic_interface;         /* GICv2: bit of this CPU's interface */
	uint8_t timer_vector;
	uint64_t timer_period_ticks;    /* 0: the timer fires once */
	volatile uint64_t *redistributor;       /* GICv3 */
	uint32_t gic_before[CPU_GIC_WORDS];     /* what gic_leave_this_cpu() restores */
	struct guard *guard;            /* of the running guarded call, or NULL */
	struct idle_trace *idle_trace;  /* of the running idle loop, or NULL */
	void (*observer)(uint64_t vector);      /* called for each interrupt before its handler */
	bool discards_unexpected;       /* does not count interrupts without a handler */
	struct exception_report report; /* valid until the next guarded call is aborted here */
};

/* The current CPU. Valid after cpu_init() (kernel/aarch64/cpu/cpu_init.h). */
static inline struct cpu *this_cpu(void)
{
	struct cpu *cpu;

	__asm__("mrs %0, tpidr_el1" : "=r"(cpu));
	return cpu;
}

/* See kernel/machine/cpu.h. */
static inline struct cpu *this_cpu_again(void)
{
	struct cpu *cpu;

	__asm__ volatile("mrs %0, tpidr_el1" : "=r"(cpu) : : "memory");
	return cpu;
}

/* The stack for entries from user mode is the one that ERET left, which is always the stack of the
 * running thread. So nothing is switched. */
static inline uint64_t cpu_entry_stack(const struct cpu *cpu)
{
	(void)cpu;
	return 0;
}

static inline void cpu_set_entry_stack(struct cpu *cpu, uint64_t stack)
{
	(void)cpu;
	(void)stack;
}
#endif

#endif
