/* SPDX-License-Identifier: MIT */
/* Counts stretches of runs of the same side, after Wald and Wolfowitz, "On a test whether two
 * samples are from the same population", 1940. */
#include "tools/compare/run_order.h"

#include <stdlib.h>
#include <string.h>

#include "tools/base/alloc.h"

struct timed_run {
	const char *began;
	enum side side;
};

static int by_time(const void *a, const void *b)
{
	const struct timed_run *left = a, *right = b;

	return strcmp(left->began, right->began);
}

/* All runs of both sides by time. The caller frees them. NULL if a start time is unknown. */
static struct timed_run *timed_runs(const struct comparison *comparison, size_t count)
{
	struct timed_run *runs = xcalloc(count, sizeof(*runs));
	size_t used = 0;

	for (enum side side = BASE; side < SIDES; side++) {
		for (size_t i = 0; i < comparison->sides[side].count; i++) {
			const char *began = comparison->sides[side].items[i].began;

			if (began == NULL) {
				free(runs);
				return NULL;
			}
			runs[used++] = (struct timed_run){began, side};
		}
	}
	qsort(runs, count, sizeof(*runs), by_time);
	return runs;
}

enum run_order run_order_of(const struct comparison *comparison)
{
	size_t base = comparison->sides[BASE].count, other = comparison->sides[NEW].count;
	size_t least = base < other ? base : other, stretches = 1;
	struct timed_run *runs;

	if (least < 2 || compare_is_exact(comparison))
		return ORDER_INTERLEAVED;
	runs = timed_runs(comparison, base + other);
	if (runs == NULL)
		return ORDER_UNKNOWN;
	for (size_t i = 1; i < base + other; i++)
		stretches += runs[i].side != runs[i - 1].side;
	free(runs);
	return stretches < least ? ORDER_BLOCKS : ORDER_INTERLEAVED;
}

const char *run_order_name(enum run_order order)
{
	static const char *const names[] = {
		[ORDER_UNKNOWN] = "unknown",
		[ORDER_INTERLEAVED] = "interleaved",
		[ORDER_BLOCKS] = "blocks",
	};

	return names[order];
}
