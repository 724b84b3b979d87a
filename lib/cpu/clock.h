/* SPDX-License-Identifier: MIT */
/* The measuring clock: a counter that user mode may read in a few instructions. On x86-64 it is the
 * time-stamp counter. A name that ends with _tsc is a value of this clock on every processor, and a
 * name that ends with _ticks is a number of its ticks.
 *
 *	uint64_t clock_read(void)
 *		Read the clock after all earlier instructions have completed and before any later
 *		one starts. platform_clock_hz() of bench/platform.h is its frequency. Both ends of
 *		an interval use it. Always inlined, like every timed instruction, because a call
 *		would be part of the measurement. Any CPU, kernel or user mode.
 *	CLOCK_READ_METHOD
 *		Its instructions, as the manifest describes them. */
#ifndef LIB_CPU_CLOCK_H
#define LIB_CPU_CLOCK_H

#include "lib/cpu/arch.h"

#endif
