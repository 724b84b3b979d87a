/* SPDX-License-Identifier: MIT */
/* Reads a counter, alone and together with the clock. */
#include "lib/counter.h"

#include "lib/cpu/clock.h"

#define RUNNING_READS 10000
#define BRACKET_TRIES 5

bool counter_is_running(const struct counter *counter)
{
	uint64_t first = counter->read();

	for (unsigned reads = 0; reads < RUNNING_READS; reads++) {
		if (counter->read() != first)
			return true;
	}
	return false;
}

struct clock_bracket clock_bracket(const struct counter *counter)
{
	struct clock_bracket best = {.width = UINT64_MAX};

	for (unsigned try = 0; try < BRACKET_TRIES; try++) {
		uint64_t before = clock_read();
		uint64_t count = counter->read();
		uint64_t width = clock_read() - before;

		if (width < best.width)
			best = (struct clock_bracket){before + width / 2, width, count};
	}
	return best;
}
