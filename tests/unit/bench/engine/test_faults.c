/* SPDX-License-Identifier: MIT */
/* The runner continues after benchmarks that fault, hang or fail, and reports them. */
#include "tests/unit/unit.h"

#include <string.h>

#include "bench/engine/measure.h"
#include "bench/engine/options.h"
#include "bench/engine/runner.h"
#include "lib/cpu/clock.h"
#include "lib/text/errno.h"
#include "tests/unit/bench/engine/runner_fixture.h"
#include "tests/unit/bench/fake_platform.h"

static size_t many_values(struct bench_ctx *ctx, uint64_t values[BENCH_AXIS_VALUES_MAX])
{
	(void)ctx;
	for (unsigned i = 0; i < BENCH_AXIS_VALUES_MAX; i++)
		values[i] = i;
	return BENCH_AXIS_VALUES_MAX;
}

static const struct axis many_axes[] = {{"nth", NULL, many_values}, {0}};

static int failing_setup(struct bench_ctx *ctx)
{
	return ctx->point[0] == 0 ? -ENOMEM : bench_error(ctx, -EIO, "point %lu is bad",
							  ctx->point[0]);
}

/* Point 0 faults; the others work. */
static int faulting_sample(struct bench_ctx *ctx, uint64_t values[BENCH_STAGES_MAX])
{
	if (ctx->point[0] == 0)
		fake_fail("exception");
	values[0] = 1;
	return 0;
}

static int hanging_sample(struct bench_ctx *ctx, uint64_t values[BENCH_STAGES_MAX])
{
	(void)ctx;
	(void)values;
	fake_fail("timeout");
}

static void faulting_teardown(struct bench_ctx *ctx)
{
	(void)ctx;
	fake_fail("exception");
}

static const struct benchmark faulting = {
	.name = "fake.faulting", .axes = many_axes, .sample = faulting_sample,
	.teardown = counting_teardown,
};
static const struct benchmark hanging = {
	.name = "fake.hanging", .axes = many_axes, .sample = hanging_sample,
};
static const struct benchmark failing = {
	.name = "fake.failing", .axes = many_axes, .setup = failing_setup,
	.sample = counting_sample,
};
static const struct benchmark faulting_at_the_end = {
	.name = "fake.faulting_at_the_end", .setup = counting_setup, .sample = counting_sample,
	.teardown = faulting_teardown, .state_bytes = 64,
};

/* The third warm sample has no event, one with stamps in a wrong order, or none from then on. */
static int eventless_sample(struct bench_ctx *ctx, uint64_t values[BENCH_STAGES_MAX])
{
	static const uint64_t wrong[] = {BENCH_NOT_MEASURED, BENCH_NO_SUCH_STAGE,
					 UINT64_MAX - 5000};
	static unsigned samples;

	if (ctx->point[0] >= COUNT(wrong) || ++samples % 5 != 4)
		values[0] = 1;
	else
		values[0] = wrong[ctx->point[0]];
	return 0;
}

static const struct benchmark eventless = {
	.name = "fake.eventless", .axes = many_axes, .sample = eventless_sample,
};

/* Every sample must have its event, not only the first. */
RUNNER_TEST(sample_without_its_event_fails_its_point)
{
	assert_int_equal(runner_run_one(&eventless, "9"), 1);
	assert_int_equal(fake_record_count(WIRE_fault), 3);
	assert_int_equal(fake_record_count(WIRE_series), BENCH_AXIS_VALUES_MAX - 3);
	for (unsigned i = 0; i < 3; i++)
		assert_non_null(strstr(fake_record(WIRE_fault, i)->fault.detail,
				       "stage 1: no event in sample "));
}

/* The sum of two stamps, not their difference. */
static int sum_sample(struct bench_ctx *ctx, uint64_t values[BENCH_STAGES_MAX])
{
	uint64_t begin_tsc = clock_read();

	(void)ctx;
	values[0] = clock_read() + begin_tsc;
	return 0;
}

RUNNER_TEST(interval_longer_than_the_time_since_the_start_is_an_error)
{
	static const struct benchmark sum = {.name = "fake.sum", .sample = sum_sample};

	assert_int_equal(runner_run_one(&sum, "9"), 1);
	assert_string_equal(fake_record(WIRE_fault, 0)->fault.detail,
			    "stage 1: no event in sample 1 of 9");
}

