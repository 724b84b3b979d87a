/* SPDX-License-Identifier: MIT */
/* Collects samples until their series ends. The median of null.timing is the timing overhead. */
#include "kernel/display/metrics.h"

#include "bench/engine/measure.h"
#include "bench/engine/stability.h"
#include "lib/order.h"
#include "lib/text/quantity.h"
#include "lib/text/string.h"
#include "lib/wire/samples.h"

#define TICKS_UNIT "tsc_ticks"
#define THOUSANDTHS 1000

static struct {
	struct metric metric;           /* of the current series */
	bool is_under_way, needs_cost;
	uint64_t iterations;
	unsigned count;
	uint64_t values[BENCH_SAMPLES_MAX];
	uint64_t twice_cost_ticks;      /* timing overhead; 0 if it is unstable */
	uint64_t timed_samples, disturbed_samples;
} metrics;

void metrics_begin(void)
{
	memset(&metrics, 0, sizeof(metrics));
	metrics.metric.bench = "";
}

void metrics_begin_bench(const char *name, const char *unit)
{
	metrics.metric.bench = name;
	metrics.metric.is_timed = strcmp(unit, TICKS_UNIT) == 0;
	metrics.is_under_way = false;
}

void metrics_begin_series(const struct wire_series *series)
{
	text_copy(metrics.metric.point, sizeof(metrics.metric.point), series->point);
	text_copy(metrics.metric.stage, sizeof(metrics.metric.stage), series->stage);
	metrics.metric.bytes = series->bytes;
	metrics.iterations = series->iterations > 0 ? series->iterations : 1;
	metrics.needs_cost = metrics.metric.is_clocked = series->timed != 0;
	metrics.count = 0;
	metrics.is_under_way = true;
	if (series->timed != 0)
		metrics.disturbed_samples += series->disturbed_samples;
}

void metrics_add_samples(const struct wire_samples *samples)
{
	long more;

	if (!metrics.is_under_way || samples->cold != 0)
		return;
	more = samples_unpack(samples->data.data, samples->data.size,
			      metrics.values + metrics.count, BENCH_SAMPLES_MAX - metrics.count);
	if (more > 0)
		metrics.count += (unsigned)more;
}

/* A value without the timing overhead. It is 0 if noise exceeds the operations. */
static uint64_t of_twice(uint64_t twice_ticks, uint64_t twice_cost)
{
	return twice_ticks > twice_cost ? twice_ticks - twice_cost : 0;
}

bool metrics_end_series(struct metric *metric)
{
	uint64_t twice_median, twice_cost = metrics.needs_cost ? metrics.twice_cost_ticks : 0;

	if (!metrics.is_under_way || metrics.count == 0)
		return false;
	metrics.is_under_way = false;
	order_sort(metrics.values, metrics.count);
	twice_median = order_twice_median(metrics.values, metrics.count);
	if (metrics.needs_cost)
		metrics.timed_samples += metrics.count;
	if (strcmp(metrics.metric.bench, METRIC_TIMING_BENCH) == 0 &&
	    samples_are_stable(metrics.values, metrics.count))
		metrics.twice_cost_ticks = twice_median;
	metrics.metric.thousandths = quantity_of_one(of_twice(twice_median, twice_cost),
						     2 * metrics.iterations);
	metrics.metric.least_millionths =
		quantity_of_one(of_twice(2 * metrics.values[0], twice_cost) * THOUSANDTHS,
				2 * metrics.iterations);
	*metric = metrics.metric;
	return true;
}

const uint64_t *metrics_sorted_samples(unsigned *count)
{
	*count = metrics.count;
	return metrics.values;
}

void metrics_count_disturbed(uint64_t *samples, uint64_t *disturbed)
{
	*samples = metrics.timed_samples;
	*disturbed = metrics.disturbed_samples;
}

const char *shown_parameter(const struct metric *metric, const char *name)
{
	size_t length = strlen(name);
	const char *at = metric->point;

	while (strncmp(at, name, length) != 0 || at[length] != '=') {
		at = strchr(at, ' ');
		if (at == NULL)
			return NULL;
		at++;
	}
	return at + length + 1;
}

bool shown_parameter_number(const struct metric *metric, const char *name, uint64_t *value)
{
	const char *at = shown_parameter(metric, name);

	if (at == NULL || *at < '0' || *at > '9')
		return false;
	for (*value = 0; *at >= '0' && *at <= '9'; at++)
		*value = *value * 10 + (uint64_t)(*at - '0');
	return true;
}
