/* The matrix of page faults: which fault, from which ring, on which page,
 * only trapped or repaired. */
#include <string.h>

#include "tools/exhibit.h"

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
static void put_point(struct exhibit *exhibit, const char *point)
{
	const struct result *result = exhibit->of->analysis->result;

	exhibit_cell(exhibit, "%s", exhibit_label(exhibit->of, point));
	for (size_t i = 0; i < KINDS; i++) {
		const struct bench *bench = result_bench(result, kinds[i]);
		struct reading reading;

		if (exhibit_read(exhibit->of, bench, total_at(bench, point), &reading))
			exhibit_number(exhibit, reading.stats.median);
		else
			exhibit_cell(exhibit, "-");
	}
}

static void put_kind(struct exhibit *exhibit, size_t kind, const struct bench *points,
		     size_t row_count)
{
	const struct bench *bench = result_bench(exhibit->of->analysis->result, kinds[kind]);
	double width = 2 * EXHIBIT_HALF_HEIGHT / KINDS;
	size_t row = 0;

	exhibit_curve(exhibit, strchr(kinds[kind], '.') + 1, PLOT_BARS, row_count);
	for (size_t i = 0; i < points->series_count && row < row_count; i++) {
		const char *point = points->series[i].info->point;
		double top = (double)(row_count - 1 - row) + EXHIBIT_HALF_HEIGHT -
			(double)kind * width;
		struct reading reading;

		if (strcmp(points->series[i].info->stage, TOTAL_STAGE) != 0)
			continue;
		row++;
		if (!exhibit_read(exhibit->of, bench, total_at(bench, point), &reading))
			continue;
		exhibit_point(exhibit, &(struct plot_point){
			.x_end = reading.stats.median, .base = top - width, .y = top,
			.hover = exhibit_hover(exhibit->of, exhibit_label(exhibit->of, point),
					       &reading),
		});
	}
}

void exhibit_faults(struct exhibits *exhibits)
{
	const struct bench *bench = result_bench(exhibits->analysis->result, kinds[0]);
	const char **labels;
	struct exhibit *exhibit;
	size_t count = 0;

	if (bench == NULL || bench->series_count == 0)
		return;
	labels = exhibit_allocate(exhibits, bench->series_count, sizeof(*labels));
	exhibit = exhibit_begin(exhibits, SECTION, "fault.matrix",
				"Page faults: kind, ring, page size, trapped only or repaired");
	exhibit->note = "From the faulting instruction to the one that goes on.";
	exhibit_columns(exhibit, "fault", "not_present", "write_protect", "no_execute", NULL);
	for (size_t i = 0; i < bench->series_count && i < EXHIBIT_ROWS_MAX; i++) {
		const struct series *series = &bench->series[i];

		if (strcmp(series->info->stage, TOTAL_STAGE) != 0)
			continue;
		labels[count++] = exhibit_label(exhibits, series->info->point);
		put_point(exhibit, series->info->point);
	}
	exhibit->plot.x.label = exhibit_text(exhibits, "total, in %s",
					     analysis_unit(exhibits->analysis, bench));
	exhibit->plot.x.from_zero = true;
	exhibit_rows(exhibit, labels, count);
	for (size_t i = 0; i < KINDS; i++)
		put_kind(exhibit, i, bench, count);
}
