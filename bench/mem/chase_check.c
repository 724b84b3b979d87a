/* SPDX-License-Identifier: MIT */
/* In a regular order, a step repeats the previous step, whatever the step is. In a random order
 * this hardly ever happens: about one step in count does. */
#include "bench/mem/chase_check.h"

#include "bench/engine/validity_check.h"
#include "lib/text/string.h"

#define STEPS_MAX 65536  /* limits the cost of the check for a large buffer */
#define LINES_TELLING 64 /* fewer lines may look regular by chance */
#define RANDOM_PART 8    /* a random order repeats at most one step of this many */
#define REGULAR_PART 2   /* in a regular order at least one step of this many repeats */

/* One bit for each share of a buffer. In a buffer with more shares, shares at this distance have
 * the same bit, so no bit is recorded. */
static uint64_t visited[STEPS_MAX / 64];

/* Whether the line is in the buffer, in a share that no earlier step visited. */
static bool is_new_share(const struct chase *chase, const struct line *line)
{
	uint64_t share = ((uintptr_t)line - (uintptr_t)chase->buffer) / chase->share_bytes;
	bool is_new;

	if (share >= chase->count || (uintptr_t)line % LINE_BYTES != 0)
		return false;
	if (chase->count > STEPS_MAX)
		return true;
	is_new = (visited[share / 64] >> share % 64 & 1) == 0;
	visited[share / 64] |= 1ull << share % 64;
	return is_new;
}

/* The group of a line, counted from the begin of the buffer. */
static uint64_t group_of(const struct chase *chase, const struct line *line)
{
	return chase->group_bytes == 0
		       ? 0 : ((uintptr_t)line - (uintptr_t)chase->buffer) / chase->group_bytes;
}

/* Whether a walk has more steps between groups than a walk of its length needs. */
static bool leaves_groups_early(const struct chase *chase, const struct chase_walk *walk)
{
	return chase->group_bytes != 0 &&
	       walk->left > walk->steps / (chase->group_bytes / chase->share_bytes) + 1;
}

struct chase_walk chase_walk(const struct chase *chase)
{
	struct chase_walk walk = {0};
	const struct line *at = chase->at;
	int64_t last_step = 0;

	memset(visited, 0, sizeof(visited));
	do {
		int64_t step;

		if (!is_new_share(chase, at)) {
			walk.is_astray = true;
			return walk;
		}
		step = (int64_t)((uintptr_t)at->next - (uintptr_t)at);
		walk.repeated += step == last_step;
		walk.left += group_of(chase, at) != group_of(chase, at->next);
		walk.steps++;
		last_step = step;
		at = at->next;
	} while (at != chase->at && walk.steps < chase->count && walk.steps < STEPS_MAX);
	walk.is_closed = at == chase->at;
	return walk;
}

void chase_check(const struct bench_ctx *ctx, const struct chase *chase)
{
	struct chase_walk walk = chase_walk(chase);
	bool tells = chase->count >= LINES_TELLING;

	if (chase->is_warmed && ctx->warming < chase->count)
		validity_check_failed(ctx, "warming",
		      "only %lu loads warm the %u lines of a chase", ctx->warming, chase->count);
	if (walk.is_astray)
		validity_check_failed(ctx, "order",
		      "after %u loads, a chase is outside of its buffer of %u times %lu bytes, or "
		      "where it was before", walk.steps, chase->count, chase->share_bytes);
	else if (walk.is_closed != (walk.steps == chase->count))
		validity_check_failed(ctx, "order",
		      "a chase of %u lines is, after %u loads, %s its first line", chase->count,
		      walk.steps, walk.is_closed ? "back at" : "not back at");
	else if (leaves_groups_early(chase, &walk))
		validity_check_failed(ctx, "order",
		      "a chase leaves groups of %lu KiB at %u of %u steps, before all of a group "
		      "is visited", chase->group_bytes >> 10, walk.left, walk.steps);
	else if (tells && chase->is_random && walk.repeated > walk.steps / RANDOM_PART)
		validity_check_failed(ctx, "order",
		      "random chase expected, but %u of %u steps repeat the previous one",
		      walk.repeated, walk.steps);
	else if (tells && !chase->is_random && walk.repeated < walk.steps / REGULAR_PART)
		validity_check_failed(ctx, "order",
		      "sequential chase expected, but only %u of %u steps repeat the previous one",
		      walk.repeated, walk.steps);
}

int chase_verify(struct bench_ctx *ctx)
{
	chase_check(ctx, ctx->state);
	return 0;
}
