/* SPDX-License-Identifier: MIT */
/* A free-running counter for the calibration of the measuring clock: a timer's, or an operating
 * system's clock. */
#ifndef LIB_COUNTER_H
#define LIB_COUNTER_H

#include <stdbool.h>
#include <stdint.h>

struct counter {
	uint64_t rate_hz;
	uint64_t mask;                  /* of the valid bits; they count up and wrap */
	uint64_t (*read)(void);
};

/* Whether the counter advances; a slow one gets about 10000 reads to do so. */
bool counter_is_running(const struct counter *counter);

/* A counter read between two reads of the clock: the tightest of several tries, because a pause
 * widens the bracket. */
struct clock_bracket {
	uint64_t tsc;                   /* middle of the bracket */
	uint64_t width;
	uint64_t count;
};

struct clock_bracket clock_bracket(const struct counter *counter);

#endif
