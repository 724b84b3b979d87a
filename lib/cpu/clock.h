/* SPDX-License-Identifier: MIT */
/* The clock that measures: a counter that user mode may read in a few instructions.
 *
 *	uint64_t tsc_read_fenced(void)
 *		Read the clock after all earlier instructions have completed and before any later
 *		one starts. In ticks; platform_tsc_hz() of bench/platform.h is their frequency. Both
 *		ends of an interval use it. Always inlined, like every timed instruction, because a
 *		call would be part of the measurement. Any CPU, kernel or user mode.
 *	TSC_READ_METHOD
 *		its instructions, as the manifest describes them */
#ifndef LIB_CPU_CLOCK_H
#define LIB_CPU_CLOCK_H

#include "lib/cpu/arch.h"

#endif
