/* SPDX-License-Identifier: MIT */
/* Per-CPU data and initialisation. */
#ifndef KERNEL_CPU_CPU_H
#define KERNEL_CPU_CPU_H

#include <stdbool.h>
#include <stdint.h>

#include "kernel/cpu/exception.h"
#include "kernel/cpu/gdt.h"

#define CPUS_MAX 256

/* Indices of the interrupt stacks in the TSS. */
enum interrupt_stack {STACK_NMI = 1, STACK_DOUBLE_FAULT, STACK_MACHINE_CHECK, STACK_COUNT};

/* Addressed by the GS base; %gs:0 is the structure's own address. */
struct cpu {
	struct cpu *self;
	uint32_t index;                 /* 0: boot CPU */
	uint32_t apic_id;
	struct guard *guard;            /* of the running guarded call, or NULL */
	uint64_t gdt[GDT_ENTRIES];
	struct tss tss;
	struct {                        /* for system_call.S, which begins without a free
					 * register */
		uint64_t user_rsp;
		uint64_t kernel_cr3, user_cr3;
	} entry;
	struct idle_trace *idle_trace;  /* of the running idle loop, or NULL */
	struct flow_ring *flow_ring;    /* receives events of interactions */
	void (*observer)(uint64_t vector);      /* called for each interrupt before its handler */
	struct exception_report report; /* valid until the next guarded call is aborted here */
};

/* The current CPU. Valid after cpu_init. */
static inline struct cpu *this_cpu(void)
{
	struct cpu *cpu;

	__asm__("mov %%gs:0, %0" : "=r"(cpu));
	return cpu;
}

/* Set up the current CPU: segments, stacks for NMI, double fault and machine check, interrupt
 * descriptor table and control registers. cpu must stay valid, with index and apic_id set. Returns
 * 0 or -ENOMEM. */
int cpu_init(struct cpu *cpu);

#endif
