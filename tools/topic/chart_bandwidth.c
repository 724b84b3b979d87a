/* Bandwidth: a picture for each number of CPUs at once,
 * a curve an operation at its fastest width. */
#include <inttypes.h>
#include <math.h>
#include <string.h>

#include "lib/text/string.h"
#include "tools/record/point.h"
#include "tools/topic/chart.h"
#include "tools/topic/report.h"

#define SECTION "Memory"
#define CPUS_MAX 16

/* ---- Curves ---- */

static bool is_at(const struct series *series, uint64_t cpus)
{
	uint64_t at_cpus;

	return point_number(series->info->point, "cpus", &at_cpus) && at_cpus == cpus;
}

/* The fastest of the series of a size that come at or after the given one, which is the first. */
static double fastest(const struct charts *charts, const struct bench *bench, uint64_t cpus,
		      uint64_t size_bytes)
{
	double rate = 0;
	uint64_t size;

	for (size_t i = 0; i < bench->series_count; i++) {
		const struct series *series = &bench->series[i];

		if (is_at(series, cpus) &&
		    point_number(series->info->point, "size_bytes", &size) && size == size_bytes)
			rate = fmax(rate, analysis_bandwidth(charts->analysis, bench, series));
	}
	return rate;
}

/* Sizes come in rising order at every width, so the first width's are all of them. */
static void chart_bandwidth_write_curve(struct exhibit *chart, const struct bench *bench,
					uint64_t cpus, const char *unit)
{
	const char *name = bench->info->name + strlen("mem.bandwidth.");
	uint64_t before = 0, size;
	char text[POINT_TEXT_MAX];

	if (!chart_curve(chart, name, CHART_LINES_POINTS, bench->series_count))
		return;
	for (size_t i = 0; i < bench->series_count && i < CHART_ROWS_MAX; i++) {
		const struct series *series = &bench->series[i];
		double rate;

		if (!is_at(series, cpus) ||
		    !point_number(series->info->point, "size_bytes", &size) || size <= before)
			continue;
		before = size;
		rate = fastest(chart->of, bench, cpus, size);
		chart_point(chart, &(struct chart_point){
			.x = (double)size, .y = rate,
			.hover = chart_text(chart->of, "%s, %s: %s %s", name,
					      point_size(size, text),
					      chart_figure(chart->of, rate), unit),
		});
	}
}

static void write_cells(struct exhibit *chart, const struct bench *bench, uint64_t cpus)
{
	for (size_t i = 0; i < bench->series_count; i++) {
		const struct series *series = &bench->series[i];
		const char *rest = series->info->point;
		struct parameter parameter;
		uint64_t size;

		if (!is_at(series, cpus) || !point_number(rest, "size_bytes", &size))
			continue;
		chart_cell(chart, "%s", bench->info->name + strlen("mem.bandwidth."));
		while (point_next(&rest, &parameter) && strcmp(parameter.name, "width") != 0)
			;
		chart_cell(chart, "%s", parameter.value);
		chart_cell(chart, "%" PRIu64, size);
		chart_number(chart, analysis_bandwidth(chart->of->analysis, bench, series));
	}
}

/* ---- Pictures ---- */

static const char *chart_bandwidth_note_of(const struct analysis *analysis, uint64_t cpus)
{
	if (analysis->time_base != TIME_EMULATED)
		return "Each operation at the register width that is fastest; the table has them "
			"all.";
	return cpus > 1 ? "An emulator's own speed; without a free CPU of the host for each of "
			  "these it is the waiting that is measured."
			: "An emulator's own speed: its string instructions go byte by byte, which "
			  "no CPU's do.";
}

static void add_picture(struct charts *charts, uint64_t cpus)
{
	const struct result *result = charts->analysis->result;
	const char *unit = charts->analysis->ns_per_tick > 0 ? "GB/s" : "bytes an instruction";
	struct exhibit *chart;

	chart = chart_begin(charts, SECTION,
				cpus == 1 ? "mem.bandwidth"
				: chart_text(charts, "mem.bandwidth.%" PRIu64 "-cpus", cpus),
				chart_text(charts, "Bandwidth by working set, %" PRIu64
					     " CPU%s", cpus,
					     cpus == 1 ? "" : "s at once, all together"));
	chart->note = chart_bandwidth_note_of(charts->analysis, cpus);
	chart->plot.x = (struct chart_axis){.label = "working set", .is_log = true,
					     .is_size = true};
	chart->plot.y = (struct chart_axis){.label = unit, .from_zero = true};
	chart_columns(chart, "operation", "width", "size_bytes", unit, NULL);
	for (size_t i = 0; i < result->bench_count; i++) {
		if (!text_glob(BANDWIDTH_BENCHES, result->benches[i].info->name))
			continue;
		chart_bandwidth_write_curve(chart, &result->benches[i], cpus, unit);
		write_cells(chart, &result->benches[i], cpus);
	}
}

/* The least number of CPUs above the given one; 0 at the end. */
static uint64_t next_cpus(const struct result *result, uint64_t above)
{
	uint64_t least = 0, cpus;

	for (size_t i = 0; i < result->bench_count; i++) {
		const struct bench *bench = &result->benches[i];

		for (size_t j = 0; j < bench->series_count; j++) {
			if (text_glob(BANDWIDTH_BENCHES, bench->info->name) &&
			    point_number(bench->series[j].info->point, "cpus", &cpus) &&
			    cpus > above && (least == 0 || cpus < least))
				least = cpus;
		}
	}
	return least;
}

void chart_bandwidth(struct charts *charts)
{
	uint64_t cpus = 0;

	for (size_t i = 0; i < CPUS_MAX; i++) {
		cpus = next_cpus(charts->analysis->result, cpus);
		if (cpus == 0)
			return;
		add_picture(charts, cpus);
	}
}
