/* SPDX-License-Identifier: MIT */
/* Time-limited polling for another CPU. Most iterations only poll, so a change is detected at once.
 * Every SPIN_LOOKS iterations there is a pause and a clock read. Without the pause, an emulator
 * with one thread for all CPUs would never run the other CPU. */
#ifndef LIB_CPU_SPIN_H
#define LIB_CPU_SPIN_H

#include <stdbool.h>
#include <stdint.h>

#include "lib/cpu/clock.h"
#include "lib/cpu/pause.h"

#define SPIN_LOOKS 256          /* iterations between two pauses */
#define SPIN_READS_LEAST 64     /* clock reads before a limit ends */

struct spin {
	uint64_t last_tsc, left_ticks, step_ticks;
	unsigned turns;
};

/* Begin a wait of at most limit_ticks from now. A host may stop a virtual machine with all its CPUs
 * for longer than this. So only a small part of the limit counts between two clock reads. */
static inline struct spin spin_for(uint64_t limit_ticks)
{
	return (struct spin){.last_tsc = clock_read(), .left_ticks = limit_ticks,
			     .step_ticks = limit_ticks / SPIN_READS_LEAST + 1};
}

/* One iteration, after an unsuccessful poll. Returns false after the time limit. */
static inline bool spin_on(struct spin *spin)
{
	uint64_t tsc, ticks;

	if (++spin->turns % SPIN_LOOKS != 0)
		return true;
	cpu_pause();
	tsc = clock_read();
	ticks = tsc - spin->last_tsc;
	if (ticks > spin->step_ticks)
		ticks = spin->step_ticks;
	spin->last_tsc = tsc;
	if (ticks >= spin->left_ticks)
		return false;
	spin->left_ticks -= ticks;
	return true;
}

#endif
