/* Interrupts by source: what each stage of handling one takes, side by side. */
#include <string.h>

#include "tools/topic/chart.h"
#include "tools/topic/report.h"

#define SECTION "Interrupts"
#define PREFIX "irq."

/* The stages of every source at one point, which all sources have. */
static size_t find_rows(struct charts *charts, struct chart_row *rows)
{
	const struct result *result = charts->analysis->result;
	size_t count = 0;

	for (size_t i = 0; i < result->bench_count; i++) {
		const struct bench *bench = &result->benches[i];

		for (size_t j = 0; j < bench->series_count && count < CHART_ROWS_MAX; j++) {
			const struct series *series = &bench->series[j];

			if (strncmp(bench->info->name, PREFIX, strlen(PREFIX)) != 0 ||
			    strcmp(series->info->point, STAMPED_POINT) != 0 ||
			    series->warm.count == 0)
				continue;
			rows[count++] = (struct chart_row){
				.label = chart_text(charts, "%s, %s",
						      bench->info->name + strlen(PREFIX),
						      series->info->stage),
				.bench = bench, .series = series,
			};
		}
	}
	return count;
}

void chart_interrupts(struct charts *charts)
{
	struct chart_row *rows = chart_allocate(charts, CHART_ROWS_MAX, sizeof(*rows));
	size_t count = find_rows(charts, rows);
	struct exhibit *chart;

	if (count == 0)
		return;
	chart = chart_begin(charts, SECTION, "irq.stages",
				"An interrupt stage by stage, by source");
	chart->note = "In ring 0, waiting in a loop, with warm caches: medians of the stages, on "
		"top of one another; the median of the whole is in the table.";
	chart_stack(chart, rows, count);
}
