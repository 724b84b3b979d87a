/* SPDX-License-Identifier: MIT */
/* What each CPU has of its own, and the state all CPUs are brought to. */
#ifndef KERNEL_CPU_CPU_H
#define KERNEL_CPU_CPU_H

#include <stdbool.h>
#include <stdint.h>

#include "kernel/cpu/exception.h"
#include "kernel/cpu/gdt.h"

#define CPUS_MAX 256

/* Interrupt stacks that the CPU switches to by itself. */
enum interrupt_stack {STACK_NMI = 1, STACK_DOUBLE_FAULT, STACK_MACHINE_CHECK, STACK_COUNT};

/* Reached through the GS base, so that %gs:0 is the structure's own address. */
struct cpu {
	struct cpu *self;
	uint32_t index;                 /* 0 is the boot CPU */
	uint32_t apic_id;
	struct guard *guard;            /* of the guarded call that runs here, or NULL */
	uint64_t gdt[GDT_ENTRIES];
	struct tss tss;
	struct {                        /* what system_call.S needs before it has a register */
		uint64_t user_rsp;
		uint64_t kernel_cr3, user_cr3;
	} entry;
	struct idle_trace *idle_trace;  /* of the idle loop that runs here, or NULL */
	struct flow_ring *flow_ring;    /* where events of interactions go */
	void (*observer)(uint64_t vector);      /* told of what comes here before its handler */
	struct exception_report report; /* valid until the next guarded call is left here */
};

/* The CPU this runs on. Valid after cpu_init. */
static inline struct cpu *this_cpu(void)
{
	struct cpu *cpu;

	__asm__("mov %%gs:0, %0" : "=r"(cpu));
	return cpu;
}

/* Give the CPU this runs on its segments, its stacks for NMI, double fault and machine check, the
 * interrupt descriptor table and its control register bits. cpu's index and apic_id must be set;
 * cpu must stay. Returns 0, or -ENOMEM. */
int cpu_init(struct cpu *cpu);

#endif
