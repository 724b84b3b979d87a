/* SPDX-License-Identifier: MIT */
/* Random places, such as lines or sectors, of the samples of a point. The check is that they reach
 * the whole range. */
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

/* Report a failed check if all places are in the first eighth of the range below end. With few
 * samples or few places, report nothing. what and place_name are words of the message. */
void spread_verify(const struct bench_ctx *ctx, const struct spread *spread, uint64_t end,
		   const char *what, const char *place_name);

#endif
