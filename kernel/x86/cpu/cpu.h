/* SPDX-License-Identifier: MIT */
/* Per-CPU data. */
#ifndef KERNEL_X86_CPU_CPU_H
#define KERNEL_X86_CPU_CPU_H

#include <stdbool.h>
#include <stdint.h>

#include "bench/platform.h"
#include "kernel/x86/cpu/gdt.h"

/* Indices of the interrupt stacks in the TSS. */
enum interrupt_stack {STACK_NMI = 1, STACK_DOUBLE_FAULT, STACK_MACHINE_CHECK, STACK_COUNT};

/* The interrupt stack after these, for exceptions while the user's code runs
 * (kernel/code/code.h). */
#define STACK_CODE STACK_COUNT

/* The last exception that aborted a guarded call on a CPU, with its texts. */
struct exception_report {
	struct platform_failure failure;
	char registers[512];
	char backtrace[640];
	char detail[96];
};

/* The GS base is the structure's address, and %gs:0 holds the address. */
struct cpu {
	struct cpu *self;
	uint32_t index;                 /* the CPU that measures has 0 */
	uint32_t hardware_id;           /* of the local APIC */
	struct guard *guard;            /* of the running guarded call, or NULL */
	uint64_t gdt[GDT_ENTRIES];
	struct tss tss;
	struct {                        /* saved by system_call.S, which begins without a free
					 * register */
		uint64_t user_rsp;
		uint64_t kernel_cr3, user_cr3;
	} entry;
	struct idle_trace *idle_trace;  /* of the running idle loop, or NULL */
	struct flow_ring *flow_ring;    /* receives events of interactions */
	void (*observer)(uint64_t vector);      /* called for each interrupt before its handler */
	bool is_boot_cpu;               /* the firmware started it */
	bool discards_unexpected;       /* does not count interrupts without a handler */
	struct exception_report report; /* valid until the next guarded call is aborted here */
};

/* The current CPU. Valid after cpu_init() (kernel/x86/cpu/cpu_init.h). */
static inline struct cpu *this_cpu(void)
{
	struct cpu *cpu;

	__asm__("mov %%gs:0, %0" : "=r"(cpu));
	return cpu;
}

/* See kernel/machine/cpu.h. */
static inline struct cpu *this_cpu_again(void)
{
	struct cpu *cpu;

	__asm__ volatile("mov %%gs:0, %0" : "=r"(cpu) : : "memory");
	return cpu;
}

static inline uint64_t cpu_entry_stack(const struct cpu *cpu)
{
	return cpu->tss.rsp[0];
}

static inline void cpu_set_entry_stack(struct cpu *cpu, uint64_t stack)
{
	cpu->tss.rsp[0] = stack;
}

#endif
