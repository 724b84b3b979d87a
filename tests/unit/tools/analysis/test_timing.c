/* SPDX-License-Identifier: MIT */
/* The timing overhead, and values per operation. */
#include "tests/unit/unit.h"

#include <math.h>

#include "tests/unit/tools/messages.h"
#include "tests/unit/tools/small_log.h"
#include "tools/analysis/analysis.h"
#include "tools/analysis/timing.h"

#define SAMPLES 9

/* The overhead of a run with these clock reads. The quartiles of nine are the third and the
 * seventh. */
static struct overhead overhead_of(const char *time_base, const uint64_t ticks[SAMPLES])
{
	struct small_log log;
	struct overhead overhead;
	struct result *result;

	small_log_begin_with(&log, time_base);
	log.is_timed = true;
	small_log_bench(&log, TIMING_BENCH);
	small_log_samples(&log, "", ticks, SAMPLES);
	result = small_log_end(&log);
	timing_overhead(result, &overhead);
	result_free(result);
	return overhead;
}

static const struct spread {
	const char *name;
	uint64_t ticks[SAMPLES];
	enum overhead_state state;
	double cost, resolution;
	const char *time_base;          /* NULL: instructions */
} spreads[] = {
	{"spread_of_2_ticks_is_stable", {9, 9, 9, 9, 10, 11, 11, 11, 90},
	 OVERHEAD_KNOWN, 10, 2, NULL},
	{"spread_of_3_ticks_of_10_is_unstable", {9, 9, 9, 9, 10, 11, 12, 12, 12},
	 OVERHEAD_UNSTABLE, 10, 3, NULL},
	{"spread_of_a_tenth_is_stable", {1, 1, 95, 96, 100, 102, 105, 900, 900},
	 OVERHEAD_KNOWN, 100, 10, NULL},
	{"spread_of_more_than_a_tenth_is_unstable",
	 {94, 94, 94, 96, 100, 102, 105, 105, 900}, OVERHEAD_UNSTABLE, 100, 11, NULL},
	{"equal_reads_have_the_resolution_of_an_instruction",
	 {7, 7, 7, 7, 7, 7, 7, 7, 7}, OVERHEAD_KNOWN, 7, 1, NULL},
	{"coarse_clock_has_the_mean_of_two_steps_around_the_median",
	 {80, 80, 80, 120, 120, 120, 120, 200, 400}, OVERHEAD_KNOWN, 115, 40, "real"},
	{"coarse_clock_is_stable_within_a_step",
	 {80, 80, 80, 120, 120, 120, 121, 160, 160}, OVERHEAD_KNOWN, 1041 / 9.0, 41, "real"},
	{"coarse_clock_is_unstable_beyond_a_step",
	 {80, 80, 80, 120, 120, 160, 160, 160, 160}, OVERHEAD_UNSTABLE, 1120 / 9.0, 80, "real"},
};

static void overhead_is_known_if_stable(void **state)
{
	const struct spread *spread = *state;
	struct overhead overhead = overhead_of(
		spread->time_base != NULL ? spread->time_base : "instructions", spread->ticks);

	assert_int_equal(overhead.state, spread->state);
	assert_float_equal(overhead.cost, spread->cost, 1e-9);
	assert_float_equal(overhead.resolution, spread->resolution, 1e-9);
	assert_int_equal(overhead.stats.n, SAMPLES);
}
TEST_CASES(overhead_is_known_if_stable, spreads);

TEST(run_without_clock_reads_has_no_overhead)
{
	struct small_log log;
	struct overhead overhead;
	struct result *result;

	small_log_begin(&log);
	small_log_bench(&log, "cpu.loop");
	small_log_point(&log, "", 0, 5);
	result = small_log_end(&log);
	timing_overhead(result, &overhead);
	assert_int_equal(overhead.state, OVERHEAD_MISSING);
	assert_int_equal(overhead.time_base, TIME_REAL);
	assert_true(overhead.cost == 0);
	result_free(result);
}

static const struct clock_case {
	const char *name, *time_base, *arch;
	uint64_t tsc_hz;
	const char *text;               /* NULL: it has a clock, or needs none */
	double ns_per_tick;
} clocks[] = {
	{"known", "real", "x86_64", 2000000000, NULL, 0.5},
	{"known_by_an_emulator", "emulated", "", 500000000, NULL, 2},
	{"unknown", "real", "x86_64", 0, "no clock: times are in TSC ticks", 0},
	{"unknown_on_32_bits", "real", "i386", 0, "no clock: times are in TSC ticks", 0},
	{"unknown_to_an_emulator", "emulated", "", 0, "no clock: times are in TSC ticks", 0},
	{"unknown_elsewhere", "real", "aarch64", 0, "no clock: times are in ticks", 0},
	{"instructions", "instructions", "x86_64", 0, NULL, 0},
};

