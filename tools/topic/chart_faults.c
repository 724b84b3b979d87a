/* The matrix of page faults: which fault, from which ring, on which page,
 * only trapped or repaired. */
#include <string.h>

#include "tools/topic/chart.h"

#define SECTION "Faults"
#define TOTAL_STAGE "total"
#define KINDS (sizeof(kinds) / sizeof(kinds[0]))

static const char *const kinds[] = {
	"fault.not_present", "fault.write_protect", "fault.no_execute",
};

static const struct series *total_at(const struct bench *bench, const char *point)
{
	for (size_t i = 0; bench != NULL && i < bench->series_count; i++) {
		const struct series *series = &bench->series[i];

		if (strcmp(series->info->point, point) == 0 &&
		    strcmp(series->info->stage, TOTAL_STAGE) == 0)
			return series;
	}
	return NULL;
}

/* A row of the table, and a dot for each kind that was measured at the point. */
static void chart_faults_write_point(struct exhibit *chart, const char *point)
{
	const struct result *result = chart->of->analysis->result;

	chart_cell(chart, "%s", chart_label(chart->of, point));
	for (size_t i = 0; i < KINDS; i++) {
		const struct bench *bench = result_bench(result, kinds[i]);
		struct reading reading;

		if (chart_read(chart->of, bench, total_at(bench, point), &reading))
			chart_number(chart, reading.stats.median);
		else
			chart_cell(chart, "-");
	}
}

static void chart_faults_write_kind(struct exhibit *chart, size_t kind, const struct bench *points,
				    size_t row_count)
{
	const struct bench *bench = result_bench(chart->of->analysis->result, kinds[kind]);
	double width = 2 * CHART_HALF_HEIGHT / KINDS;
	size_t row = 0;

	chart_curve(chart, strchr(kinds[kind], '.') + 1, CHART_BARS, row_count);
	for (size_t i = 0; i < points->series_count && row < row_count; i++) {
		const char *point = points->series[i].info->point;
		double top = (double)(row_count - 1 - row) + CHART_HALF_HEIGHT -
			(double)kind * width;
		struct reading reading;

		if (strcmp(points->series[i].info->stage, TOTAL_STAGE) != 0)
			continue;
		row++;
		if (!chart_read(chart->of, bench, total_at(bench, point), &reading))
			continue;
		chart_point(chart, &(struct chart_point){
			.x_end = reading.stats.median, .base = top - width, .y = top,
			.hover = chart_hover(chart->of, chart_label(chart->of, point),
					       &reading),
		});
	}
}

void chart_faults(struct charts *charts)
{
	const struct bench *bench = result_bench(charts->analysis->result, kinds[0]);
	const char **labels;
	struct exhibit *chart;
	size_t count = 0;

	if (bench == NULL || bench->series_count == 0)
		return;
	labels = chart_allocate(charts, bench->series_count, sizeof(*labels));
	chart = chart_begin(charts, SECTION, "fault.matrix",
				"Page faults: kind, ring, page size, trapped only or repaired");
	chart->note = "From the faulting instruction to the one that goes on.";
	chart_columns(chart, "fault", "not_present", "write_protect", "no_execute", NULL);
	for (size_t i = 0; i < bench->series_count && i < CHART_ROWS_MAX; i++) {
		const struct series *series = &bench->series[i];

		if (strcmp(series->info->stage, TOTAL_STAGE) != 0)
			continue;
		labels[count++] = chart_label(charts, series->info->point);
		chart_faults_write_point(chart, series->info->point);
	}
	chart->plot.x.label = chart_text(charts, "total, in %s",
					     analysis_unit(charts->analysis, bench));
	chart->plot.x.from_zero = true;
	chart_rows(chart, labels, count);
	for (size_t i = 0; i < KINDS; i++)
		chart_faults_write_kind(chart, i, bench, count);
}
