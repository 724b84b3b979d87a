/* SPDX-License-Identifier: MIT */
/* Metrics of a benchmark that times n and 2n operations itself: the difference of each pair. */
#include "tests/unit/unit.h"

#include "lib/wire/samples.h"
#include "tools/analysis/analysis.h"

#define SAMPLES 5
#define BENCH "code.sequence"
#define POINT "sequence=a@1 ring=3"

static const uint64_t once[SAMPLES] = {1300, 1310, 1305, 1300, 9000};
static const uint64_t twice[SAMPLES] = {2300, 2310, 2305, 2300, 2300};

static struct result *result;
static uint64_t next_series;

static void add_series(const char *point, const char *stage, uint64_t iterations, uint64_t timed,
		       const uint64_t values[SAMPLES])
{
	uint8_t data[SAMPLES * SAMPLE_BYTES_MAX];
	const uint64_t id = next_series++;
	const struct wire_record series = {
		.kind = WIRE_series,
		.seq = 10 + 2 * id,
		.series = {.id = id, .bench = 1, .point = point, .stage = stage,
			   .iterations = iterations, .timed = timed},
	};
	struct wire_record samples = {
		.kind = WIRE_samples, .seq = 11 + 2 * id,
		.samples = {.series = id, .n = SAMPLES, .data = {.data = data}},
	};

	samples_pack(values, SAMPLES, data, sizeof(data), &samples.samples.data.size);
	result_add(result, &series);
	result_add(result, &samples);
}

static int begin(void **state)
{
	static const struct wire_record bench = {
		.kind = WIRE_bench, .seq = 1, .bench = {1, BENCH, "", "tsc_ticks", ""},
	};

	(void)state;
	result = result_new();
	next_series = 0;
	result_add(result, &bench);
	return 0;
}

static int end(void **state)
{
	(void)state;
	result_free(result);
	return 0;
}

static struct analysis *analyse(void)
{
	const struct log_account account = {0};

	result_link(result, &account);
	return analysis_new(result);
}

TEST_WITH(metric_is_the_difference_of_2n_and_n_operations, begin, end)
{
	struct analysis *analysis;
	const struct metric *metric;

	add_series(POINT, "", 100, 0, once);
	add_series(POINT, "2n", 200, 0, twice);
	analysis = analyse();
	metric = metrics_find(&analysis->metrics, BENCH, POINT, "");
	assert_float_equal(metric->warm.summary.ticks.median, 10, 1e-9);
	assert_float_equal(metric->warm.summary.ticks.max, 10, 1e-9);
	/* A negative difference is set to zero and counted. */
	assert_float_equal(metric->warm.summary.ticks.min, 0, 1e-9);
	assert_int_equal(metric->warm.summary.saturated, 1);
	assert_int_equal(analysis->method_point_count, 0);
	analysis_free(analysis);
}

TEST_WITH(series_of_another_point_is_not_subtracted, begin, end)
{
	struct analysis *analysis;
	const struct metric *metric;

	add_series(POINT, "", 100, 0, once);
	add_series("sequence=b@2 ring=3", "2n", 200, 0, twice);
	analysis = analyse();
	metric = metrics_find(&analysis->metrics, BENCH, POINT, "");
	assert_float_equal(metric->warm.summary.ticks.median, 13.05, 1e-9);
	analysis_free(analysis);
}

/* The runner's own timing is corrected by null.timing instead. */
TEST_WITH(samples_that_the_runner_timed_stay, begin, end)
{
	struct analysis *analysis;
	const struct metric *metric;

	add_series(POINT, "", 100, 1, once);
	add_series(POINT, "2n", 200, 1, twice);
	analysis = analyse();
	metric = metrics_find(&analysis->metrics, BENCH, POINT, "");
	assert_float_equal(metric->warm.summary.ticks.median, 13.05, 1e-9);
	analysis_free(analysis);
}
