/* SPDX-License-Identifier: MIT */
/* The order in which a point is measured. The engine's sources are compiled into this file with a
 * counted clock, and every call to the benchmark and to the machine is noted. So a trace is the
 * same on every host. */
#include "tests/unit/unit.h"

#include <stdio.h>
#include <string.h>

#include "bench/engine/count.h"
#include "bench/engine/measure.h"
#include "bench/engine/point.h"
#include "bench/engine/records.h"
#include "bench/engine/stability.h"
#include "bench/engine/time_run.h"
#include "bench/null/empty.h"
#include "tests/unit/bench/fake_platform.h"

#define TICKS_PER_OPERATION 2
#define LOOP_OPERATIONS 5
#define CALIBRATION_READS 8     /* more reads of the clock in a row are its calibration */

static char trace[4096];
static uint64_t now_tsc;
static unsigned clock_reads;    /* since the last call */

static void note_text(const char *text)
{
	size_t used = strlen(trace);

	assert_true(used + strlen(text) + 2 < sizeof(trace));
	snprintf(trace + used, sizeof(trace) - used, "%s%s", used > 0 ? " " : "", text);
}

static void note(const char *call)
{
	if (clock_reads > CALIBRATION_READS)
		note_text("clock");
	clock_reads = 0;
	note_text(call);
}

static uint64_t model_tsc(void)
{
	clock_reads++;
	return now_tsc++;
}

static uint64_t model_time_run(struct bench_ctx *ctx, uint64_t iterations,
			       void (*run)(struct bench_ctx *, uint64_t))
{
	uint64_t begin_tsc = now_tsc;

	run(ctx, iterations);
	return now_tsc - begin_tsc;
}

static void model_isolation_begin(void)
{
	note("isolate");
}

static void model_isolation_end(void)
{
	note("release");
}

static bool model_is_isolated(void)
{
	note("check");
	return true;
}

static void model_disturbances(struct platform_disturbances *counts)
{
	note("disturbances");
	*counts = (struct platform_disturbances){0};
}

static size_t model_pmc_open(const enum pmc_event *events, size_t count,
			     struct platform_pmc *counters)
{
	note("open");
	for (size_t i = 0; i < count; i++)
		counters[i] = (struct platform_pmc){.event = events[i], .mask = UINT64_MAX};
	return count;
}

static void model_pmc_read(uint64_t *values)
{
	note("count");
	*values = 0;
}

static void model_pmc_close(void)
{
	note("close");
}

static void model_empty_run(struct bench_ctx *ctx, uint64_t iterations)
{
	(void)ctx;
	(void)iterations;
	note("empty");
}

static void model_records_point(const struct bench_ctx *ctx, const struct measurement *m)
{
	(void)ctx;
	(void)m;
	note("records");
}

static void model_records_counts(const struct bench_ctx *ctx, const struct counts *counts)
{
	(void)ctx;
	(void)counts;
	note("record-counts");
}

#define clock_read model_tsc
#define time_run model_time_run
#define empty_run model_empty_run
#define platform_isolation_begin model_isolation_begin
#define platform_isolation_end model_isolation_end
#define platform_is_isolated model_is_isolated
#define platform_disturbances(counts) model_disturbances(counts)
#define platform_pmc_open model_pmc_open
#define platform_pmc_read model_pmc_read
#define platform_pmc_close model_pmc_close
#define records_point model_records_point
#define records_counts model_records_counts
#define measure_point model_measure_point
#define measure_clock_step_ticks model_clock_step_ticks
#define count_point model_count_point
#define point_run model_point_run
static uint64_t model_clock_step_ticks(void);
static int model_measure_point(struct bench_ctx *ctx, const struct sampling_policy *policy,
			       struct measurement *m);
static int model_count_point(struct bench_ctx *ctx, uint32_t mask, uint64_t iterations,
			     struct counts *counts);
static enum point_outcome model_point_run(struct bench_ctx *ctx,
					  const struct sampling_policy *policy);
#define LIB_X86_TSC_H
#include "bench/engine/measure.c"
#include "bench/engine/count.c"
#include "bench/engine/point.c"

/* ---- The benchmark ---- */

static uint64_t warming;

static int noted_setup(struct bench_ctx *ctx)
{
	ctx->warming = warming;
	note("setup");
	return 0;
}

static void noted_run(struct bench_ctx *ctx, uint64_t iterations)
{
	char call[32];

	(void)ctx;
	snprintf(call, sizeof(call), "run:%lu", (unsigned long)iterations);
	note(call);
	now_tsc += TICKS_PER_OPERATION * iterations;
}

