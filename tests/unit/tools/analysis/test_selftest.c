/* SPDX-License-Identifier: MIT */
/* Correction by the timing overhead, verdicts of the self-tests, and their effect on a run's
 * validity. */
#include "tests/unit/unit.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "lib/wire/samples.h"
#include "tests/unit/tools/sample_log.h"
#include "tools/analysis/analysis.h"

static struct analysis *analysis;
static struct result *result;

static void analyse(const struct sample_log_options *options)
{
	struct sample_log log = sample_log_make(options);

	result = sample_log_load(log.text, log.length);
	analysis_free(analysis);
	analysis = analysis_new(result);
	free(log.text);
}

static void assert_verdicts(const enum verdict verdicts[SELFTESTS])
{
	for (size_t i = 0; i < SELFTESTS; i++)
		assert_int_equal(analysis->selftests[i].verdict, verdicts[i]);
}

static void add_bench(uint64_t id, const char *name, uint64_t iterations, const uint64_t values[8])
{
	uint8_t data[9 * SAMPLE_BYTES_MAX];
	struct wire_record bench = {.kind = WIRE_bench, .bench = {id, name, "", "tsc_ticks", ""}};
	struct wire_record series = {
		.kind = WIRE_series,
		.series = {.id = id, .bench = id, .point = "", .stage = "",
			   .iterations = iterations, .timed = 1},
	};
	struct wire_record samples = {.kind = WIRE_samples, .samples = {.series = id, .n = 8}};

	samples_pack(values, 8, data, sizeof(data), &samples.samples.data.size);
	samples.samples.data.data = data;
	result_add(result, &bench);
	result_add(result, &series);
	result_add(result, &samples);
}

/* A run of null.timing and another benchmark, of eight samples each. */
static void analyse_two(const uint64_t timing[8], const char *name, uint64_t iterations,
			const uint64_t values[8])
{
	const struct wire_manifest manifest = {
		.build = "", .compiler = "", .host = "", .boot = "", .loader = "",
		.time_base = "real", .hypervisor = "", .timing = "", .tsc_hz = 1000000000,
		.capabilities = "", .command_line = "", .suite = "",
	};
	const struct wire_record record = {.kind = WIRE_manifest, .manifest = manifest};
	const struct log_account account = {0};

	result = result_new();
	result_add(result, &record);
	add_bench(1, TIMING_BENCH, 1, timing);
	add_bench(2, name, iterations, values);
	result_link(result, &account);
	analysis_free(analysis);
	analysis = analysis_new(result);
}

static struct summary second_series(void)
{
	return analysis->metrics.items[1].warm.summary;
}

TEST(real_hardware_checks_every_known_answer)
{
	static const enum verdict all_pass[SELFTESTS] = {0};

	analyse(&(struct sample_log_options){.short_curve = true});
	assert_verdicts(all_pass);
	assert_true(analysis->valid);
	assert_true(fabs(analysis->selftests[1].value - 3) < 0.1);
	result_free(result);
}

TEST(wrong_answer_makes_the_run_invalid)
{
	analyse(&(struct sample_log_options){.short_curve = true, .wrong_self_test = true});
	assert_int_equal(analysis->selftests[3].verdict, VERDICT_FAIL);
	assert_false(analysis->valid);
	assert_int_equal(analysis->validity.count, 1);
	assert_non_null(strstr(analysis->validity.reasons[0], "selftest.mul_chain"));
	result_free(result);
}

TEST(tick_duration_is_the_inverse_of_the_frequency)
{
	analyse(&(struct sample_log_options){.short_curve = true});
	assert_true(analysis->ns_per_tick == 0.5); /* a TSC of 2 GHz */
	result_free(result);
}

TEST(chase_outside_the_first_level_cache_makes_the_run_invalid)
{
	analyse(&(struct sample_log_options){.short_curve = true, .second_load = true});
	assert_int_equal(analysis->selftests[5].verdict, VERDICT_FAIL);
	assert_false(analysis->valid);
	assert_non_null(strstr(analysis->validity.reasons[0], "mem.latency"));
	result_free(result);
}

