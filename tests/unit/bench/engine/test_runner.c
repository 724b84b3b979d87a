/* SPDX-License-Identifier: MIT */
/* The runner on a scripted machine: what it runs and writes. */
#include "tests/unit/unit.h"

#include <string.h>

#include "bench/engine/measure.h"
#include "bench/engine/validity_check.h"
#include "bench/null/empty.h"
#include "lib/text/errno.h"
#include "lib/wire/samples.h"
#include "tests/unit/bench/engine/runner_fixture.h"
#include "tests/unit/bench/fake_platform.h"

/* ---- A sampled benchmark ---- */

static long unpack(const struct wire_record *record, uint64_t *values, size_t capacity)
{
	const struct wire_bytes *data = &record->samples.data;

	return samples_unpack(data->data, data->size, values, capacity);
}

RUNNER_TEST(stage_has_a_series_with_cold_and_warm_samples)
{
	const struct wire_record *series, *cold, *warm;
	uint64_t values[5];

	assert_int_equal(runner_run_one(&bench_counting, "5"), 0);
	series = fake_record(WIRE_series, 1);
	cold = fake_record(WIRE_samples, 2);
	warm = fake_record(WIRE_samples, 3);
	assert_int_equal(fake_record_count(WIRE_series), 2);
	assert_string_equal(series->series.stage, "back");
	assert_string_equal(series->series.point, "");
	assert_int_equal(series->series.iterations, 1);
	assert_int_equal(series->series.cold_iterations, 1);
	assert_int_equal(series->series.timed, 0);
	assert_int_equal(cold->samples.series, series->series.id);
	assert_int_equal(cold->samples.cold, 1);
	assert_int_equal(cold->samples.n, 1);
	assert_int_equal(unpack(cold, values, 5), 1);
	assert_int_equal(values[0], 1000);
	assert_int_equal(warm->samples.series, series->series.id);
	assert_int_equal(warm->samples.cold, 0);
	assert_int_equal(unpack(warm, values, 5), 5);
	assert_int_equal(values[4] - values[0], 4);
	assert_int_equal(values[4], 1000 + runner_calls.trials - 1);
}

/* Three equal values, then two larger ones: median and mean differ. */
static int rare_sample(struct bench_ctx *ctx, uint64_t values[BENCH_STAGES_MAX])
{
	(void)ctx;
	values[0] = runner_calls.trials++ % 5 < 3 ? 4000 : 9000;
	return 0;
}

RUNNER_TEST(console_line_has_the_median_of_a_skewed_series)
{
	static const struct benchmark rare = {
		.name = "fake.rare",
		.summary = "some long trials",
		.sample = rare_sample,
		.unit = UNIT_COUNTS,
	};

	assert_int_equal(runner_run_one(&rare, "5"), 0);
	assert_non_null(strstr(fake.text, "fake.rare: median 4000, min 4000\n"));
}

/* ---- The system's tick ---- */

static uint64_t readings_before_cold;

static int sample_after_readings(struct bench_ctx *ctx, uint64_t values[BENCH_STAGES_MAX])
{
	(void)ctx;
	if (runner_calls.trials++ == 0)
		readings_before_cold = fake.smis;
	values[0] = 4000;
	return 0;
}

/* A reading of the disturbances keeps the tick out of the next sample. */
static uint64_t readings_with(enum time_base time_base)
{
	static const struct benchmark sampled = {
		.name = "fake.sampled",
		.summary = "a trial that notes the readings before it",
		.sample = sample_after_readings,
		.unit = UNIT_COUNTS,
	};

	fake.smis_per_reading = 1;
	fake.time_base = time_base;
	assert_int_equal(runner_run_one(&sampled, "5"), 0);
	return readings_before_cold;
}

RUNNER_TEST(tick_is_kept_out_of_a_counted_cold_sample)
{
	assert_int_equal(readings_with(TIME_INSTRUCTIONS), 1);
}

RUNNER_TEST(nothing_is_warmed_before_a_timed_cold_sample)
{
	assert_int_equal(readings_with(TIME_REAL), 0);
}

