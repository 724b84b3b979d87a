/* What handling an interrupt costs, by source: from the stamps along its way, and from outside, by
 * how much it prolongs a pass of fixed work. */
#include <stdio.h>
#include <string.h>

#include "tools/record/point.h"
#include "tools/stats/stats.h"
#include "tools/topic/report.h"

#define LABEL_COLUMNS 14
#define CELL_COLUMNS 16
#define PAIRS_MAX 1024

/* NULL when the stage was not measured at the point. */
static const struct series *stage_at(const struct bench *bench, const char *point,
				     const char *stage)
{
	for (size_t i = 0; bench != NULL && i < bench->series_count; i++) {
		const struct series *series = &bench->series[i];

		if (strcmp(series->info->point, point) == 0 &&
		    strcmp(series->info->stage, stage) == 0 && series->warm.count > 0)
			return series;
	}
	return NULL;
}

/* The median over pairs of passes, made one after the other, so that what changes slowly cancels.
 * It is negative where the noise is larger than the cost. */
static double median_gap(const struct series *alone, const struct series *interrupted)
{
	double gaps[PAIRS_MAX];
	struct stats stats;
	size_t n = 0;

	for (; n < PAIRS_MAX && n < alone->warm.count && n < interrupted->warm.count; n++)
		gaps[n] = (double)interrupted->warm.values[n] - (double)alone->warm.values[n];
	stats_describe(gaps, n, &stats);
	return stats.median;
}

static void text_interrupts_write_cell(const struct report *report, double ticks)
{
	double scale = report->analysis->ns_per_tick > 0 ? report->analysis->ns_per_tick : 1;
	char text[REPORT_NUMBER_MAX];

	fprintf(report->out, "%*s", CELL_COLUMNS, report_number(ticks * scale, 1, text));
}

/* Handling: from the handler's first instruction to the interrupted code's next. */
static void text_interrupts_write_row(const struct report *report, const char *source, double gap)
{
	char name[2 * POINT_TEXT_MAX];
	const struct bench *bench;
	const struct series *delivery, *total;
	double late, handling;

	snprintf(name, sizeof(name), "irq.%s", source);
	bench = result_bench(report->analysis->result, name);
	delivery = stage_at(bench, STAMPED_POINT, "delivery");
	total = stage_at(bench, STAMPED_POINT, "total");
	fputs("  ", report->out);
	report_cell(report, source, LABEL_COLUMNS);
	if (delivery == NULL || total == NULL) {
		fprintf(report->out, "%*s%*s", CELL_COLUMNS, "-", CELL_COLUMNS, "-");
		text_interrupts_write_cell(report, gap);
		fprintf(report->out, "%*s\n", CELL_COLUMNS, "-");
		return;
	}
	late = report_median(report, bench, delivery);
	handling = report_median(report, bench, total) - late;
	text_interrupts_write_cell(report, late);
	text_interrupts_write_cell(report, handling);
	text_interrupts_write_cell(report, gap);
	text_interrupts_write_cell(report, handling - gap);
	putc('\n', report->out);
}

static void write_source(const struct report *report, const struct bench *bench,
			 const struct series *interrupted)
{
	const char *point = interrupted->info->point, *rest = point;
	const struct series *alone = stage_at(bench, point, "alone");
	struct parameter source;

	if (alone != NULL && interrupted->warm.count > 0 && point_next(&rest, &source))
		text_interrupts_write_row(report, source.value, median_gap(alone, interrupted));
}

void report_interrupts(const struct report *report)
{
	const struct bench *gap = result_bench(report->analysis->result, GAP_BENCH);

	if (gap == NULL || gap->series_count == 0 || !report_wants(report, GAP_BENCH))
		return;
	report_styled(report, STYLE_HEADING, "\nHandling an interrupt: median %s by stamps and by "
		      "the gap in an idle loop (" GAP_BENCH ")\n",
		      report->analysis->ns_per_tick > 0 ? "ns" : "instructions");
	report_styled(report, STYLE_DIM, "  %-*s%*s%*s%*s%*s\n", LABEL_COLUMNS, "source",
		      CELL_COLUMNS, "delivery", CELL_COLUMNS, "handling", CELL_COLUMNS, "gap",
		      CELL_COLUMNS, "difference");
	for (size_t i = 0; i < gap->series_count; i++) {
		if (strcmp(gap->series[i].info->stage, "interrupted") == 0)
			write_source(report, gap, &gap->series[i]);
	}
	fputs("  Handling is stamped from the handler's first instruction to the one after IRET, "
	      "and holds the\n  stamps' own cost. The gap is without stamps, and holds the way "
	      "into the handler.\n", report->out);
	if (report->analysis->time_base == TIME_EMULATED)
		fputs("  An emulator's passes vary by more than a handler takes: "
		      "so does the gap.\n", report->out);
}
