/* SPDX-License-Identifier: MIT */
/* Time-limited polling for another CPU. Most iterations only poll, so a change is detected at once.
 * Every SPIN_LOOKS iterations there is a pause and a clock read; without the pause, an emulator
 * with one thread for all CPUs would never run the other one. */
#ifndef LIB_X86_SPIN_H
#define LIB_X86_SPIN_H

#include <stdbool.h>
#include <stdint.h>

#include "lib/x86/control.h"
#include "lib/x86/tsc.h"

#define SPIN_LOOKS 256          /* iterations between two pauses */

struct spin {
	uint64_t limit_tsc;
	unsigned turns;
};

/* A wait of at most limit_ticks from now. */
static inline struct spin spin_for(uint64_t limit_ticks)
{
	return (struct spin){.limit_tsc = tsc_read_fenced() + limit_ticks};
}

/* One iteration, after an unsuccessful poll. Returns false after the time limit. */
static inline bool spin_on(struct spin *spin)
{
	if (++spin->turns % SPIN_LOOKS != 0)
		return true;
	cpu_pause();
	return (int64_t)(tsc_read_fenced() - spin->limit_tsc) < 0;
}

#endif
