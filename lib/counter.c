/* SPDX-License-Identifier: MIT */
/* Reads a counter, alone and together with the TSC. */
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

struct tsc_bracket tsc_bracket(const struct counter *counter)
{
	struct tsc_bracket best = {.width = UINT64_MAX};

	for (unsigned try = 0; try < BRACKET_TRIES; try++) {
		uint64_t before = tsc_read_fenced();
		uint64_t count = counter->read();
		uint64_t width = tsc_read_fenced() - before;

		if (width < best.width)
			best = (struct tsc_bracket){before + width / 2, width, count};
	}
	return best;
}
