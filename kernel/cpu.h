/* What each CPU has of its own, and the state all CPUs are brought to. */
#ifndef KERNEL_CPU_H
#define KERNEL_CPU_H

#include <stdbool.h>
#include <stdint.h>

#define CPUS_MAX 256

/* Reached through the GS base, so that %gs:0 is the structure's own address. */
struct cpu {
	struct cpu *self;
	uint32_t index;                 /* 0 is the boot CPU */
	uint32_t apic_id;
	struct guard *guard;            /* of the guarded call that runs here, or NULL */
	uint64_t gdt[8];
	struct tss *tss;
};

/* The CPU this runs on. Valid after cpu_init. */
static inline struct cpu *this_cpu(void)
{
	struct cpu *cpu;

	__asm__("mov %%gs:0, %0" : "=r"(cpu));
	return cpu;
}

/* Give the CPU this runs on its segments, its stacks for NMI, double fault, machine check and page
 * fault, the interrupt descriptor table and its control register bits. cpu's index and apic_id must
 * be set; cpu must stay. Returns 0, or -ENOMEM. */
int cpu_init(struct cpu *cpu);

#endif
