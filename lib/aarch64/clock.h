/* SPDX-License-Identifier: MIT */
/* Reads of the virtual counter of the generic timer, which every Armv8-A processor has and which
 * user mode may read. */
#ifndef LIB_AARCH64_CLOCK_H
#define LIB_AARCH64_CLOCK_H

#include <stdint.h>

/* Description of clock_read in the manifest. */
#define CLOCK_READ_METHOD "isb;mrs cntvct_el0;isb"

/* Read the virtual counter. A processor may read the counter early, so the first ISB waits for all
 * earlier instructions. The second ISB keeps later instructions behind the read. Arm ARM, "The
 * AArch64 System level Programmers' Model: The Generic Timer in AArch64 state", "Accessing the
 * timer registers". Always inlined, like every timed instruction, because a call would be part of
 * the measurement. */
static inline __attribute__((always_inline)) uint64_t clock_read(void)
{
	uint64_t ticks;

	__asm__ volatile("isb\n\tmrs %0, cntvct_el0\n\tisb" : "=r"(ticks) : : "memory");
	return ticks;
}

#endif
