/* SPDX-License-Identifier: MIT */
/* Collects samples until their series ends. The median of null.timing is the timing overhead. */
#include "kernel/display/figures.h"

#include "bench/engine/measure.h"
#include "lib/text/quantity.h"
#include "lib/text/string.h"
#include "lib/wire/samples.h"

#define TIMING_BENCH "null.timing"
#define TICKS_UNIT "tsc_ticks"

/* Timing overhead whose spread exceeds both limits is not subtracted. */
#define SPREAD_TICKS_MAX 2
#define SPREAD_PART_MAX 10              /* a tenth of the median */

static struct {
	struct figure figure;           /* of the current series */
	bool is_under_way, needs_cost;
	uint64_t iterations;
	unsigned count;
	uint64_t values[BENCH_SAMPLES_MAX];
	uint64_t cost_ticks;            /* timing overhead */
	uint64_t timed_samples, disturbed_samples;
} figures;

void figures_begin(void)
{
	memset(&figures, 0, sizeof(figures));
	figures.figure.bench = "";
}

void figures_bench(const char *name, const char *unit)
{
	figures.figure.bench = name;
	figures.figure.is_timed = strcmp(unit, TICKS_UNIT) == 0;
	figures.is_under_way = false;
}

void figures_series(const struct wire_series *series)
{
	text_copy(figures.figure.point, sizeof(figures.figure.point), series->point);
	text_copy(figures.figure.stage, sizeof(figures.figure.stage), series->stage);
	figures.figure.bytes = series->bytes;
	figures.iterations = series->iterations > 0 ? series->iterations : 1;
	figures.needs_cost = series->timed != 0;
	figures.count = 0;
	figures.is_under_way = true;
	if (series->timed != 0)
		figures.disturbed_samples += series->disturbed_samples;
}

void figures_samples(const struct wire_samples *samples)
{
	long more;

	if (!figures.is_under_way || samples->cold != 0)
		return;
	more = samples_unpack(samples->data.data, samples->data.size,
			      figures.values + figures.count, BENCH_SAMPLES_MAX - figures.count);
	if (more > 0)
		figures.count += (unsigned)more;
}

/* Insertion sort is fast here: most samples are nearly equal. */
static void figures_sort(uint64_t *values, unsigned count)
{
	for (unsigned i = 1; i < count; i++) {
		uint64_t value = values[i];
		unsigned place = i;

		for (; place > 0 && values[place - 1] > value; place--)
			values[place] = values[place - 1];
		values[place] = value;
	}
}

static void figures_take_cost(void)
{
	uint64_t median = figures.values[figures.count / 2];
	uint64_t spread = figures.values[figures.count * 3 / 4] - figures.values[figures.count / 4];

	if (spread <= SPREAD_TICKS_MAX || spread <= median / SPREAD_PART_MAX)
		figures.cost_ticks = median;
}

bool figures_end_series(struct figure *figure)
{
	uint64_t median, cost = figures.needs_cost ? figures.cost_ticks : 0;

	if (!figures.is_under_way || figures.count == 0)
		return false;
	figures.is_under_way = false;
	figures_sort(figures.values, figures.count);
	if (figures.needs_cost)
		figures.timed_samples += figures.count;
	if (strcmp(figures.figure.bench, TIMING_BENCH) == 0)
		figures_take_cost();
	median = figures.values[figures.count / 2];
	median = median > cost ? median - cost : 0;
	figures.figure.thousandths = quantity_of_one(median, figures.iterations);
	*figure = figures.figure;
	return true;
}

const uint64_t *figures_sorted(unsigned *count)
{
	*count = figures.count;
	return figures.values;
}

void figures_disturbed(uint64_t *samples, uint64_t *disturbed)
{
	*samples = figures.timed_samples;
	*disturbed = figures.disturbed_samples;
}

const char *figure_parameter(const struct figure *figure, const char *name)
{
	size_t length = strlen(name);
	const char *at = figure->point;

	while (strncmp(at, name, length) != 0 || at[length] != '=') {
		at = strchr(at, ' ');
		if (at == NULL)
			return NULL;
		at++;
	}
	return at + length + 1;
}

bool figure_number(const struct figure *figure, const char *name, uint64_t *value)
{
	const char *at = figure_parameter(figure, name);

	if (at == NULL || *at < '0' || *at > '9')
		return false;
	for (*value = 0; *at >= '0' && *at <= '9'; at++)
		*value = *value * 10 + (uint64_t)(*at - '0');
	return true;
}
