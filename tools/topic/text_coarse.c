/* Timing by a coarse clock: the estimates beside the TSC's answer, and how their error falls. */
#include <inttypes.h>
#include <string.h>

#include "tools/record/point.h"
#include "tools/topic/report.h"

#define STEP_COLUMNS 14
#define METHOD_COLUMNS 9

static void text_coarse_write_heads(const struct report *report)
{
	const struct bench *bench = result_bench(report->analysis->result, COARSE_BENCH);

	report_styled(report, STYLE_HEADING, "\nCoarse clock: one operation timed by a clock of "
		      "far longer steps (" COARSE_BENCH ")\n");
	if (bench != NULL && bench->info->differs[0] != '\0') {
		fputs("  differs: ", report->out);
		report_wrapped(report, strlen("  differs: "), bench->info->differs);
	}
	report_styled(report, STYLE_DIM, "  %-*s%-*s%11s%7s%10s%18s%9s%8s%6s%7s\n", STEP_COLUMNS,
		      "clock's step", METHOD_COLUMNS, "method", "operations", "seen", "estimate",
		      "95 % interval", "TSC", "bias", "holds", "slope");
}

/* "tick 1 ms". */
static void write_clock(const struct report *report, const struct coarse_run *run)
{
	const char *rest = run->point;
	struct parameter clock;
	char label[2 * POINT_TEXT_MAX];

	point_next(&rest, &clock);
	snprintf(label, sizeof(label), "%s %g ms", clock.value, (double)run->period_us / 1000);
	fputs("  ", report->out);
	report_cell(report, label, STEP_COLUMNS);
	report_cell(report, coarse_method_name(run->method), METHOD_COLUMNS);
}

static void text_coarse_write_estimate(const struct report *report,
				       const struct coarse_estimate *estimate)
{
	char value[REPORT_NUMBER_MAX], low[REPORT_NUMBER_MAX], high[REPORT_NUMBER_MAX];
	char interval[2 * REPORT_NUMBER_MAX + 4];

	snprintf(interval, sizeof(interval), "%s - %s", report_number(estimate->low, 2, low),
		 report_number(estimate->high, 2, high));
	fprintf(report->out, "%11" PRIu64 "%7" PRIu64 "%10s%18s", estimate->operations,
		estimate->seen, report_number(estimate->value, 2, value), interval);
	fprintf(report->out, "%9s", report_number(estimate->truth, 2, value));
	fprintf(report->out, "%+7.1f%%", 100 * (estimate->value / estimate->truth - 1));
}

static void text_coarse_write_run(const struct report *report, const struct coarse_run *run)
{
	write_clock(report, run);
	text_coarse_write_estimate(report, &run->whole);
	if (run->repetitions > 0)
		fprintf(report->out, "%6zu", run->holds);
	else
		fprintf(report->out, "%6s", "");
	if (run->has_slope)
		fprintf(report->out, "%7.2f", run->slope);
	putc('\n', report->out);
}

static void text_coarse_write_errors(const struct report *report, const struct coarse_run *run)
{
	char number[REPORT_NUMBER_MAX];

	for (size_t i = 0; i < run->error_count; i++)
		fprintf(report->out, "    %9" PRIu64 " operations: error %s %s, of %zu runs\n",
			run->errors[i].operations, report_number(run->errors[i].ticks, 2, number),
			analysis_tick_name(report->analysis), run->errors[i].runs);
}

/* What the run was to show, and whether it did. */
static void text_coarse_write_verdict(const struct report *report, const struct coarse_run *run)
{
	enum report_style style = run->verdict == COARSE_NOT_AS_EXPECTED ? STYLE_BAD : STYLE_PLAIN;

	write_clock(report, run);
	switch (run->method) {
	case COARSE_LOOP:
		report_styled(report, style, "%s: the TSC's answer is within a step of the loop's",
			      coarse_verdict_name(run->verdict));
		break;
	case COARSE_LOCKED:
		report_styled(report, style, "%s: it is off by %.1f half widths of its interval",
			      coarse_verdict_name(run->verdict), run->off);
		break;
	case COARSE_DISCRETE:
	case COARSE_JITTERED:
		report_styled(report, style, "%s: %zu of %zu intervals hold the TSC's, error ~ "
			      "n^%.2f", coarse_verdict_name(run->verdict), run->holds,
			      run->repetitions, run->slope);
		break;
	}
	putc('\n', report->out);
}

void report_coarse_clock(const struct report *report)
{
	const struct analysis *analysis = report->analysis;

	if (analysis->coarse_count == 0 || !report_wants(report, COARSE_BENCH))
		return;
	text_coarse_write_heads(report);
	for (size_t i = 0; i < analysis->coarse_count; i++) {
		text_coarse_write_run(report, &analysis->coarse[i]);
		if (report->all)
			text_coarse_write_errors(report, &analysis->coarse[i]);
	}
	putc('\n', report->out);
	for (size_t i = 0; i < analysis->coarse_count; i++)
		text_coarse_write_verdict(report, &analysis->coarse[i]);
	fputs("  ", report->out);
	report_wrapped(report, 2, "seen: operations during which the clock stepped. holds: of a "
		       "hundred repetitions. No standard deviation: a single sample is 0 or a "
		       "whole step, so their spread says nothing of the operation.");
}
