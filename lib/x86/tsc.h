/* SPDX-License-Identifier: MIT */
/* Fenced reads of the time-stamp counter, with the one method that works on every x86-64 CPU. */
#ifndef LIB_X86_TSC_H
#define LIB_X86_TSC_H

#include <stdint.h>

/* Description of clock_read in the manifest. */
#define CLOCK_READ_METHOD "lfence;rdtsc;lfence"

/* Read the time-stamp counter after all earlier instructions have completed locally and before any
 * later one starts: Intel SDM vol. 2B, "RDTSC—Read Time-Stamp Counter". Both ends of an interval
 * use it. RDTSCP would save one fence at the end, but not every CPU has RDTSCP. CPUID, the older
 * fence, exits to a hypervisor. On AMD, LFENCE waits only if DE_CFG bit 1 is set (APM vol. 2,
 * "Speculation Control"), which our kernel and Linux ensure.
 *
 * Always inlined, like every timed instruction, because a call would be part of the measurement. */
static inline __attribute__((always_inline)) uint64_t clock_read(void)
{
	uint32_t low, high;

	__asm__ volatile("lfence\n\trdtsc\n\tlfence" : "=a"(low), "=d"(high) : : "memory");
	return (uint64_t)high << 32 | low;
}

#endif
