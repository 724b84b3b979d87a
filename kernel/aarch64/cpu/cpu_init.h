/* SPDX-License-Identifier: MIT */
/* Initialises a CPU. Every part of a CPU includes cpu.h, while cpu_init() uses all of these parts,
 * so it has its own header. */
#ifndef KERNEL_AARCH64_CPU_CPU_INIT_H
#define KERNEL_AARCH64_CPU_CPU_INIT_H

struct cpu;

/* Set up the current CPU: its data, vectors, emergency stack, and what user mode may read. cpu must
 * stay valid, with index and hardware_id set. Returns 0 or -ENOMEM. */
int cpu_init(struct cpu *cpu);

#endif
