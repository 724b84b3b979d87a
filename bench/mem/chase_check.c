/* SPDX-License-Identifier: MIT */
/* A regular order repeats its step, whatever the step is; a random one hardly ever does: about one
 * step in count. */
#include "bench/mem/chase_check.h"

#include "bench/engine/validity_check.h"

#define STEPS_MAX 65536  /* limits the cost for a large buffer */
#define LINES_TELLING 64 /* fewer may look regular by chance */
#define RANDOM_PART 8    /* a random order repeats at most one step of this many */
#define REGULAR_PART 2   /* a regular one repeats at least one of this many */

struct chase_walk chase_walk(const struct line *first, uint32_t count)
{
	struct chase_walk walk = {0};
	const struct line *at = first;
	int64_t last_step = 0;

	while (walk.steps < count && walk.steps < STEPS_MAX && (walk.steps == 0 || at != first)) {
		const struct line *next = at->next;
		int64_t step = (int64_t)((uintptr_t)next - (uintptr_t)at);

		walk.repeated += walk.steps > 0 && step == last_step;
		walk.steps++;
		last_step = step;
		at = next;
	}
	walk.is_closed = at == first;
	return walk;
}

void chase_check(const struct bench_ctx *ctx, const struct line *first, uint32_t count,
		 bool is_random)
{
	struct chase_walk walk = chase_walk(first, count);

	if (walk.is_closed != (walk.steps == count))
		validity_check_failed(ctx, "order",
		      "a chase of %u lines is, after %u loads, %s its first line", count,
		      walk.steps,walk.is_closed ? "back at" : "not back at");
	else if (count >= LINES_TELLING && is_random && walk.repeated > walk.steps / RANDOM_PART)
		validity_check_failed(ctx, "order",
		      "random chase expected, but %u of %u steps repeat the previous one",
		      walk.repeated, walk.steps);
	else if (count >= LINES_TELLING && !is_random && walk.repeated < walk.steps / REGULAR_PART)
		validity_check_failed(ctx, "order",
		      "sequential chase expected, but only %u of %u steps repeat the previous one",
		      walk.repeated, walk.steps);
}