RUNNER_TEST(count_has_no_such_limit)
{
	static const struct benchmark sum = {
		.name = "fake.sum", .sample = sum_sample, .unit = UNIT_COUNTS,
	};

	assert_int_equal(runner_run_one(&sum, "9"), 0);
}

RUNNER_TEST(fault_ends_its_point_and_the_next_point_runs)
{
	const struct wire_fault *fault;

	assert_int_equal(runner_run_one(&faulting, "3"), 1);
	fault = &fake_record(WIRE_fault, 0)->fault;
	assert_int_equal(fake_record_count(WIRE_fault), 1);
	assert_string_equal(fault->bench, "fake.faulting");
	assert_string_equal(fault->point, "nth=0");
	assert_string_equal(fault->kind, "exception");
	assert_int_equal(fault->vector, 14);
	assert_string_equal(fault->backtrace, "scripted+0x0");
	assert_int_equal(fake_record_count(WIRE_series), BENCH_AXIS_VALUES_MAX - 1);
	assert_int_equal(runner_calls.teardowns, BENCH_AXIS_VALUES_MAX);
	assert_int_equal(fake_record(WIRE_end, 0)->end.faulted, 1);
}

RUNNER_TEST(timeout_ends_the_benchmark_and_the_next_one_runs)
{
	const struct benchmark *benchmarks[] = {&hanging, &bench_counting, NULL};
	struct options options;

	options_init(&options);
	options_parse(&options, "bench", "fake.*");
	assert_int_equal(runner_run(&options, benchmarks), 1);
	assert_int_equal(fake_record_count(WIRE_fault), 1);
	assert_string_equal(fake_record(WIRE_fault, 0)->fault.kind, "timeout");
	assert_non_null(strstr(fake_record(WIRE_warning, 0)->warning.text, "hung"));
	assert_int_equal(fake_record_count(WIRE_done), 2);
	assert_int_equal(fake_record(WIRE_end, 0)->end.run, 1);
}

RUNNER_TEST(errors_have_text_and_several_in_a_row_end_the_benchmark)
{
	assert_int_equal(runner_run_one(&failing, NULL), 1);
	assert_int_equal(fake_record_count(WIRE_fault), 8);
	assert_string_equal(fake_record(WIRE_fault, 0)->fault.kind, "error");
	assert_string_equal(fake_record(WIRE_fault, 0)->fault.detail,
			    "the benchmark returned error -12");
	assert_string_equal(fake_record(WIRE_fault, 1)->fault.detail, "point 1 is bad");
	assert_int_equal(fake_record_count(WIRE_warning), 1);
}

/* The second of three devices fails at each of its points. */
static size_t three_devices(struct bench_ctx *ctx, uint64_t values[BENCH_AXIS_VALUES_MAX])
{
	(void)ctx;
	for (uint64_t device = 0; device < 3; device++)
		values[device] = device;
	return 3;
}

static int one_device_failing_setup(struct bench_ctx *ctx)
{
	return ctx->point[0] == 1 ? bench_error(ctx, -5, "it can't be read") : 0;
}

static const char *const device_labels[] = {"good0", "bad0", "good1"};
static const struct axis device_axes[] = {
	{"device", device_labels, three_devices}, {"nth", NULL, many_values}, {0},
};
static const struct benchmark of_devices = {
	.name = "fake.of_devices", .axes = device_axes, .is_of_devices = true,
	.setup = one_device_failing_setup, .sample = counting_sample,
};

RUNNER_TEST(failing_device_is_dropped_and_the_others_are_measured)
{
	assert_int_equal(runner_run_one(&of_devices, "3"), 1);
	assert_int_equal(fake_record_count(WIRE_fault), 8);
	assert_int_equal(fake_record_count(WIRE_series), 2 * BENCH_AXIS_VALUES_MAX);
	assert_int_equal(fake_record_count(WIRE_warning), 1);
	assert_string_equal(
		fake_record(WIRE_warning, 0)->warning.text,
		"fake.of_devices: too many consecutive points failed; skipping its other points "
		"of bad0");
}

RUNNER_TEST(fault_in_teardown_is_reported_with_the_samples)
{
	assert_int_equal(runner_run_one(&faulting_at_the_end, "3"), 1);
	assert_int_equal(fake_record_count(WIRE_series), 1);
	assert_int_equal(fake_record_count(WIRE_fault), 1);
}
