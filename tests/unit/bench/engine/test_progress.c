/* SPDX-License-Identifier: MIT */
/* Progress and remaining time with made-up benchmarks and a made-up clock. Every benchmark's sweep
 * can be enumerated before it runs. */
#include "tests/unit/unit.h"

#include <string.h>

#include "bench/engine/progress.h"
#include "bench/engine/registry.h"
#include "tests/unit/bench/fake_platform.h"

#define SECOND 1000000u

static size_t ten_values(struct bench_ctx *ctx, uint64_t values[BENCH_AXIS_VALUES_MAX])
{
	(void)ctx;
	for (uint64_t i = 0; i < 10; i++)
		values[i] = i;
	return 10;
}

static size_t must_not_be_asked(struct bench_ctx *ctx, uint64_t values[BENCH_AXIS_VALUES_MAX])
{
	(void)ctx;
	(void)values;
	fail_msg("a device is opened before its benchmark runs");
	return 0;
}

static const struct axis ten[] = {{"n", NULL, ten_values}, {0}};
static const struct axis hundred[] = {{"n", NULL, ten_values}, {"m", NULL, ten_values}, {0}};
static const struct axis of_device[] = {{"device", NULL, must_not_be_asked}, {0}};

static const struct benchmark small = {.name = "a.small", .suites = SUITE_QUICK, .axes = ten};
static const struct benchmark large = {.name = "a.large", .suites = SUITE_QUICK, .axes = hundred};
static const struct benchmark missing = {.name = "a.missing", .suites = SUITE_QUICK,
					  .needs = CAN_DISK, .axes = of_device};
static const struct benchmark device = {.name = "a.device", .suites = SUITE_QUICK,
					 .is_of_devices = true, .axes = of_device};
static const struct benchmark unselected = {.name = "b.other", .suites = SUITE_FULL, .axes = ten};

static const struct benchmark *const made_up[] = {&small, &unselected, &missing, &large, NULL};
static struct options options;

static void pass_points(unsigned count)
{
	while (count-- > 0)
		progress_point_done();
}

static void begin(void)
{
	fake_reset();
	options_init(&options);
	progress_begin(&options, 0, made_up, 5 * SECOND);
}

TEST(benchmark_has_its_position_among_the_planned_ones)
{
	begin();
	assert_int_equal(progress_count(), 3);
	assert_int_equal(progress_number(), 0);
	progress_benchmark_begun("a.small");
	assert_int_equal(progress_number(), 1);
	progress_benchmark_begun("b.other");
	assert_int_equal(progress_number(), 1);
	progress_benchmark_begun("a.large");
	assert_int_equal(progress_number(), 3);
}

TEST(estimate_includes_time_beyond_a_points_budget)
{
	static const struct benchmark quick = {.name = "a", .suites = SUITE_QUICK, .axes = ten};
	static const struct benchmark slow = {
		.name = "b", .suites = SUITE_QUICK, .axes = ten, .point_ms = 1000};
	static const struct benchmark *const both[] = {&quick, &slow, NULL};

	fake_reset();
	options_init(&options);
	progress_begin(&options, 0, both, 0);
	progress_benchmark_begun("a");
	pass_points(10);
	progress_benchmark_begun("b");
	assert_true(progress_part() < 20);
	pass_points(5);
	assert_uint_in_range(progress_part(), 490, 520);
}

TEST(points_are_counted_per_benchmark_up_to_its_total)
{
	begin();
	assert_int_equal(progress_part(), 0);
	pass_points(3);
	assert_int_equal(progress_part(), 0);
	progress_benchmark_begun("a.small");
	pass_points(5);
	assert_uint_in_range(progress_part(), 44, 46);
	pass_points(50);
	assert_uint_in_range(progress_part(), 90, 91);
	progress_benchmark_begun("a.large");
	pass_points(50);
	assert_uint_in_range(progress_part(), 544, 546);
	pass_points(50);
	assert_int_equal(progress_part(), 1000);
}

/* Whatever the estimate was: if half of the work took a minute, a minute remains. */
TEST(remaining_time_is_extrapolated_from_elapsed_time)
{
	uint64_t left;

	begin();
	progress_benchmark_begun("a.large");
	pass_points(45);
	left = progress_left_us(5 * SECOND + 60 * SECOND);
	assert_uint_in_range(left, 55 * SECOND, 65 * SECOND);
	assert_int_equal(left % 1000, 0);
	pass_points(55);
	assert_int_equal(progress_left_us(5 * SECOND + 120 * SECOND), 0);
}

TEST(estimate_of_a_week_does_not_overflow)
{
	begin();
	progress_benchmark_begun("a.large");
	pass_points(50);
	assert_uint_in_range(progress_left_us(86400ull * 7 * SECOND), 86400ull * 4 * SECOND,
			     86400ull * 8 * SECOND);
}

TEST(devices_are_not_probed_before_their_benchmark_runs)
{
	static const struct benchmark *const list[] = {&device, &small, NULL};

	fake_reset();
	options_init(&options);
	progress_begin(&options, CAN_DISK, list, 0);
	progress_benchmark_begun("a.device");
	pass_points(20);
	assert_uint_in_range(progress_part(), 600, 700);
}

TEST(every_sweep_can_be_enumerated_without_writing_a_record)
{
	static const enum suite suites[] = {SUITE_QUICK, SUITE_FULL, SUITE_NOISE, SUITE_FLOW,
					    SUITE_EXACT};

	for (size_t i = 0; i < sizeof(suites) / sizeof(suites[0]); i++) {
		fake_reset();
		options_init(&options);
		options.suite = suites[i];
		progress_begin(&options, UINT32_MAX & ~(uint32_t)CAN_DISK, registry_benchmarks, 0);
		assert_true(progress_count() > 0);
		assert_int_equal(fake_record_count(WIRE_skip) + fake_record_count(WIRE_warning), 0);
		assert_int_equal(fake.map_count, 0);
	}
}

TEST(progress_text_has_position_name_and_remaining_time)
{
	char text[PROGRESS_CHARS];

	begin();
	progress_benchmark_begun("a.large");
	progress_text("a.large", PROGRESS_LEFT_UNKNOWN, text);
	assert_string_equal(text, "[3/3] a.large");
	progress_text("a.large", 41 * SECOND + 1, text);
	assert_string_equal(text, "[3/3] a.large, 0:42 left");
	progress_clock(3723, text);
	assert_string_equal(text, "1:02:03");
}