/* ---- Verification after the samples ---- */

static int verify_calls(struct bench_ctx *ctx)
{
	assert_int_equal(fake.isolation_depth, 0);
	assert_int_equal(runner_calls.teardowns, 0);
	assert_true(runner_calls.trials > 5);
	validity_check_failed(ctx, "calls", "%u trials", runner_calls.trials);
	return 0;
}

static int verify_impossible(struct bench_ctx *ctx)
{
	return bench_error(ctx, -EIO, "cannot tell");
}

RUNNER_TEST(benchmark_verifies_its_work_between_last_sample_and_teardown)
{
	struct benchmark verified = bench_counting;

	verified.verify = verify_calls;
	assert_int_equal(runner_run_one(&verified, "5"), 0);
	assert_string_equal(fake_record(WIRE_failed_check, 0)->failed_check.check, "calls");
	assert_int_equal(fake_record_count(WIRE_series), 2);
	assert_int_equal(runner_calls.teardowns, 1);
}

RUNNER_TEST(verification_that_fails_is_an_error_without_a_metric)
{
	struct benchmark verified = bench_counting;

	verified.verify = verify_impossible;
	assert_int_equal(runner_run_one(&verified, "5"), 1);
	assert_int_equal(fake_record_count(WIRE_series), 0);
	assert_string_equal(fake_record(WIRE_fault, 0)->fault.detail, "cannot tell");
	assert_int_equal(runner_calls.teardowns, 1);
}

/* ---- Stages and their total ---- */

/* What the next samples consist of. */
static uint64_t stage_values[4];

static int sample_stages(struct bench_ctx *ctx, uint64_t values[BENCH_STAGES_MAX])
{
	(void)ctx;
	memcpy(values, stage_values, sizeof(stage_values));
	return 0;
}

static const char *const total_stages[] = {"first", "second", "third", "total", NULL};

/* The number of failed checks of "stages" for such samples. */
static size_t failed_stages(uint64_t first, uint64_t second, uint64_t third, uint64_t total)
{
	const struct benchmark staged = {
		.name = "fake.staged", .summary = "an operation in stages",
		.unit = UNIT_TSC_TICKS, .stages = total_stages, .total = "total",
		.overlapping = 1u << 2, .sample = sample_stages,
	};
	size_t failed = 0;

	runner_reset(NULL);
	memcpy(stage_values, (uint64_t[]){first, second, third, total}, sizeof(stage_values));
	assert_int_equal(runner_run_one(&staged, "5"), 0);
	for (size_t i = 0; i < fake_record_count(WIRE_failed_check); i++)
		failed += strcmp(fake_record(WIRE_failed_check, i)->failed_check.check,
				 "stages") == 0;
	return failed;
}

RUNNER_TEST(stages_are_held_against_their_total)
{
	assert_int_equal(failed_stages(7, 13, 5, 20), 0);
	assert_int_equal(failed_stages(7, 14, 5, 20), 1);
	assert_int_equal(failed_stages(7, 13, 100, 20), 0);
	assert_int_equal(failed_stages(0, 0, 0, 0), 1);
	assert_int_equal(failed_stages(7, BENCH_NOT_MEASURED, BENCH_NO_SUCH_STAGE, 7), 0);
	assert_int_equal(failed_stages(8, BENCH_NOT_MEASURED, BENCH_NO_SUCH_STAGE, 7), 1);
}

/* ---- Contents of a sample ---- */

static void count_iterations(struct bench_ctx *ctx, uint64_t iterations)
{
	(void)ctx;
	runner_calls.trials++;
	runner_calls.largest_iterations = iterations;
}

static const struct benchmark differenced = {
	.name = "fake.differenced",
	.summary = "an operation timed n and 2n times",
	.differs_hosted = "it is another one",
	.run = count_iterations,
	.loop_operations = 10,
	.differenced = true,
};

