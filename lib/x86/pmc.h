/* SPDX-License-Identifier: MIT */
/* Reading performance counters. Intel SDM vol. 2B, "RDPMC—Read Performance-Monitoring Counters". */
#ifndef LIB_X86_PMC_H
#define LIB_X86_PMC_H

#include <stdint.h>

/* Description in records of counters that are read with these functions, between two fences. */
#define PMC_READ_METHOD "lfence;rdpmc...;lfence"

/* RDPMC is not ordered by itself: the code between two of these fences is counted. See
 * lib/x86/tsc.h for the choice of LFENCE. */
static inline __attribute__((always_inline)) void pmc_fence(void)
{
	__asm__ volatile("lfence" : : : "memory");
}

/* Faults in user mode unless CR4.PCE is set, and on a missing counter. */
static inline __attribute__((always_inline)) uint64_t rdpmc(uint32_t counter)
{
	uint32_t low, high;

	__asm__ volatile("rdpmc" : "=a"(low), "=d"(high) : "c"(counter) : "memory");
	return (uint64_t)high << 32 | low;
}

#endif
