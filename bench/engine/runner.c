/* SPDX-License-Identifier: MIT */
/* Runs the selected benchmarks. A benchmark that fails loses only its own points. */
#include "bench/engine/runner.h"

#include <stdbool.h>

#include "bench/engine/validity_check.h"
#include "bench/engine/sampling_policy.h"
#include "bench/engine/plan.h"
#include "bench/engine/point.h"
#include "bench/engine/records.h"
#include "bench/engine/sweep.h"
#include "bench/engine/warning.h"
#include "bench/platform.h"
#include "lib/text/ticks.h"
#include "lib/cpu/clock.h"

/* After this many consecutive failed points, the rest of the sweep is skipped. A sweep may have
 * hundreds of points, and each fault record takes a second on a serial line. The number must exceed
 * the number of points of test.fault. */
#define FAILURES_IN_A_ROW_MAX 8

/* State of one benchmark's sweep. */
struct course {
	struct bench_ctx ctx;
	struct sampling_policy policy;
	unsigned measured, failed, failed_in_a_row;
	uint64_t device;                /* current device of a benchmark with devices */
	bool has_given_up;              /* whether this device was given up */
};

struct tally {
	uint64_t run, skipped, faulted;         /* numbers of benchmarks */
	uint64_t points, verified;              /* numbers of measured points */
};

/* Time since begin_tsc. Returns 0 if the clock's frequency is unknown. */
static uint64_t elapsed_us_since(uint64_t begin_tsc)
{
	uint64_t ticks = clock_read() - begin_tsc, hz = platform_clock_hz();

	return hz != 0 ? ticks_to_us(ticks, hz) : 0;
}

/* Give up the rest of a sweep or of a device. Returns whether to continue with another device. */
static bool give_up(struct course *course, const char *why)
{
	const struct benchmark *bench = course->ctx.bench;

	course->has_given_up = true;
	if (bench->is_of_devices)
		warning("runner", "%s: %s; skipping its other points of %s", bench->name,
			why, bench->axes[0].labels[course->device]);
	else
		warning("runner", "%s: %s; skipping its other points", bench->name, why);
	return bench->is_of_devices;
}

static bool is_given_up(struct course *course)
{
	if (course->ctx.bench->is_of_devices && course->device != course->ctx.point[0]) {
		course->device = course->ctx.point[0];
		course->failed_in_a_row = 0;
		course->has_given_up = false;
	}
	return course->has_given_up;
}

static bool visit_point(void *context)
{
	struct course *course = context;

	if (is_given_up(course))
		return true;
	switch (point_run(&course->ctx, &course->policy)) {
	case POINT_MEASURED:
		course->measured++;
		course->failed_in_a_row = 0;
		return true;
	case POINT_SKIPPED:
		return true;
	case POINT_HUNG:
		course->failed++;
		return give_up(course, "a point hung");
	case POINT_FAILED:
		course->failed++;
		if (++course->failed_in_a_row < FAILURES_IN_A_ROW_MAX)
			return true;
		return give_up(course, "too many consecutive points failed");
	}
	return false;
}

static void left_out(void *context, unsigned axes)
{
	struct course *course = context;

	records_skip(&course->ctx, axes);
}

static void run_bench(const struct benchmark *bench, const struct options *options,
		      struct tally *tally)
{
	struct course course = {
		.ctx = {.bench = bench, .suite = options->suite, .options = options},
		.policy = sampling_policy_for(options, bench),
	};
	struct sweep sweep = {&course.ctx, visit_point, left_out, &course};
	uint64_t begin_tsc = clock_read(), id = records_bench(bench);

	sweep_points(&sweep);
	if (course.failed > 0)
		tally->faulted++;
	else if (course.measured > 0)
		tally->run++;
	else
		tally->skipped++;
	tally->points += course.measured;
	tally->verified += bench->verified != NULL ? course.measured : 0;
	records_done(id, elapsed_us_since(begin_tsc));
}

static void run_or_skip(const struct benchmark *bench, const struct options *options,
			struct tally *tally)
{
	uint32_t missing = bench->needs & ~platform_capabilities();

	if (missing != 0) {
		records_missing(bench, (enum platform_capability_bit)__builtin_ctz(missing));
		tally->skipped++;
	} else {
		run_bench(bench, options, tally);
	}
}

static bool selects_any(const char *pattern, const struct benchmark *const *benchmarks)
{
	while (*benchmarks != NULL && !options_pattern_matches(pattern, *benchmarks))
		benchmarks++;
	return *benchmarks != NULL;
}

static void warn_of_idle_patterns(const struct options *options,
				  const struct benchmark *const *benchmarks)
{
	for (unsigned i = 0; i < options->pattern_count; i++) {
		if (!selects_any(options->patterns[i], benchmarks))
			warning("runner", "bench=%s: no such benchmark", options->patterns[i]);
	}
}

/* The countable events of a mask; writes a skip record for each of the others. */
static uint32_t countable(uint32_t events)
{
	uint32_t good = 0;

	for (uint32_t rest = events; rest != 0; rest &= rest - 1) {
		enum pmc_event event = (enum pmc_event)__builtin_ctz(rest);
		const char *why = platform_pmc_missing_reason(event);

		if (why == NULL)
			good |= 1u << event;
		else
			records_uncounted(event, why);
	}
	return good;
}

unsigned runner_run(const struct options *options, const struct benchmark *const *benchmarks)
{
	struct wire_writer *writer = platform_writer();
	uint64_t begin_tsc = clock_read();
	struct plan plan = plan_make(options, benchmarks);
	struct tally tally = {0};
	struct wire_end end = {.status = "complete"};
	static struct options usable;   /* too large for a stack */

	records_begin();
	validity_check_begin();
	platform_describe(writer, options_suite_name(options->suite));
	warn_of_idle_patterns(options, benchmarks);
	usable = *options;
	usable.events = countable(options->events);
	plan_write(&plan, writer, benchmarks);
	for (; *benchmarks != NULL; benchmarks++) {
		if (plan_holds(&plan, *benchmarks))
			run_or_skip(*benchmarks, &usable, &tally);
	}
	platform_conclude();
	end.records = writer->seq;
	end.run = tally.run;
	end.skipped = tally.skipped;
	end.faulted = tally.faulted;
	end.points = tally.points;
	end.verified = tally.verified;
	platform_print("End: %lu benchmarks finished, %lu skipped, %lu aborted\n", end.run,
		     end.skipped, end.faulted);
	end.elapsed_us = elapsed_us_since(begin_tsc);
	wire_write(writer, WIRE_end, &end);
	return (unsigned)tally.faulted;
}
