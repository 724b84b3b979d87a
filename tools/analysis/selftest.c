/* SPDX-License-Identifier: MIT */
/* The target only sends measurements. lib/self_test.c has the known answers. */
#include "tools/analysis/selftest.h"

#include <math.h>

#include "tools/analysis/core_clock.h"

#define THOUSANDTHS 1000.0

/* The benchmark's metric; NULL if the run lacks it. */
static const struct metric *selftest_metric(const struct metrics *metrics, enum self_test test)
{
	size_t count;
	const struct metric *metric = metrics_of(metrics, selftest_bench(test), &count);

	return count > 0 && metric_has_samples(metric) ? metric : NULL;
}

/* The fastest load from a small working set in 4 KiB pages, relative to a load from the L1 cache.
 * Returns false if the run lacks either. */
static bool small_load_value(const struct metrics *metrics, double *value)
{
	const struct metric *load = selftest_metric(metrics, SELFTEST_L1_LOAD);
	double least = INFINITY;
	size_t count;
	const struct metric *metric = metrics_of(metrics, selftest_bench(SELFTEST_LATENCY), &count);

	for (; count > 0; count--, metric++) {
		uint64_t page_bytes, size_bytes;

		if (metric_has_samples(metric) &&
		    metric_parameter_number(metric, "page_bytes", &page_bytes) &&
		    page_bytes == SELFTEST_LATENCY_PAGE_BYTES &&
		    metric_parameter_number(metric, "size_bytes", &size_bytes) &&
		    size_bytes <= SELFTEST_LATENCY_BYTES)
			least = fmin(least, metric->warm.summary.ticks.min);
	}
	if (load == NULL || isinf(least) || !(load->warm.summary.ticks.min > 0))
		return false;
	*value = least / load->warm.summary.ticks.min;
	return true;
}

/* A chain's value in the unit of its limits; false if the run lacks it. Minima are compared,
 * because the core clock may change between two benchmarks, and both benchmarks have most likely
 * seen the highest clock. */
static bool chain_value(const struct metrics *metrics, enum self_test test, enum time_base base,
			double *value)
{
	const struct metric *metric = selftest_metric(metrics, test);
	const struct metric *reference = selftest_metric(metrics, SELFTEST_REFERENCE);
	double ns_per_tick = timing_ns_per_tick(metrics->result), cycle;

	if (metric == NULL)
		return false;
	*value = metric->warm.summary.ticks.min;
	if (base == TIME_INSTRUCTIONS)
		return true;
	cycle = reference != NULL ? reference->warm.summary.ticks.min : 0;
	if (cycle <= 0 || (metric == reference && ns_per_tick <= 0))
		return false;
	*value = metric == reference ? 1 / (cycle * ns_per_tick) : *value / cycle;
	return true;
}

/* The bias of an empty operation is its corrected time, which may be negative, so it is computed
 * without saturation. */
static bool selftest_value(const struct metrics *metrics, const struct overhead *overhead,
			   enum self_test test, enum time_base base, double *value)
{
	const struct metric *metric = selftest_metric(metrics, test);

	if (overhead->state == OVERHEAD_MISSING)
		return false;
	if (test == SELFTEST_LATENCY)
		return small_load_value(metrics, value);
	if (test != SELFTEST_NULL)
		return chain_value(metrics, test, base, value);
	if (metric != NULL)
		*value = timing_of_one(metric->warm.summary.sample_median, overhead->cost, 1);
	return metric != NULL;
}

static int64_t thousandths(double value)
{
	return llround(value * THOUSANDTHS);
}

void selftest_judge(const struct metrics *metrics, const struct overhead *overhead,
		    struct selftest tests[SELFTESTS])
{
	enum time_base base = timing_base(metrics->result);
	const struct core_clock_range clock = core_clock_of(metrics->result);
	const struct timing_limits timing = {
		.median = thousandths(overhead->stats.median),
		.spread = thousandths(overhead->stats.p75 - overhead->stats.p25),
		.step = thousandths(overhead->step),
	};

	for (enum self_test i = 0; i < SELFTESTS; i++) {
		const struct known_answer answer = selftest_answer(i, base, &timing, &clock);
		struct selftest *test = &tests[i];

		*test = (struct selftest){
			.bench = selftest_bench(i), .verdict = VERDICT_NOT_CHECKED,
			.claim = answer.claim, .unit = answer.unit,
			.low = (double)answer.low / THOUSANDTHS,
			.high = (double)answer.high / THOUSANDTHS,
		};
		if (!selftest_applies(i, base))
			test->verdict = VERDICT_NOT_APPLICABLE;
		else if (selftest_value(metrics, overhead, i, base, &test->value))
			test->verdict = selftest_verdict(&answer, thousandths(test->value));
	}
}

bool selftest_is_judged(const struct selftest tests[SELFTESTS])
{
	for (size_t i = 0; i < SELFTESTS; i++) {
		if (tests[i].verdict <= VERDICT_UNEXPECTED)
			return true;
	}
	return false;
}

const char *verdict_name(enum verdict verdict)
{
	static const char *const names[] = {
		[VERDICT_PASS] = "pass", [VERDICT_FAIL] = "fail",
		[VERDICT_UNEXPECTED] = "unexpected",
		[VERDICT_NOT_CHECKED] = "not checked",
		[VERDICT_NOT_APPLICABLE] = "not applicable",
	};

	return names[verdict];
}
