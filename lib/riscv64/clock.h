/* SPDX-License-Identifier: MIT */
/* Reads of the cycle counter. The other counter that every processor has, `time`, ticks at 1 to
 * 25 MHz, which is too coarse to measure. A timer fires when `time` reaches its deadline. */
#ifndef LIB_RISCV64_CLOCK_H
#define LIB_RISCV64_CLOCK_H

#include <stdint.h>

/* Description of clock_read in the manifest. */
#define CLOCK_READ_METHOD "fence;rdcycle;fence"

/* A CPU observes its accesses of CSRs in program order. Accesses of CSRs are ordered with those of
 * memory only by the fences. RISC-V Unprivileged ISA, "CSR Access Ordering". Always inlined, like
 * every timed instruction, because a call would be part of the measurement. */
static inline __attribute__((always_inline)) uint64_t clock_read(void)
{
	uint64_t ticks;

	__asm__ volatile("fence\n\trdcycle %0\n\tfence" : "=r"(ticks) : : "memory");
	return ticks;
}

#endif
