/* What it costs to hand a cache line from CPU to CPU, as a map whose darker cells cost more. */
#include <inttypes.h>
#include <math.h>

#include "tools/record/point.h"
#include "tools/topic/chart.h"
#include "tools/topic/report.h"

#define SECTION "Memory"
#define CPUS_SHOWN_MAX 64
#define PAIRS_MAX (CPUS_SHOWN_MAX * CPUS_SHOWN_MAX / 2)
#define SHADES 8

/* A little apart. */
#define CELL_HALF 0.485

/* From cheap to dear, told apart on white and on black paper. */
static const char *const shades[SHADES] = {
	"#d9e8f5", "#b5d3ea", "#8bbbdc", "#5f9fcb", "#3b82b5", "#24669a", "#144b7b", "#08315a",
};

struct pair {
	uint64_t first, second;
	struct reading reading;
};

struct pairs {
	struct pair *items;
	size_t count;
	uint64_t greatest;              /* number of a CPU */
	double low, high;               /* medians */
};

static void read_pairs(struct charts *charts, const struct bench *bench, struct pairs *pairs)
{
	*pairs = (struct pairs){
		.items = chart_allocate(charts, bench->series_count, sizeof(*pairs->items)),
		.low = INFINITY,
	};
	for (size_t i = 0; i < bench->series_count && pairs->count < PAIRS_MAX; i++) {
		struct pair *pair = &pairs->items[pairs->count];
		const char *point = bench->series[i].info->point;

		if (!point_number(point, "first_cpu", &pair->first) ||
		    !point_number(point, "second_cpu", &pair->second) ||
		    !chart_read(charts, bench, &bench->series[i], &pair->reading))
			continue;
		pairs->count++;
		pairs->greatest = pair->second > pairs->greatest ? pair->second : pairs->greatest;
		pairs->low = fmin(pairs->low, pair->reading.stats.median);
		pairs->high = fmax(pairs->high, pair->reading.stats.median);
	}
}

static size_t shade_of(const struct pairs *pairs, double value)
{
	double part = (value - pairs->low) / (pairs->high - pairs->low);

	return pairs->high > pairs->low ? (size_t)fmin(SHADES - 1, part * SHADES) : SHADES / 2;
}

static void write_shade(struct exhibit *chart, const struct pairs *pairs, size_t shade,
			const char *unit)
{
	double step = (pairs->high - pairs->low) / SHADES;
	double begin = pairs->low + step * (double)shade;

	chart_curve(chart, chart_text(chart->of, "%s to %s %s",
					    chart_figure(chart->of, begin),
					    chart_figure(chart->of, begin + step), unit),
		      CHART_BARS, pairs->count);
	for (size_t i = 0; i < pairs->count; i++) {
		const struct pair *pair = &pairs->items[i];

		if (shade_of(pairs, pair->reading.stats.median) != shade ||
		    pair->second > CPUS_SHOWN_MAX)
			continue;
		chart_point(chart, &(struct chart_point){
			.x = (double)pair->first - CELL_HALF,
			.x_end = (double)pair->first + CELL_HALF,
			.base = (double)pair->second - CELL_HALF,
			.y = (double)pair->second + CELL_HALF,
			.hover = chart_hover(chart->of,
					       chart_text(chart->of, "CPU %" PRIu64
							    " and CPU %" PRIu64, pair->first,
							    pair->second), &pair->reading),
		});
	}
}

/* Each CPU has its number on both axes. */
static void write_axes(struct exhibit *chart, const struct pairs *pairs)
{
	size_t last = pairs->greatest < CPUS_SHOWN_MAX ? pairs->greatest : CPUS_SHOWN_MAX;
	const char **names = chart_allocate(chart->of, last + 1, sizeof(*names));

	for (size_t i = 0; i <= last; i++)
		names[i] = chart_text(chart->of, "%zu", i);
	chart->plot.x = (struct chart_axis){
		.label = "first CPU", .low = -0.6, .high = (double)last - 0.4, .names = names,
		.name_count = last,
	};
	chart->plot.y = (struct chart_axis){
		.label = "second CPU", .low = 0.4, .high = (double)last + 0.6, .names = names,
		.name_count = last + 1,
	};
}

static void chart_pairs_write_table(struct exhibit *chart, const struct pairs *pairs)
{
	chart_columns(chart, "first_cpu", "second_cpu", "unit", READING_COLUMNS, NULL);
	for (size_t i = 0; i < pairs->count; i++) {
		chart_cell(chart, "%" PRIu64, pairs->items[i].first);
		chart_cell(chart, "%" PRIu64, pairs->items[i].second);
		chart_cell(chart, "%s", pairs->items[i].reading.unit);
		chart_reading(chart, &pairs->items[i].reading);
	}
}

void chart_pairs(struct charts *charts)
{
	const struct bench *bench = result_bench(charts->analysis->result, PAIRS_BENCH);
	struct exhibit *chart;
	struct pairs pairs;

	if (bench == NULL)
		return;
	read_pairs(charts, bench, &pairs);
	if (pairs.count == 0)
		return;
	chart = chart_begin(charts, SECTION, PAIRS_BENCH,
				"A cache line handed from CPU to CPU");
	chart->note = "Either way is the same, so there is half of the map only.";
	write_axes(chart, &pairs);
	chart->plot.colours = shades;
	for (size_t i = 0; i < SHADES; i++)
		write_shade(chart, &pairs, i, pairs.items[0].reading.unit);
	chart_pairs_write_table(chart, &pairs);
}
