/* SPDX-License-Identifier: MIT */
/* The step of the clock is found in the samples so far. If it changes, earlier samples are not
 * compared with the new step. The host tool compares all samples. */
#include "kernel/display/self_tests.h"

#include "bench/benchmark.h"
#include "lib/clock_step.h"
#include "lib/core_clock.h"
#include "lib/order.h"
#include "lib/self_test.h"
#include "lib/text/string.h"
#include "lib/text/ticks.h"

#define THOUSANDTHS 1000
#define BRAND_CHARS 64
#define QUARTERS 4

/* Data from the records before the run. */
static struct {
	enum time_base time_base;
	uint64_t tsc_hz, max_hz;
	char brand[BRAND_CHARS];
	struct core_clock_stated stated;
} machine;

static struct {
	struct timing_limits timing;
	uint64_t twice_overhead, twice_null;    /* twice the median of the samples of each, in
						 * ticks */
	bool has_timing, is_known[SELFTESTS];
	uint64_t least[SELFTESTS];              /* millionths of a tick per operation */
	struct clock_steps steps;
	struct clock_fits fits;
} tests;

void self_tests_take_record(enum wire_kind kind, const void *body)
{
	if (kind == WIRE_manifest) {
		const struct wire_manifest *manifest = body;

		memset(&machine, 0, sizeof(machine));
		machine.time_base = time_base_of(manifest->time_base);
		machine.tsc_hz = manifest->tsc_hz;
	} else if (kind == WIRE_cpu) {
		const struct wire_cpu *cpu = body;

		text_copy(machine.brand, sizeof(machine.brand), cpu->brand);
		machine.max_hz = cpu->max_hz;
	} else if (kind == WIRE_timer) {
		core_clock_take(&machine.stated, body);
	}
}

void self_tests_begin(void)
{
	memset(&tests, 0, sizeof(tests));
}

static void take_step(const uint64_t *sorted, unsigned count)
{
	uint64_t least = tests.steps.least;

	clock_step_add(&tests.steps, sorted, count);
	if (tests.steps.least != least)
		tests.fits = (struct clock_fits){0};
	clock_step_count(&tests.fits, sorted, count, clock_step_of(&tests.steps));
}

static void take_timing(const uint64_t *sorted, unsigned count)
{
	static uint64_t quarters[BENCH_SAMPLES_MAX];    /* quarters of a tick, for exact
							 * quartiles */

	if (tests.has_timing)
		return;
	for (unsigned i = 0; i < count; i++)
		quarters[i] = sorted[i] * QUARTERS;
	tests.has_timing = true;
	tests.twice_overhead = order_twice_median(sorted, count);
	tests.timing.median = (int64_t)tests.twice_overhead * THOUSANDTHS / 2;
	tests.timing.spread = (int64_t)(order_quartile(quarters, count, 3) -
					order_quartile(quarters, count, 1)) *
			      THOUSANDTHS / QUARTERS;
}

static void take_test(enum self_test test, const struct metric *metric, const uint64_t *sorted,
		      unsigned count)
{
	uint64_t page_bytes, size_bytes;

	if (test == SELFTEST_LATENCY) {
		if (!shown_parameter_number(metric, "page_bytes", &page_bytes) ||
		    !shown_parameter_number(metric, "size_bytes", &size_bytes) ||
		    page_bytes != SELFTEST_LATENCY_PAGE_BYTES ||
		    size_bytes > SELFTEST_LATENCY_BYTES ||
		    (tests.is_known[test] && tests.least[test] <= metric->least_millionths))
			return;
	} else if (tests.is_known[test]) {
		return;
	}
	tests.is_known[test] = true;
	tests.least[test] = metric->least_millionths;
	if (test == SELFTEST_NULL)
		tests.twice_null = order_twice_median(sorted, count);
}

void self_tests_take(const struct metric *metric, const uint64_t *sorted, unsigned count)
{
	if (metric->is_timed && metric->is_clocked && count > 1)
		take_step(sorted, count);
	if (strcmp(metric->bench, METRIC_TIMING_BENCH) == 0)
		take_timing(sorted, count);
	for (enum self_test test = 0; test < SELFTESTS; test++) {
		if (strcmp(metric->bench, selftest_bench(test)) == 0)
			take_test(test, metric, sorted, count);
	}
}

/* The value in thousandths of the unit of the known answer. Returns false if the run lacks the
 * value. */
static bool test_value(enum self_test test, int64_t *value)
{
	uint64_t least = tests.least[test], by = tests.least[SELFTEST_REFERENCE];

	if (!tests.has_timing || !tests.is_known[test])
		return false;
	if (test == SELFTEST_NULL) {
		*value = ((int64_t)tests.twice_null - (int64_t)tests.twice_overhead) *
			 THOUSANDTHS / 2;
		return true;
	}
	if (test != SELFTEST_LATENCY && machine.time_base == TIME_INSTRUCTIONS) {
		*value = (int64_t)ticks_nearest(least, THOUSANDTHS);
		return true;
	}
	if (test == SELFTEST_LATENCY)
		by = tests.least[SELFTEST_L1_LOAD];
	if (by == 0 || (test == SELFTEST_REFERENCE && machine.tsc_hz == 0))
		return false;
	*value = test == SELFTEST_REFERENCE ? (int64_t)ticks_nearest(machine.tsc_hz, by)
					    : (int64_t)ticks_nearest(least * THOUSANDTHS, by);
	return true;
}

void self_tests_judge(bool *is_tested, bool *has_failed)
{
	struct timing_limits timing = tests.timing;
	const struct core_clock_range clock = core_clock_range(machine.brand, machine.stated.hz,
							       machine.max_hz);

	timing.step = clock_step_fits(&tests.fits) ? (int64_t)clock_step_of(&tests.steps)
						   : CLOCK_STEP_NONE;
	*is_tested = *has_failed = false;
	for (enum self_test test = 0; test < SELFTESTS; test++) {
		const struct known_answer answer =
			selftest_answer(test, machine.time_base, &timing, &clock);
		int64_t value;

		if (!selftest_applies(test, machine.time_base) || !test_value(test, &value))
			continue;
		*is_tested = true;
		*has_failed |= selftest_verdict(&answer, value) == VERDICT_FAIL;
	}
}

enum time_base self_tests_time_base(void)
{
	return machine.time_base;
}