RUNNER_TEST(differenced_benchmark_has_a_second_series_of_twice_the_operations)
{
	const struct wire_series *once, *twice;

	fake.time_base = TIME_INSTRUCTIONS;
	assert_int_equal(runner_run_one(&differenced, "5"), 0);
	once = &fake_record(WIRE_series, 0)->series;
	twice = &fake_record(WIRE_series, 1)->series;
	assert_int_equal(fake_record_count(WIRE_series), 2);
	assert_string_equal(once->stage, "");
	assert_string_equal(twice->stage, "2n");
	assert_int_equal(once->timed, 1);
	assert_int_equal(twice->timed, 1);
	assert_int_equal(twice->iterations, 2 * once->iterations);
	assert_int_equal(runner_calls.largest_iterations, twice->iterations);
	assert_int_equal(fake_record(WIRE_samples, 1)->samples.n, 5);
	assert_int_equal(fake_record(WIRE_samples, 2)->samples.n, 5);
	assert_int_equal(fake_record_count(WIRE_samples), 3);
}

RUNNER_TEST(difference_under_an_operating_system_is_reported_only_there)
{
	runner_run_one(&differenced, "5");
	assert_string_equal(fake_record(WIRE_bench, 0)->bench.differs, "");
	fake_reset();
	fake.is_hosted = true;
	runner_run_one(&differenced, "5");
	assert_string_equal(fake_record(WIRE_bench, 0)->bench.differs, "it is another one");
}

RUNNER_TEST(records_are_in_the_order_that_a_reader_needs)
{
	static const enum wire_kind order[] = {
		WIRE_manifest, WIRE_plan, WIRE_planned, WIRE_bench, WIRE_series, WIRE_samples,
		WIRE_samples, WIRE_series, WIRE_samples, WIRE_samples, WIRE_done, WIRE_end,
	};

	runner_run_one(&bench_counting, "5");
	for (size_t i = 0; i < sizeof(order) / sizeof(order[0]); i++)
		assert_int_equal(fake_record_kind(i), order[i]);
	assert_int_equal(fake_record(WIRE_plan, 0)->plan.benches, 1);
	assert_int_equal(fake_record(WIRE_end, 0)->end.run, 1);
}

RUNNER_TEST(point_is_set_up_and_torn_down_once_with_zeroed_state)
{
	runner_run_one(&bench_counting, NULL);
	assert_int_equal(runner_calls.setups, 1);
	assert_int_equal(runner_calls.teardowns, 1);
	assert_true(runner_calls.state_was_zeroed);
	assert_true(runner_calls.state_was_there);
}

RUNNER_TEST(samples_that_do_not_fit_a_record_are_split)
{
	const struct wire_record *record;
	uint64_t next = 0;

	runner_run_one(&bench_counting, "1024");
	for (size_t i = 0; (record = fake_record(WIRE_samples, i)) != NULL; i++) {
		if (record->samples.series != 1 || record->samples.cold)
			continue;
		assert_true(record->samples.data.size <= WIRE_BYTES_MAX);
		assert_int_equal(record->samples.first, next);
		next += record->samples.n;
	}
	assert_int_equal(next, 1024);
}

RUNNER_TEST(disturbed_sample_is_flagged_and_kept)
{
	fake.smis_per_reading = 1;
	runner_run_one(&bench_counting, "5");
	assert_int_equal(fake_record_count(WIRE_disturbed), 10);
	assert_string_equal(fake_record(WIRE_disturbed, 4)->disturbed.cause, "smi");
	assert_int_equal(fake_record(WIRE_disturbed, 4)->disturbed.index, 4);
	assert_int_equal(fake_record(WIRE_disturbed, 4)->disturbed.count, 1);
	assert_int_equal(fake_record(WIRE_samples, 1)->samples.n, 5);
	assert_int_equal(fake_record_count(WIRE_warning), 0);
}

RUNNER_TEST(long_list_of_disturbed_samples_is_truncated_and_reported)
{
	fake.smis_per_reading = 1;
	runner_run_one(&bench_counting, "1000");
	assert_true(fake_record_count(WIRE_disturbed) < 100);
	assert_non_null(strstr(fake_record(WIRE_warning, 0)->warning.text, "1000 of 1000"));
}

