/* SPDX-License-Identifier: MIT */
/* Runs with unknown timing overhead are omitted if other runs remain. */
#include "tests/unit/unit.h"

#include <string.h>

#include "tests/unit/tools/compare/two_sides.h"
#include "tools/compare/same_machine.h"
#include "tools/compare/unstable_timing.h"

static struct side_target timed(struct side_target target, uint64_t spread_ticks)
{
	target.has_timing = true;
	target.timing_spread_ticks = spread_ticks;
	return target;
}

static size_t count_refused(const struct comparison *comparison)
{
	struct reasons reasons = {0};
	size_t count;

	same_machine_refuse(comparison, &reasons);
	count = reasons.count;
	reasons_free(&reasons);
	return count;
}

TEST(run_with_unstable_timing_is_omitted)
{
	struct side_target metal = timed(side_metal(), 0), linux_run = timed(side_linux(), 0);
	struct side_target unstable = timed(side_linux(), 40);
	struct comparison comparison = side_pair(&metal, &unstable);

	side_add(&comparison, LINUX, &linux_run);
	assert_int_equal(count_refused(&comparison), 1);
	unstable_timing_exclude(&comparison);
	assert_int_equal(comparison.sides[METAL].count, 1);
	assert_int_equal(comparison.sides[LINUX].count, 1);
	assert_int_equal(comparison.sides[LINUX].left_out_count, 1);
	assert_true(unstable_timing_affects(&comparison.sides[LINUX].left_out[0]));
	assert_false(unstable_timing_affects(&comparison.sides[LINUX].items[0]));
	assert_int_equal(count_refused(&comparison), 0);
	compare_free(&comparison);
}

TEST(only_run_of_a_side_is_kept_and_refused)
{
	struct side_target metal = timed(side_metal(), 0);
	struct side_target unstable = timed(side_linux(), 40);
	struct comparison comparison = side_pair(&metal, &unstable);

	side_add(&comparison, LINUX, &unstable);
	unstable_timing_exclude(&comparison);
	assert_int_equal(comparison.sides[LINUX].count, 2);
	assert_int_equal(comparison.sides[LINUX].left_out_count, 0);
	assert_true(count_refused(&comparison) > 0);
	compare_free(&comparison);
}

TEST(runs_are_all_kept_if_all_contain_the_timing_overhead)
{
	struct side_target metal = timed(side_metal(), 40);
	struct side_target unstable = timed(side_linux(), 40);
	struct comparison comparison = side_pair(&metal, &unstable);

	side_add(&comparison, LINUX, &unstable);
	unstable_timing_exclude(&comparison);
	assert_int_equal(comparison.sides[LINUX].count, 2);
	assert_int_equal(count_refused(&comparison), 0);
	compare_free(&comparison);
}

/* Its samples are the overhead, so they contain nothing else. */
TEST(timing_of_nothing_is_no_timed_metric)
{
	struct wire_bench info = {.name = TIMING_BENCH};
	const struct wire_series series_info = {.timed = 1};
	struct series series = {.info = &series_info};
	struct bench bench = {.info = &info, .series = &series, .series_count = 1};
	const struct result result = {.benches = &bench, .bench_count = 1};

	assert_false(unstable_timing_has_timed(&result));
	info.name = "cpu.loop";
	assert_true(unstable_timing_has_timed(&result));
}
