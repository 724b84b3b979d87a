/* SPDX-License-Identifier: MIT */
/* Reading the time-stamp counter, fenced, in the one way that works on every x86-64 CPU. */
#ifndef LIB_X86_TSC_H
#define LIB_X86_TSC_H

#include <stdint.h>

/* What the manifest says of tsc_read_fenced. */
#define TSC_READ_METHOD "lfence;rdtsc;lfence"

/* The time-stamp counter, read after all earlier instructions have completed locally and before any
 * later one begins: Intel SDM vol. 2B, "RDTSC—Read Time-Stamp Counter". The same read serves both
 * ends of an interval. RDTSCP would save the first fence at the end but not every CPU has it, and
 * CPUID, the older fence, exits to a hypervisor. On AMD LFENCE waits only when DE_CFG bit 1 is set
 * (APM vol. 2, "Speculation Control"), which the kernel and Linux both see to.
 *
 * Always inlined, here and wherever an instruction is part of what is timed: a call would be timed
 * with it. */
static inline __attribute__((always_inline)) uint64_t tsc_read_fenced(void)
{
	uint32_t low, high;

	__asm__ volatile("lfence\n\trdtsc\n\tlfence" : "=a"(low), "=d"(high) : : "memory");
	return (uint64_t)high << 32 | low;
}

#endif
