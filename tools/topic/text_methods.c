/* The operations that were measured in two ways, both figures side by side. */
#include <stdio.h>

#include "tools/record/point.h"
#include "tools/topic/report.h"

#define LABEL_COLUMNS 30
#define LABEL_BYTES_MAX 256

static void text_methods_write_label(const struct report *report, const struct method_point *point)
{
	char label[LABEL_BYTES_MAX];
	size_t used = (size_t)snprintf(label, sizeof(label), "  %s ", point->bench->info->name);

	if (used < sizeof(label))
		point_label(point->series->info->point, label + used, sizeof(label) - used);
	report_cell(report, label, LABEL_COLUMNS);
}

static void write_stats(const struct report *report, const struct stats *stats)
{
	char number[REPORT_NUMBER_MAX];

	fprintf(report->out, "%9s", report_number(stats->median, 2, number));
	report_interval(report, stats, 2);
}

static void text_methods_write_slope(const struct report *report)
{
	const struct analysis *analysis = report->analysis;
	char value[REPORT_NUMBER_MAX], low[REPORT_NUMBER_MAX], high[REPORT_NUMBER_MAX];
	char interval[2 * REPORT_NUMBER_MAX + 4];

	if (!analysis->has_call_slope || !report_wants(report, CALL_BENCH))
		return;
	report_cell(report, "  cost of one argument (slope)", LABEL_COLUMNS);
	for (enum method method = 0; method < METHODS; method++) {
		const struct slope *slope = &analysis->call_slope[method];

		snprintf(interval, sizeof(interval), "%s - %s", report_number(slope->low, 2, low),
			 report_number(slope->high, 2, high));
		fprintf(report->out, "%9s%*s", report_number(slope->value, 2, value),
			REPORT_INTERVAL_COLUMNS, interval);
	}
	putc('\n', report->out);
}

static void text_methods_write_heads(const struct report *report)
{
	report_styled(report, STYLE_HEADING, "\nMeasured in two ways: " TIMING_BENCH " subtracted, "
		      "and 2n operations less n\n");
	report_styled(report, STYLE_DIM, "%-*s%9s%*s%9s%*s\n", LABEL_COLUMNS,
		      "  for one operation", "subtr.", REPORT_INTERVAL_COLUMNS, "95 % interval",
		      "2n - n", REPORT_INTERVAL_COLUMNS, "95 % interval");
}

void report_methods(const struct report *report)
{
	const struct analysis *analysis = report->analysis;
	bool begun = false;

	for (size_t i = 0; i < analysis->method_point_count; i++) {
		const struct method_point *point = &analysis->method_points[i];

		if (!report_wants(report, point->bench->info->name))
			continue;
		if (!begun)
			text_methods_write_heads(report);
		begun = true;
		text_methods_write_label(report, point);
		for (enum method method = 0; method < METHODS; method++)
			write_stats(report, &point->ticks[method]);
		report_styled(report, point->agree ? STYLE_PLAIN : STYLE_BAD, "  %s\n",
			      point->agree ? "agree" : "differ");
	}
	text_methods_write_slope(report);
}