static int half_blind_sample(struct bench_ctx *ctx, uint64_t values[BENCH_STAGES_MAX])
{
	(void)ctx;
	values[0] = BENCH_NOT_MEASURED;
	values[1] = 1000;
	return 0;
}

static int units_sample(struct bench_ctx *ctx, uint64_t values[BENCH_STAGES_MAX])
{
	(void)ctx;
	for (size_t i = 0; i < 3; i++)
		values[i] = 5000;
	return 0;
}

RUNNER_TEST(console_line_of_a_stage_shows_its_unit)
{
	static const char *const stages[] = {"watched", "gaps", "think_us", NULL};
	const struct benchmark counts = {
		.name = "fake.counts", .unit = UNIT_COUNTS, .stages = stages, .tick_stages = 1,
		.sample = units_sample,
	};

	runner_run_one(&counts, "5");
	assert_non_null(strstr(fake.text, "fake.counts watched: median 5000 ticks, "));
	assert_non_null(strstr(fake.text, "fake.counts gaps: median 5000, min 5000\n"));
	assert_non_null(strstr(fake.text, "fake.counts think_us: median 5000 us, min 5000 us\n"));
}

static int full_sample(struct bench_ctx *ctx, uint64_t values[BENCH_STAGES_MAX])
{
	(void)ctx;
	for (size_t i = 0; i < BENCH_STAGES_MAX; i++)
		values[i] = 1000 + i;
	return 0;
}

RUNNER_TEST(largest_number_of_stages_is_recorded_whole)
{
	static const char *const stages[BENCH_STAGES_MAX + 1] = {"a", "b", "c", "d", "e", "f", "g",
								 "h"};
	const struct benchmark full = {
		.name = "fake.full", .stages = stages, .sample = full_sample,
	};

	assert_int_equal(runner_run_one(&full, "5"), 0);
	assert_int_equal(fake_record_count(WIRE_series), BENCH_STAGES_MAX);
	assert_string_equal(fake_record(WIRE_series, 7)->series.stage, "h");
}

RUNNER_TEST(stage_without_values_is_skipped_and_the_others_are_kept)
{
	const struct benchmark half_blind = {
		.name = "fake.half_blind", .stages = runner_stages, .sample = half_blind_sample,
	};

	runner_run_one(&half_blind, "5");
	assert_int_equal(fake_record_count(WIRE_series), 1);
	assert_string_equal(fake_record(WIRE_series, 0)->series.stage, "back");
	assert_int_equal(fake_record_count(WIRE_skip), 1);
	assert_non_null(strstr(fake_record(WIRE_skip, 0)->skip.detail, "there"));
}

RUNNER_TEST(operation_difference_is_recorded_only_under_an_operating_system)
{
	struct benchmark different = bench_counting;

	different.differs_hosted = "it is slower";
	runner_run_one(&different, "5");
	assert_string_equal(fake_record(WIRE_bench, 0)->bench.differs, "");
	fake_reset();
	fake.is_hosted = true;
	runner_run_one(&different, "5");
	assert_string_equal(fake_record(WIRE_bench, 0)->bench.differs, "it is slower");
}

/* ---- The isolated section ---- */

static const struct benchmark timed = {
	.name = "fake.timed",
	.summary = "nothing",
	.run = empty_run,
};

RUNNER_TEST(enabled_interrupts_during_samples_are_a_failed_check)
{
	runner_run_one(&timed, NULL);
	assert_int_equal(fake_record_count(WIRE_failed_check), 0);
	fake_reset();
	fake.interrupts_on = true;
	runner_run_one(&timed, NULL);
	assert_string_equal(fake_record(WIRE_failed_check, 0)->failed_check.check, "interrupts");
	assert_string_equal(fake_record(WIRE_failed_check, 0)->failed_check.bench, "fake.timed");
}
