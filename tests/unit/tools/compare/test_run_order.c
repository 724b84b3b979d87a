/* SPDX-License-Identifier: MIT */
/* Two blocks of runs are detected by their times, whatever the order of the paths. */
#include "tests/unit/unit.h"

#include "tools/compare/run_order.h"

#define RUNS 10

static struct analysis timed = {.time_base = TIME_REAL}, counted = {
	.time_base = TIME_INSTRUCTIONS};
static char times[SIDES][RUNS][32];
static struct compared_run runs[SIDES][RUNS];

/* The run with this index on this side, made at the given minute. */
static struct comparison make_runs(size_t count, size_t (*minute)(enum side side, size_t i))
{
	struct comparison comparison = {.kind = COMPARE_CHANGE};

	for (enum side side = BASE; side < SIDES; side++) {
		for (size_t i = 0; i < count; i++) {
			snprintf(times[side][i], sizeof(times[side][i]), "2026-11-01T10:%02zu:00Z",
				 minute(side, i));
			runs[side][i] = (struct compared_run){.analysis = &timed,
							      .began = times[side][i]};
		}
		comparison.sides[side] = (struct compared_runs){.items = runs[side],
								.count = count};
	}
	return comparison;
}

static size_t interleaved(enum side side, size_t i) { return 2 * i + side; }
static size_t in_blocks(enum side side, size_t i) { return side * RUNS + i; }
static size_t new_first(enum side side, size_t i) { return (1 - side) * RUNS + RUNS - i; }
static size_t in_pairs(enum side side, size_t i) { return i / 2 * 4 + i % 2 + 2 * side; }

TEST(interleaved_sides_are_not_blocks)
{
	struct comparison comparison = make_runs(RUNS, interleaved);

	assert_int_equal(run_order_of(&comparison), ORDER_INTERLEAVED);
	comparison = make_runs(RUNS, in_pairs);
	assert_int_equal(run_order_of(&comparison), ORDER_INTERLEAVED);
}

TEST(consecutive_sides_are_two_blocks)
{
	struct comparison comparison = make_runs(RUNS, in_blocks);

	assert_int_equal(run_order_of(&comparison), ORDER_BLOCKS);
	comparison = make_runs(RUNS, new_first);
	assert_int_equal(run_order_of(&comparison), ORDER_BLOCKS);
	comparison = make_runs(4, in_blocks);
	assert_int_equal(run_order_of(&comparison), ORDER_BLOCKS);
}

TEST(run_without_a_time_makes_the_order_unknown)
{
	struct comparison comparison = make_runs(RUNS, interleaved);

	runs[NEW][3].began = NULL;
	assert_int_equal(run_order_of(&comparison), ORDER_UNKNOWN);
}

TEST(order_is_irrelevant_for_single_runs_or_exact_counts)
{
	struct comparison comparison = make_runs(1, in_blocks);

	assert_int_equal(run_order_of(&comparison), ORDER_INTERLEAVED);
	comparison = make_runs(RUNS, in_blocks);
	for (enum side side = BASE; side < SIDES; side++)
		runs[side][0].analysis = &counted;
	assert_int_equal(run_order_of(&comparison), ORDER_INTERLEAVED);
}