static void missing_clock_is_stated(void **state)
{
	const struct clock_case *of = *state;
	const struct wire_record manifest = {.kind = WIRE_manifest, .manifest = {
		.time_base = of->time_base, .arch = of->arch, .tsc_hz = of->tsc_hz}};
	const struct log_account account = {0};
	struct result *result = result_new();
	const char *text, *warning;
	struct analysis analysis = {.result = result};

	result_add(result, &manifest);
	result_link(result, &account);
	text = timing_no_clock(result);
	messages_begin();
	analysis_warn(&analysis, "a.log");
	warning = messages_end();
	assert_int_equal(text != NULL, of->text != NULL);
	assert_int_equal(strstr(warning, ": a.log: no clock") != NULL, of->text != NULL);
	if (text != NULL)
		assert_string_equal(text, of->text);
	assert_true(timing_ns_per_tick(result) == of->ns_per_tick);
	result_free(result);
}
TEST_CASES(missing_clock_is_stated, clocks);

/* ---- Values per operation ---- */

static void summarise(const char *name, const struct wire_series *info, enum overhead_state known,
		      uint64_t *ticks, size_t count, double *values, struct summary *summary)
{
	const struct wire_bench bench_info = {.name = name, .unit = "tsc_ticks"};
	const struct bench bench = {.info = &bench_info};
	const struct series series = {.info = info, .warm = {.values = ticks, .count = count}};
	const struct overhead overhead = {.state = known, .time_base = TIME_INSTRUCTIONS,
					  .cost = 20};

	timing_summarise(&bench, &series, &series.warm, &overhead, values, summary);
}

/* 20 ticks are subtracted from 10, 20, 50 and 120, of 10 operations each. */
TEST(overhead_is_subtracted_from_timed_samples)
{
	const struct wire_series timed = {.iterations = 10, .timed = 1};
	uint64_t ticks[] = {50, 10, 120, 20};
	struct summary summary;
	double values[4];

	summarise("cpu.loop", &timed, OVERHEAD_KNOWN, ticks, 4, values, &summary);
	assert_true(summary.corrected);
	assert_int_equal(summary.saturated, 1);
	assert_true(summary.sample_median == 35);
	assert_true(values[0] == 0 && values[1] == 0 && values[2] == 3 && values[3] == 10);
	assert_true(summary.ticks.median == 1.5 && summary.ticks.max == 10);
	summarise("cpu.loop", &timed, OVERHEAD_KNOWN, ticks, 3, values, &summary);
	assert_true(summary.sample_median == 50);
}

TEST(overhead_is_not_subtracted_from_others)
{
	const struct wire_series timed = {.iterations = 0, .timed = 1};
	const struct wire_series counted = {.iterations = 10};
	uint64_t ticks[] = {50};
	struct summary summary;
	double value;

	summarise(TIMING_BENCH, &timed, OVERHEAD_KNOWN, ticks, 1, &value, &summary);
	assert_true(!summary.corrected && value == 50);
	summarise("cpu.loop", &timed, OVERHEAD_UNSTABLE, ticks, 1, &value, &summary);
	assert_true(!summary.corrected && value == 50);
	summarise("cpu.loop", &counted, OVERHEAD_KNOWN, ticks, 1, &value, &summary);
	assert_true(!summary.corrected && value == 5);
	summarise("cpu.loop", &counted, OVERHEAD_KNOWN, ticks, 0, &value, &summary);
	assert_true(summary.sample_median == 0 && summary.ticks.n == 0);
}

TEST(cold_samples_have_their_own_number_of_operations)
{
	const struct wire_series info = {.iterations = 8, .cold_iterations = 2};
	const struct wire_series same = {.iterations = 8};
	const struct series series = {.info = &info}, other = {.info = &same};

	assert_true(timing_iterations(&series, &series.warm) == 8);
	assert_true(timing_iterations(&series, &series.cold) == 2);
	assert_true(timing_iterations(&other, &other.cold) == 8);
}

TEST(sample_of_one_operation_has_no_overhead_and_may_be_negative)
{
	assert_true(timing_of_one(50, 10, 4) == 10);
	assert_true(timing_of_one(8, 10, 4) == -0.5);
	assert_int_equal(timing_difference(9, 4), 5);
	assert_int_equal(timing_difference(4, 9), -5);
}
