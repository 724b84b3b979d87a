/* SPDX-License-Identifier: MIT */
/* Why a run lacks a metric: only records about that metric are a reason. */
#include "tests/unit/unit.h"

#include "tools/analysis/analysis.h"
#include "tools/compare/missing_metric.h"

/* A run whose benchmark has results of one width, and a reason for missing ones. */
static struct result *run_of(const char *point, const struct wire_record *more)
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
	if (more != NULL)
		result_add(result, more);
	result_link(result, &(struct log_account){.records = more != NULL ? 4 : 3});
	return result;
}

static void assert_reason(const struct result *result, const struct analysis *analysis,
			  const struct metric_name *name, const char *why, bool must_be_lost)
{
	const struct compared_run run = {.result = (void *)result, .analysis = (void *)analysis};
	struct missing_metric missing = {0};
	bool is_lost;

	assert_string_equal(missing_metric_explain(&missing, &run, name, &is_lost), why);
	assert_int_equal(is_lost, must_be_lost);
	missing_metric_free(&missing);
}

static void assert_missing(const char *point_of_run, const char *wanted_point, const char *why,
			   bool must_be_lost)
{
	struct result *result = run_of(point_of_run, NULL);

	assert_reason(result, &(struct analysis){.loss = {0}},
		      &(struct metric_name){"mem.copy", wanted_point, ""}, why, must_be_lost);
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

#define NO_SUCH_POINT "the benchmark has no such point"
#define AVX512 "needs avx512 instructions"
#define SKIP(...) {.kind = WIRE_skip, .seq = 4, .skip = {__VA_ARGS__}}
#define FAULT(point_) {.kind = WIRE_fault, .seq = 4, .fault = { \
	.bench = "mem.copy", .point = point_, .detail = "page fault"}}
#define HOST(name_) {.kind = WIRE_manifest, .seq = 0, .manifest = {.host = name_}}

/* One more record in a run with results of "cpus=1 width=64 size=4" or another point, and a metric
 * without results. */
static const struct reason_case {
	const char *name;
	struct wire_record record;
	const char *bench, *point, *why, *point_of_run;
	bool is_lost;
} reason_cases[] = {
	{"skipped_benchmark", SKIP("mem.fill", "", "smp", "one CPU"), "mem.fill", "cpus=1",
	 "one CPU", NULL, false},
	{"skip_of_another_benchmark", SKIP("mem.fill", "", "smp", "one CPU"), "mem.read", "cpus=1",
	 "the benchmark was not run", NULL, false},
	{"skipped_first_value", SKIP("mem.copy", "", "smp", "one CPU"), "mem.copy",
	 "cpus=2 width=64 size=4", "one CPU", NULL, false},
	{"first_value_with_results", SKIP("mem.copy", "", "smp", "one CPU"), "mem.copy",
	 "cpus=1 width=128 size=4", AVX512, NULL, false},
	{"skipped_point", SKIP("mem.copy", "cpus=1 width=64 size=8", "memory", "too small"),
	 "mem.copy", "cpus=1 width=64 size=8", "too small", NULL, false},
	{"longest_prefix", SKIP("mem.copy", "cpus=1 width=128", "memory", "too small"), "mem.copy",
	 "cpus=1 width=128 size=8", "too small", NULL, false},
	{"skip_of_another_value", SKIP("mem.copy", "cpus=2 width=64", "smp", "one CPU"),
	 "mem.copy", "cpus=2 width=6 size=4", NO_SUCH_POINT, NULL, false},
	{"fault", FAULT("cpus=2"), "mem.copy",
	 "cpus=2 width=64 size=4", "page fault", NULL, true},
	{"fault_elsewhere", FAULT("cpus=3"), "mem.copy",
	 "cpus=2 width=64 size=4", NO_SUCH_POINT, NULL, false},
	{"skip_before_fault", FAULT("cpus=1"), "mem.copy",
	 "cpus=1 width=128 size=4", AVX512, NULL, false},
	{"ring_0_under_linux", HOST("linux"), "mem.copy", "ring=0",
	 "under Linux, only the kernel runs in ring 0", "ring=3", false},
	{"point_of_ring_0_under_linux", HOST("linux"), "mem.copy", "ring=0 size=4",
	 "under Linux, only the kernel runs in ring 0", "ring=3 size=4", false},
	{"other_ring_under_linux", HOST("linux"), "mem.copy", "ring=01 size=4", NO_SUCH_POINT,
	 "ring=3 size=4", false},
	{"ring_0_on_bare_metal", HOST("bare-metal"), "mem.copy", "ring=0", NO_SUCH_POINT,
	 "ring=3", false},
	{"fewer_parameters", HOST("linux"), "mem.copy", "",
	 "the benchmark's points have other parameters", "ring=3", true},
};

static void record_is_the_reason(void **state)
{
	const struct reason_case *one = *state;
	const char *point = one->point_of_run;
	struct result *result = run_of(point != NULL ? point : "cpus=1 width=64 size=4",
				       &one->record);

	assert_reason(result, &(struct analysis){.loss = {0}},
		      &(struct metric_name){one->bench, one->point, ""}, one->why, one->is_lost);
	result_free(result);
}

TEST_CASES(record_is_the_reason, reason_cases);

TEST(metric_of_an_incomplete_run_is_lost)
{
	struct result *result = run_of("cpus=1 width=64 size=4", NULL);
	const struct analysis incomplete = {.loss = {.text = "no end marker"}};

	assert_reason(result, &incomplete, &(struct metric_name){"mem.copy", "cpus=2", ""},
		      "the benchmark's points have other parameters", true);
	assert_reason(result, &incomplete,
		      &(struct metric_name){"mem.copy", "cpus=2 width=64 size=4", ""},
		      "the run is incomplete", true);
	assert_reason(result, &incomplete,
		      &(struct metric_name){"mem.copy", "cpus=1 width=avx512 size=4", ""}, AVX512,
		      false);
	result_free(result);
}