static int noted_sample(struct bench_ctx *ctx, uint64_t values[BENCH_STAGES_MAX])
{
	(void)ctx;
	note("sample");
	values[0] = 1;
	return 0;
}

static int noted_verify(struct bench_ctx *ctx)
{
	(void)ctx;
	note("verify");
	return 0;
}

static void noted_teardown(struct bench_ctx *ctx)
{
	(void)ctx;
	note("teardown");
}

/* ---- Expected order ---- */

#define TAKE(sample) " check disturbances " sample " disturbances"
#define TAKE_2(sample) TAKE(sample) TAKE(sample)
#define SELF_TIMED " disturbances sample disturbances"
#define END " release verify records teardown close"
#define BEGIN "setup isolate check"
/* The samples of 5 operations take 10 ticks. 40 are needed, of a clock with a step of 1. */
#define CALIBRATION " clock run:5 run:5 run:10 run:10 run:20 run:20"
#define DIFFERENCED "run:20 run:40"
/* A warm-up and the samples of an interval between two readings of the counters. */
#define INTERVAL_2(interval) " count " interval " count count " interval " count"
#define INTERVAL_8(interval) \
	INTERVAL_2(interval) INTERVAL_2(interval) INTERVAL_2(interval) INTERVAL_2(interval)
#define INTERVALS(interval) INTERVAL_8(interval) INTERVAL_8(interval)
_Static_assert(COUNT_SAMPLES == 15, "INTERVALS repeats an interval 16 times");

static const struct order {
	const char *name;
	bool is_repeated, is_differenced, has_sample, has_no_lead_in;
	enum time_base time_base;
	uint64_t warming;
	uint32_t events;
	const char *expected;
} orders[] = {
	{.name = "one operation", .time_base = TIME_REAL,
	 .expected = BEGIN " run:1 run:1 run:1" TAKE_2("run:1") END},
	{.name = "a loop", .is_repeated = true, .time_base = TIME_REAL,
	 .expected = BEGIN " run:5" CALIBRATION " run:20 run:20" TAKE_2("run:20") END},
	{.name = "a loop, differenced", .is_repeated = true, .is_differenced = true,
	 .time_base = TIME_REAL,
	 .expected = BEGIN " run:5 run:10" CALIBRATION " " DIFFERENCED " " DIFFERENCED
		     TAKE_2(DIFFERENCED) END},
	{.name = "a loop that warms its data", .is_repeated = true, .time_base = TIME_REAL,
	 .warming = 77,
	 .expected = BEGIN " run:5 run:77" CALIBRATION " run:20 run:20" TAKE_2("run:20")
		     END},
	{.name = "one operation that warms its data, counted", .time_base = TIME_INSTRUCTIONS,
	 .warming = 77,
	 .expected = BEGIN " disturbances run:1 run:77 run:1 run:1" TAKE_2("run:1") END},
	{.name = "a sample that times itself", .has_sample = true, .time_base = TIME_REAL,
	 .expected = BEGIN " sample sample sample" SELF_TIMED SELF_TIMED END},
	{.name = "a long sample", .has_sample = true, .has_no_lead_in = true,
	 .time_base = TIME_REAL, .expected = BEGIN SELF_TIMED END},
	{.name = "one operation with events", .time_base = TIME_REAL, .events = 1u << PMC_CYCLES,
	 .expected = BEGIN " run:1 run:1 run:1" TAKE_2("run:1") " open" INTERVALS("empty")
		     INTERVALS("run:1") " release verify records record-counts teardown close"},
};

static void check_order(void **state)
{
	const struct order *order = *state;
	static const struct options options;
	const struct sampling_policy policy = {
		.samples = 2, .samples_min = 2, .budget_us = 1, .series_timeout_us = UINT32_MAX,
		.warm_ups = 2, .clock_steps = 40, .limit_ms = 1000, .events = order->events,
	};
	const struct benchmark bench = {
		.name = "fake.noted", .summary = "notes its calls", .setup = noted_setup,
		.run = order->has_sample ? NULL : noted_run,
		.sample = order->has_sample ? noted_sample : NULL,
		.loop_operations = order->is_repeated ? LOOP_OPERATIONS : 0,
		.differenced = order->is_differenced, .no_lead_in = order->has_no_lead_in,
		.verify = noted_verify, .teardown = noted_teardown, .state_bytes = 64,
	};
	struct bench_ctx ctx = {.bench = &bench, .options = &options};

	fake_reset();
	fake.time_base = order->time_base;
	warming = order->warming;
	trace[0] = '\0';
	now_tsc = clock_reads = 0;
	assert_int_equal(point_run(&ctx, &policy), POINT_MEASURED);
	assert_string_equal(trace, order->expected);
}

TEST_CASES(check_order, orders);
