/* SPDX-License-Identifier: MIT */
/* Reading a performance counter. Intel SDM vol. 2B, "RDPMC—Read Performance-Monitoring
 * Counters". */
#ifndef LIB_X86_PMC_H
#define LIB_X86_PMC_H

#include <stdint.h>

/* What records say of counters that are read by these, between two fences. */
#define PMC_READ_METHOD "lfence;rdpmc...;lfence"

/* RDPMC waits for nothing by itself: between two of these it counts what is between them. See
 * lib/x86/tsc.h for why LFENCE. */
static inline __attribute__((always_inline)) void pmc_fence(void)
{
	__asm__ volatile("lfence" : : : "memory");
}

/* Faults in user mode unless CR4.PCE is set, and on a counter that the CPU lacks. */
static inline __attribute__((always_inline)) uint64_t rdpmc(uint32_t counter)
{
	uint32_t low, high;

	__asm__ volatile("rdpmc" : "=a"(low), "=d"(high) : "c"(counter) : "memory");
	return (uint64_t)high << 32 | low;
}

#endif
