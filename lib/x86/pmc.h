/* SPDX-License-Identifier: MIT */
/* Reading performance counters. Intel SDM vol. 2B, "RDPMC—Read Performance-Monitoring Counters". */
#ifndef LIB_X86_PMC_H
#define LIB_X86_PMC_H

#include <stdint.h>

/* Description of these reads in records: the counters are read between two fences. */
#define PMC_READ_METHOD "lfence;rdpmc...;lfence"

/* Order RDPMC, which is not ordered by itself. The code between two of these fences is counted.
 * lib/x86/tsc.h explains why the fence is LFENCE. */
static inline __attribute__((always_inline)) void pmc_fence(void)
{
	__asm__ volatile("lfence" : : : "memory");
}

/* Read a counter. Faults on a missing counter, and in user mode unless CR4.PCE is set. */
static inline __attribute__((always_inline)) uint64_t rdpmc(uint32_t counter)
{
	uint32_t low, high;

	__asm__ volatile("rdpmc" : "=a"(low), "=d"(high) : "c"(counter) : "memory");
	return (uint64_t)high << 32 | low;
}

#endif
