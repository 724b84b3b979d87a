/* Interrupts by source: what each stage of handling one takes, side by side. */
#include <string.h>

#include "tools/exhibit.h"
#include "tools/report.h"

#define SECTION "Interrupts"
#define PREFIX "irq."

/* The stages of every source at one point, which all sources have. */
static size_t find_rows(struct exhibits *exhibits, struct exhibit_row *rows)
{
	const struct result *result = exhibits->analysis->result;
	size_t count = 0;

	for (size_t i = 0; i < result->bench_count; i++) {
		const struct bench *bench = &result->benches[i];

		for (size_t j = 0; j < bench->series_count && count < EXHIBIT_ROWS_MAX; j++) {
			const struct series *series = &bench->series[j];

			if (strncmp(bench->info->name, PREFIX, strlen(PREFIX)) != 0 ||
			    strcmp(series->info->point, STAMPED_POINT) != 0 ||
			    series->warm.count == 0)
				continue;
			rows[count++] = (struct exhibit_row){
				.label = exhibit_text(exhibits, "%s, %s",
						      bench->info->name + strlen(PREFIX),
						      series->info->stage),
				.bench = bench, .series = series,
			};
		}
	}
	return count;
}

void exhibit_interrupts(struct exhibits *exhibits)
{
	struct exhibit_row *rows = exhibit_allocate(exhibits, EXHIBIT_ROWS_MAX, sizeof(*rows));
	size_t count = find_rows(exhibits, rows);
	struct exhibit *exhibit;

	if (count == 0)
		return;
	exhibit = exhibit_begin(exhibits, SECTION, "irq.stages",
				"An interrupt stage by stage, by source");
	exhibit->note = "In ring 0, waiting in a loop, with warm caches: medians of the stages, on "
		"top of one another; the median of the whole is in the table.";
	exhibit_stack(exhibit, rows, count);
}
