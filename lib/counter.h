/* SPDX-License-Identifier: MIT */
/* A free-running counter for the calibration of the measuring clock. It belongs to a timer, or is a
 * clock of an operating system. */
#ifndef LIB_COUNTER_H
#define LIB_COUNTER_H

#include <stdbool.h>
#include <stdint.h>

struct counter {
	uint64_t rate_hz;
	uint64_t mask;                  /* mask of the valid bits, which count up and wrap */
	uint64_t (*read)(void);
};

/* Whether the counter advances. A slow counter gets about 10000 reads to do so. */
bool counter_is_running(const struct counter *counter);

/* A read of the counter between two reads of the clock. It is the tightest of several tries,
 * because a pause widens the bracket. */
struct clock_bracket {
	uint64_t tsc;                   /* middle of the bracket */
	uint64_t width;
	uint64_t count;
};

struct clock_bracket clock_bracket(const struct counter *counter);

#endif
