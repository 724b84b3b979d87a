/* SPDX-License-Identifier: MIT */
/* Why a run lacks a metric: only records about that metric are a reason. */
#include "tests/unit/unit.h"

#include "tools/analysis/analysis.h"
#include "tools/compare/missing_metric.h"

/* A run whose benchmark has results of one width, and a reason for missing ones. */
static struct result *run_of(const char *point)
{
	const struct wire_record records[] = {
		{.kind = WIRE_bench, .seq = 1, .bench = {1, "mem.copy", "", "tsc_ticks", ""}},
		{.kind = WIRE_skip,
		 .seq = 2,
		 .skip = {"mem.copy", "cpus=1", "avx512", "needs avx512 instructions"}},
		{.kind = WIRE_series, .seq = 3, .series = {.id = 1, .bench = 1, .point = point}},
	};
	struct result *result = result_new();

	for (size_t i = 0; i < sizeof(records) / sizeof(records[0]); i++)
		result_add(result, &records[i]);
	result_link(result, &(struct log_account){.records = 3});
	return result;
}

static void assert_missing(const char *point_of_run, const char *wanted_point, const char *why,
			   bool must_be_lost)
{
	struct result *result = run_of(point_of_run);
	const struct analysis analysis = {.loss = {0}};
	const struct compared_run run = {.result = result, .analysis = (void *)&analysis};
	const struct metric_name name = {"mem.copy", wanted_point, ""};
	struct missing_metric missing = {0};
	bool is_lost;

	assert_string_equal(missing_metric_explain(&missing, &run, &name, &is_lost), why);
	assert_int_equal(is_lost, must_be_lost);
	missing_metric_free(&missing);
	result_free(result);
}

TEST(skipped_values_of_an_axis_are_the_reason_for_their_points)
{
	assert_missing("cpus=1 width=64 size=4", "cpus=1 width=avx512 size=4",
		       "needs avx512 instructions", false);
}

TEST(skipped_values_are_no_reason_for_a_value_with_results)
{
	assert_missing("cpus=1 width=64 size=4", "cpus=1 width=64 size=8",
		       "the benchmark has no such point", false);
}

TEST(metric_of_a_renamed_axis_is_lost)
{
	static const char why[] = "the benchmark's points have other parameters";

	assert_missing("cpus=1 register=64 size=4", "cpus=1 width=64 size=4", why, true);
	assert_missing("cpus=1 width=64", "cpus=1 width=64 size=4", why, true);
	assert_missing("cpus=1 width=64 size=4", "cpus=1 width=64", why, true);
	assert_missing("width=64 cpus=1 size=4", "cpus=1 width=64 size=4", why, true);
}
