/* SPDX-License-Identifier: MIT */
/* Each statistic of a made-up run is changed, one at a time, and must be found; unchanged ones of
 * many random runs must not. */
#include "tests/unit/unit.h"

#include <string.h>

#include "lib/rng.h"
#include "tests/unit/tools/small_log.h"
#include "tools/analysis/analysis.h"
#include "tools/analysis/recount.h"

#define SAMPLES 21
#define BENCH "a.b"

static struct analysis *analysis;
static struct result *result;

static void measure(const char *time_base, const uint64_t *ticks, size_t n)
{
	static const uint64_t overhead[] = {10, 11, 10, 10, 11, 10, 10};
	struct small_log log;

	small_log_begin_with(&log, time_base);
	log.is_timed = true;
	small_log_bench(&log, TIMING_BENCH);
	small_log_samples(&log, "", overhead, COUNT(overhead));
	small_log_bench(&log, BENCH);
	small_log_samples(&log, "size_bytes=64", ticks, n);
	result = small_log_end(&log);
	analysis = analysis_new_quick(result);
}

static void end(void)
{
	analysis_free(analysis);
	result_free(result);
}

static bool agrees(char text[RECOUNT_TEXT_MAX])
{
	text[0] = '\0';
	return recount_agrees(&analysis->metrics, &analysis->overhead, text);
}

static struct metric *measured(void)
{
	size_t count;

	return (struct metric *)metrics_of(&analysis->metrics, BENCH, &count);
}

/* 12, 15, …, 72; and 5, which is below the overhead. */
static void measure_example(void)
{
	uint64_t ticks[SAMPLES];

	for (size_t i = 0; i < SAMPLES; i++)
		ticks[i] = 12 + 3 * (i * 8 % SAMPLES);
	ticks[4] = 5;
	measure("real", ticks, SAMPLES);
}

TEST(statistics_of_random_samples_agree)
{
	static const char *const bases[] = {"real", "emulated", "instructions"};
	char text[RECOUNT_TEXT_MAX];
	uint64_t ticks[SMALL_LOG_SAMPLES_MAX];
	struct rng rng;

	rng_seed(&rng, 64);
	for (size_t trial = 0; trial < 600; trial++) {
		size_t n = 1 + trial % SMALL_LOG_SAMPLES_MAX;
		uint64_t range = UINT64_C(1) << trial % 45;

		for (size_t i = 0; i < n; i++)
			ticks[i] = rng_next(&rng) % range;
		measure(bases[trial % COUNT(bases)], ticks, n);
		if (!agrees(text))
			fail_msg("trial %zu: %s", trial, text);
		assert_true(analysis->valid);
		end();
	}
}

#define CHANGE(name, statement, says) \
	TEST(changed_##name##_is_found) \
	{ \
		char text[RECOUNT_TEXT_MAX]; \
		struct metric *metric; \
		struct summary *warm; \
\
		measure_example(); \
		metric = measured(); \
		warm = &metric->warm.summary; \
		assert_true(agrees(text)); \
		statement; \
		(void)warm; \
		assert_false(agrees(text)); \
		if (strstr(text, says) == NULL) \
			fail_msg("%s", text); \
		end(); \
	}

CHANGE(number, warm->ticks.n--, "number")
CHANGE(minimum, warm->ticks.min += 2, "a.b, size_bytes=64: this program's minimum")
CHANGE(p1, warm->ticks.p1 += 0.1, "p1 ")
CHANGE(p5, warm->ticks.p5 += 1, "p5 ")
CHANGE(p25, warm->ticks.p25 += 1, "p25")
CHANGE(median, warm->ticks.median += 1.5, "median")
CHANGE(p75, warm->ticks.p75 = warm->ticks.p90, "p75")
CHANGE(p90, warm->ticks.p90 = warm->ticks.p99, "p90")
CHANGE(p99, warm->ticks.p99 += 0.01, "p99")
CHANGE(maximum, warm->ticks.max = warm->ticks.p99, "maximum")
CHANGE(mean, warm->ticks.mean = warm->ticks.median, "mean")
CHANGE(sigma, warm->ticks.sigma *= 0.99, "standard deviation")
CHANGE(lower_end, warm->ticks.median_low += 3, "interval")
CHANGE(upper_end, warm->ticks.median_high += 3, "interval")
CHANGE(interval, warm->ticks.has_interval = false, "interval")
CHANGE(saturation, warm->saturated = 0, "below the overhead")
CHANGE(scale, metric->scale = 1000, "unit")
CHANGE(overhead, analysis->overhead.cost = 11, "the subtracted overhead, 11 ticks")

TEST(bandwidth_of_another_time_is_found)
{
	char text[RECOUNT_TEXT_MAX];
	struct wire_series info;
	struct series series;

	measure_example();
	info = *measured()->series->info;
	series = *measured()->series;
	series.info = &info;
	info.bytes = 64;
	measured()->series = &series;
	assert_true(agrees(text));
	info.iterations = 2;
	assert_false(agrees(text));
	end();
}

TEST(widened_interval_agrees_only_about_its_median)
{
	/* A clock of steps of 40 ticks: the interval is one step wide. */
	static const uint64_t ticks[] = {400, 400, 440, 400, 400, 400, 400, 440, 400, 400};
	char text[RECOUNT_TEXT_MAX];
	struct summary *warm;

	measure("real", ticks, COUNT(ticks));
	warm = &measured()->warm.summary;
	warm->step = 40;
	stats_widen(&warm->ticks, warm->step);
	assert_true(warm->ticks.median_high > warm->ticks.median);
	assert_true(agrees(text));
	warm->ticks.median_low = warm->ticks.median_high;
	assert_false(agrees(text));
	end();
}

/* ---- One value ---- */

TEST(value_of_another_statistic_is_found)
{
	struct stats stats;

	measure_example();
	stats = metric_stats(measured());
	const struct {
		const char *name;
		double value;
	} values[] = {
		{"n", (double)stats.n}, {"min", stats.min}, {"p1", stats.p1}, {"p5", stats.p5},
		{"p25", stats.p25}, {"median", stats.median}, {"p75", stats.p75},
		{"p90", stats.p90}, {"p99", stats.p99}, {"max", stats.max}, {"mean", stats.mean},
	};

	for (size_t i = 0; i < COUNT(values); i++) {
		for (size_t j = 0; j < COUNT(values); j++)
			assert_int_equal(recount_has(measured(), &analysis->overhead, false,
						     values[i].name, values[j].value),
					 values[i].value == values[j].value);
	}
	assert_true(recount_has(measured(), &analysis->overhead, false, "an unknown one", 1));
	end();
}
