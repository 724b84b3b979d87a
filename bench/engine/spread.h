/* SPDX-License-Identifier: MIT */
/* Random places, such as lines or sectors, of the samples of a point: they must reach all of their
 * range. */
#ifndef BENCH_ENGINE_SPREAD_H
#define BENCH_ENGINE_SPREAD_H

#include <stdint.h>

#include "bench/benchmark.h"

struct spread {
	uint64_t greatest;
	uint32_t samples;
};

/* Note the place of a sample. */
void spread_note(struct spread *spread, uint64_t place);

/* Report a failed check if all places are in the first eighth of those below end. Says nothing
 * about few samples or places. what and place_name are words of the message. */
void spread_verify(const struct bench_ctx *ctx, const struct spread *spread, uint64_t end,
		   const char *what, const char *place_name);

#endif
