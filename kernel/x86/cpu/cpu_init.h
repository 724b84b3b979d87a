/* SPDX-License-Identifier: MIT */
/* Initialises a CPU. Every part of a CPU includes cpu.h, while cpu_init() uses all of these parts,
 * so it has its own header. */
#ifndef KERNEL_X86_CPU_CPU_INIT_H
#define KERNEL_X86_CPU_CPU_INIT_H

struct cpu;

/* Set up the current CPU: segments, stacks for NMI, double fault and machine check, interrupt
 * descriptor table and control registers. cpu must stay valid, with index and hardware_id set.
 * Returns 0 or -ENOMEM. */
int cpu_init(struct cpu *cpu);

/* Load this CPU's descriptor table, segment registers and task register. The table must describe
 * an available TSS. Clears the FS and GS bases. */
void cpu_load_segments(const struct cpu *cpu);

/* Disable the breakpoints of this CPU. To do so, set all debug registers to their values after a
 * reset. */
void cpu_disable_breakpoints(void);
void cpu_clear_debug_registers(void);

#endif