TEST(unknown_core_is_unexpected_and_the_run_stays_valid)
{
	analyse(&(struct sample_log_options){.short_curve = true, .unknown_core = true});
	assert_int_equal(analysis->selftests[3].verdict, VERDICT_UNEXPECTED);
	assert_true(analysis->valid);
	result_free(result);
}

TEST(emulation_checks_only_the_null_bias)
{
	static const enum verdict verdicts[SELFTESTS] = {
		VERDICT_PASS, VERDICT_NOT_APPLICABLE, VERDICT_NOT_APPLICABLE,
		VERDICT_NOT_APPLICABLE, VERDICT_NOT_APPLICABLE, VERDICT_NOT_APPLICABLE,
	};

	analyse(&(struct sample_log_options){
		.short_curve = true, .wrong_self_test = true, .time_base = "emulated",
	});
	assert_verdicts(verdicts);
	assert_true(analysis->valid);
	result_free(result);
}

TEST(run_counted_in_instructions_has_one_per_chain_link)
{
	static const enum verdict all_pass[SELFTESTS] = {0};

	analyse(&(struct sample_log_options){.short_curve = true, .time_base = "instructions"});
	assert_verdicts(all_pass);
	assert_true(analysis->selftests[3].value == 1);
	assert_true(analysis->ns_per_tick == 0);
	assert_int_equal(analysis->curves[0].plateau_count, 0);
	result_free(result);
}

TEST(self_test_that_did_not_run_is_not_checked)
{
	static const enum verdict verdicts[SELFTESTS] = {
		VERDICT_NOT_CHECKED, VERDICT_NOT_CHECKED, VERDICT_NOT_CHECKED,
		VERDICT_NOT_CHECKED, VERDICT_NOT_CHECKED, VERDICT_NOT_CHECKED,
	};
	static const uint64_t values[8] = {40, 40, 40, 40, 40, 40, 40, 40};

	analyse_two(values, "irq.self_ipi", 1, values);
	assert_verdicts(verdicts);
	assert_true(analysis->valid);
	result_free(result);
}

TEST(self_tests_without_timing_overhead_are_not_checked)
{
	static const enum verdict verdicts[SELFTESTS] = {
		VERDICT_NOT_CHECKED, VERDICT_NOT_CHECKED, VERDICT_NOT_CHECKED,
		VERDICT_NOT_CHECKED, VERDICT_NOT_CHECKED, VERDICT_NOT_CHECKED,
	};
	static const uint64_t values[8] = {1052, 1052, 1052, 1052, 1052, 1052, 1052, 1052};
	const struct wire_record record = {.kind = WIRE_manifest, .manifest = {
		.time_base = "instructions", .tsc_hz = 1000000000,
	}};
	const struct log_account account = {.records = 1};

	result = result_new();
	result_add(result, &record);
	add_bench(1, "selftest.null", 1, values);
	add_bench(2, "selftest.add_chain", 1000, values);
	result_link(result, &account);
	analysis_free(analysis);
	analysis = analysis_new(result);
	assert_verdicts(verdicts);
	assert_true(analysis->valid);
	result_free(result);
}

TEST(null_bias_beyond_the_resolution_fails)
{
	static const uint64_t timing[8] = {40, 40, 40, 40, 41, 40, 40, 40};
	static const uint64_t near[8] = {41, 41, 41, 41, 41, 41, 41, 41};
	static const uint64_t below[8] = {37, 37, 37, 37, 37, 37, 37, 37};

	analyse_two(timing, "selftest.null", 1, near);
	assert_int_equal(analysis->selftests[0].verdict, VERDICT_PASS);
	result_free(result);
	analyse_two(timing, "selftest.null", 1, below);
	assert_int_equal(analysis->selftests[0].verdict, VERDICT_FAIL);
	assert_true(analysis->selftests[0].value == -3);
	result_free(result);
}

