/* What it costs to hand a cache line from CPU to CPU, as a map whose darker cells cost more. */
#include <inttypes.h>
#include <math.h>

#include "tools/exhibit.h"
#include "tools/point.h"
#include "tools/report.h"

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

static void read_pairs(struct exhibits *exhibits, const struct bench *bench, struct pairs *pairs)
{
	*pairs = (struct pairs){
		.items = exhibit_allocate(exhibits, bench->series_count, sizeof(*pairs->items)),
		.low = INFINITY,
	};
	for (size_t i = 0; i < bench->series_count && pairs->count < PAIRS_MAX; i++) {
		struct pair *pair = &pairs->items[pairs->count];
		const char *point = bench->series[i].info->point;

		if (!point_number(point, "first_cpu", &pair->first) ||
		    !point_number(point, "second_cpu", &pair->second) ||
		    !exhibit_read(exhibits, bench, &bench->series[i], &pair->reading))
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

static void put_shade(struct exhibit *exhibit, const struct pairs *pairs, size_t shade,
		      const char *unit)
{
	double step = (pairs->high - pairs->low) / SHADES;
	double begin = pairs->low + step * (double)shade;

	exhibit_curve(exhibit, exhibit_text(exhibit->of, "%s to %s %s",
					    exhibit_figure(exhibit->of, begin),
					    exhibit_figure(exhibit->of, begin + step), unit),
		      PLOT_BARS, pairs->count);
	for (size_t i = 0; i < pairs->count; i++) {
		const struct pair *pair = &pairs->items[i];

		if (shade_of(pairs, pair->reading.stats.median) != shade ||
		    pair->second > CPUS_SHOWN_MAX)
			continue;
		exhibit_point(exhibit, &(struct plot_point){
			.x = (double)pair->first - CELL_HALF,
			.x_end = (double)pair->first + CELL_HALF,
			.base = (double)pair->second - CELL_HALF,
			.y = (double)pair->second + CELL_HALF,
			.hover = exhibit_hover(exhibit->of,
					       exhibit_text(exhibit->of, "CPU %" PRIu64
							    " and CPU %" PRIu64, pair->first,
							    pair->second), &pair->reading),
		});
	}
}

/* Each CPU has its number on both axes. */
static void put_axes(struct exhibit *exhibit, const struct pairs *pairs)
{
	size_t last = pairs->greatest < CPUS_SHOWN_MAX ? pairs->greatest : CPUS_SHOWN_MAX;
	const char **names = exhibit_allocate(exhibit->of, last + 1, sizeof(*names));

	for (size_t i = 0; i <= last; i++)
		names[i] = exhibit_text(exhibit->of, "%zu", i);
	exhibit->plot.x = (struct plot_axis){
		.label = "first CPU", .low = -0.6, .high = (double)last - 0.4, .names = names,
		.name_count = last,
	};
	exhibit->plot.y = (struct plot_axis){
		.label = "second CPU", .low = 0.4, .high = (double)last + 0.6, .names = names,
		.name_count = last + 1,
	};
}

static void put_table(struct exhibit *exhibit, const struct pairs *pairs)
{
	exhibit_columns(exhibit, "first_cpu", "second_cpu", "unit", READING_COLUMNS, NULL);
	for (size_t i = 0; i < pairs->count; i++) {
		exhibit_cell(exhibit, "%" PRIu64, pairs->items[i].first);
		exhibit_cell(exhibit, "%" PRIu64, pairs->items[i].second);
		exhibit_cell(exhibit, "%s", pairs->items[i].reading.unit);
		exhibit_reading(exhibit, &pairs->items[i].reading);
	}
}

void exhibit_pairs(struct exhibits *exhibits)
{
	const struct bench *bench = result_bench(exhibits->analysis->result, PAIRS_BENCH);
	struct exhibit *exhibit;
	struct pairs pairs;

	if (bench == NULL)
		return;
	read_pairs(exhibits, bench, &pairs);
	if (pairs.count == 0)
		return;
	exhibit = exhibit_begin(exhibits, SECTION, PAIRS_BENCH,
				"A cache line handed from CPU to CPU");
	exhibit->note = "Either way is the same, so there is half of the map only.";
	put_axes(exhibit, &pairs);
	exhibit->plot.colours = shades;
	for (size_t i = 0; i < SHADES; i++)
		put_shade(exhibit, &pairs, i, pairs.items[0].reading.unit);
	put_table(exhibit, &pairs);
}
