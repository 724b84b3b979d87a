/* SPDX-License-Identifier: MIT */
/* Blocks of runs are known by their times, however the paths are ordered. */
#include "tests/unit/unit.h"

#include "tools/compare/run_order.h"

#define RUNS 10

static struct analysis timed = {.time_base = TIME_REAL}, counted = {
	.time_base = TIME_INSTRUCTIONS};
static char times[SIDES][RUNS][32];
static struct compared_run runs[SIDES][RUNS];

/* Run number i of a side is the minute's that it is given. */
static struct comparison made_at(size_t count, size_t (*minute)(enum side side, size_t i))
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

static size_t in_turn(enum side side, size_t i) { return 2 * i + side; }
static size_t in_blocks(enum side side, size_t i) { return side * RUNS + i; }
static size_t new_first(enum side side, size_t i) { return (1 - side) * RUNS + RUNS - i; }
static size_t by_twos(enum side side, size_t i) { return i / 2 * 4 + i % 2 + 2 * side; }

TEST(sides_in_turn_are_no_blocks)
{
	struct comparison comparison = made_at(RUNS, in_turn);

	assert_int_equal(run_order_of(&comparison), ORDER_INTERLEAVED);
	comparison = made_at(RUNS, by_twos);
	assert_int_equal(run_order_of(&comparison), ORDER_INTERLEAVED);
}

TEST(one_side_after_the_other_is_two_blocks)
{
	struct comparison comparison = made_at(RUNS, in_blocks);

	assert_int_equal(run_order_of(&comparison), ORDER_BLOCKS);
	comparison = made_at(RUNS, new_first);
	assert_int_equal(run_order_of(&comparison), ORDER_BLOCKS);
	comparison = made_at(4, in_blocks);
	assert_int_equal(run_order_of(&comparison), ORDER_BLOCKS);
}

TEST(a_run_without_a_time_leaves_the_order_unknown)
{
	struct comparison comparison = made_at(RUNS, in_turn);

	runs[NEW][3].began = NULL;
	assert_int_equal(run_order_of(&comparison), ORDER_UNKNOWN);
}

TEST(of_one_run_or_of_exact_counts_the_order_is_no_matter)
{
	struct comparison comparison = made_at(1, in_blocks);

	assert_int_equal(run_order_of(&comparison), ORDER_INTERLEAVED);
	comparison = made_at(RUNS, in_blocks);
	for (enum side side = BASE; side < SIDES; side++)
		runs[side][0].analysis = &counted;
	assert_int_equal(run_order_of(&comparison), ORDER_INTERLEAVED);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(sides_in_turn_are_no_blocks),
		cmocka_unit_test(one_side_after_the_other_is_two_blocks),
		cmocka_unit_test(a_run_without_a_time_leaves_the_order_unknown),
		cmocka_unit_test(of_one_run_or_of_exact_counts_the_order_is_no_matter),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