/* The interquartile range of the overhead is 17.75 ticks, without a step of the clock. */
TEST(unstable_overhead_does_not_widen_the_limit_of_the_bias)
{
	static const uint64_t timing[8] = {40, 40, 40, 40, 41, 57, 60, 65};
	static const uint64_t near[8] = {42, 42, 42, 42, 42, 42, 42, 42};
	static const uint64_t far[8] = {55, 55, 55, 55, 55, 55, 55, 55};
	static const uint64_t beyond[8] = {70, 70, 70, 70, 70, 70, 70, 70};

	analyse_two(timing, "selftest.null", 1, near);
	assert_int_equal(analysis->overhead.state, OVERHEAD_UNSTABLE);
	assert_int_equal(analysis->selftests[0].verdict, VERDICT_PASS);
	result_free(result);
	analyse_two(timing, "selftest.null", 1, far);
	assert_int_equal(analysis->selftests[0].verdict, VERDICT_UNEXPECTED);
	result_free(result);
	analyse_two(timing, "selftest.null", 1, beyond);
	assert_int_equal(analysis->selftests[0].verdict, VERDICT_FAIL);
	result_free(result);
}

TEST(stepped_clock_sets_the_resolution)
{
	static const uint64_t timing[8] = {36, 72, 36, 36, 36, 36, 36, 36};
	static const uint64_t values[8] = {72, 72, 72, 72, 72, 72, 72, 72};

	analyse_two(timing, "selftest.null", 1, values);
	assert_true(analysis->overhead.resolution == 36);
	assert_int_equal(analysis->selftests[0].verdict, VERDICT_PASS);
	result_free(result);
}

TEST(timing_overhead_is_subtracted_once_per_sample)
{
	static const uint64_t timing[8] = {40, 40, 40, 40, 40, 40, 40, 40};
	static const uint64_t values[8] = {1040, 1040, 1040, 1040, 1040, 1040, 1040, 1040};
	struct summary summary;

	analyse_two(timing, "cpu.any", 500, values);
	summary = second_series();
	assert_true(summary.corrected);
	assert_true(summary.ticks.median == 2);
	result_free(result);
}

TEST(samples_below_the_timing_overhead_are_zero_and_counted)
{
	static const uint64_t timing[8] = {40, 40, 40, 40, 40, 40, 40, 40};
	static const uint64_t values[8] = {39, 38, 40, 41, 42, 43, 44, 45};
	struct summary summary;

	analyse_two(timing, "cpu.any", 1, values);
	summary = second_series();
	assert_int_equal(summary.saturated, 2);
	assert_true(summary.ticks.min == 0 && summary.ticks.max == 5);
	result_free(result);
}

TEST(unstable_timing_overhead_is_not_subtracted)
{
	static const uint64_t timing[8] = {40, 80, 45, 77, 53, 90, 61, 70};
	static const uint64_t values[8] = {1000, 1000, 1000, 1000, 1000, 1000, 1000, 1000};
	struct summary summary;

	analyse_two(timing, "cpu.any", 1, values);
	assert_int_equal(analysis->overhead.state, OVERHEAD_UNSTABLE);
	summary = second_series();
	assert_false(summary.corrected);
	assert_true(summary.ticks.median == 1000);
	result_free(result);
}

TEST(emulated_run_matches_no_plateau_with_a_cpuid_cache)
{
	analyse(&(struct sample_log_options){.time_base = "emulated"});
	assert_int_equal(analysis->curves[1].plateau_count, 4);
	for (size_t i = 0; i < 4; i++)
		assert_null(analysis->curves[1].caches[i]);
	result_free(result);
}

TEST(caches_are_matched_with_the_plateaus_that_end_at_their_size)
{
	const struct curve *curve;

	analyse(&(struct sample_log_options){0});
	curve = &analysis->curves[1];
	assert_int_equal(analysis->curve_count, 2);
	assert_int_equal(curve->page_bytes, 2 << 20);
	assert_int_equal(curve->plateau_count, 4);
	for (size_t i = 0; i < 3; i++) {
		assert_non_null(curve->caches[i]);
		assert_int_equal(curve->caches[i]->level, i + 1);
	}
	assert_null(curve->caches[3]);
	result_free(result);
}
