/* SPDX-License-Identifier: MIT */
/* Telling what hangs from what was not let run: a machine that its host or its firmware stopped, a
 * process that others kept from its CPU. The limit of a guarded call is in time that it ran, and it
 * is over only after several looks, between which it ran too: the clock by which a machine counts
 * may have gone on while it stood. Half as long as the limit they take, which a hang costs more. */
#ifndef BENCH_ENGINE_PATIENCE_H
#define BENCH_ENGINE_PATIENCE_H

#include <stdbool.h>
#include <stdint.h>

#define PATIENCE_LOOK_MS 1000           /* from one look to the next, after the limit */
#define PATIENCE_IDLE_LOOKS_MAX 600     /* that saw nothing run: then it is over all the same */

struct patience {
	uint64_t limit_ms;
	uint64_t elapsed_ms, ran_ms;    /* by the latest look */
	uint64_t looks, looks_over;     /* all; and of them those that count */
};

void patience_begin(struct patience *patience, uint64_t limit_ms);

/* A look at a call that has not ended: how long ago it began, and how much of that it ran for all
 * that is known. Returns whether it hangs. May be called in handlers of interrupts and signals. */
bool patience_is_over(struct patience *patience, uint64_t elapsed_ms, uint64_t ran_ms);

/* When the next look is due, from the latest one. */
uint64_t patience_next_ms(const struct patience *patience);

/* After a call that took longer than its limit, whether or not it was ended for it: a standstill
 * record and a warning if it did not run all of that time, a warning if it ended while it was
 * looked at. Not while a sample is being taken. */
void patience_report(const struct patience *patience);

#endif
