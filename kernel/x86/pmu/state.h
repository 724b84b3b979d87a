/* SPDX-License-Identifier: MIT */
/* The state that firmware left on each CPU and that changes figures: caches, memory types,
 * prefetchers, turbo, restricted speculation, the TSC's offset; which CPU measures. */
#ifndef KERNEL_X86_PMU_STATE_H
#define KERNEL_X86_PMU_STATE_H

/* Read the registers of all CPUs. If memory is not write-back on any of them, remove it from the
 * free memory. Boot CPU, after smp_init and pmu_init, before platform_init. */
void state_init(void);

#endif
