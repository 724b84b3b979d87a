/* SPDX-License-Identifier: MIT */
/* Waiting for another CPU by looking, for a limited time. Most turns are a look and nothing else,
 * so that what is waited for is seen at once. Every so often there is a pause, without which an
 * emulator that runs all CPUs in one thread would not get to the one that is waited for; only then
 * is the clock read, too. */
#ifndef LIB_X86_SPIN_H
#define LIB_X86_SPIN_H

#include <stdbool.h>
#include <stdint.h>

#include "lib/x86/control.h"
#include "lib/x86/tsc.h"

#define SPIN_LOOKS 256          /* turns from one pause to the next */

struct spin {
	uint64_t limit_tsc;
	unsigned turns;
};

/* A wait of at most limit_ticks from now. */
static inline struct spin spin_for(uint64_t limit_ticks)
{
	return (struct spin){.limit_tsc = tsc_read_fenced() + limit_ticks};
}

/* One turn: after a look that saw nothing. Returns false once the time is over. */
static inline bool spin_on(struct spin *spin)
{
	if (++spin->turns % SPIN_LOOKS != 0)
		return true;
	cpu_pause();
	return (int64_t)(tsc_read_fenced() - spin->limit_tsc) < 0;
}

#endif
