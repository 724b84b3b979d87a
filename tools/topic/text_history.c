/* The table of a history: a figure's curve in a line, and a line a change. */
#include <string.h>

#include "tools/topic/text_history.h"
#include "tools/topic/text_sides.h"

#define LABEL_COLUMNS 38
#define CURVE_COLUMNS 32
#define NUMBER_COLUMNS 10
#define SLOPE_COLUMNS 14

/* ---- Header ---- */

static size_t count_changed(const struct history *history)
{
	size_t changed = 0;

	for (size_t i = 0; i < history->count; i++)
		changed += history->pasts[i].change_count > 0;
	return changed;
}

static void write_method(const struct report *report, const struct history *history)
{
	size_t runs = history->comparison->sides[BASE].count, needed;

	if (history->level == 0) {
		report_field(report, STYLE_PLAIN, "test", "instructions are exact: any difference "
			     "between two runs is a change");
		return;
	}
	needed = change_points_needed(history->level);
	report_field(report, STYLE_PLAIN, "test", "Pettitt's, on the runs' medians; p of %.2g or "
		     "less (%g for all %zu figures together)", history->level, HISTORY_FALSE_ALARMS,
		     history->count);
	if (runs < needed)
		report_field(report, STYLE_BAD, "caution", "too few runs: no change among %zu "
			     "figures could be told from chance. It takes %zu runs, or fewer "
			     "figures (--bench)", history->count, needed);
}

static void text_history_write_header(const struct report *report, const struct history *history)
{
	const struct compared_runs *runs = &history->comparison->sides[BASE];
	const struct compared_run *first = &runs->items[0], *last = &runs->items[runs->count - 1];

	report_styled(report, STYLE_HEADING, "Bareline: the history of a machine\n");
	if (history->refused->count > 0)
		report_field(report, STYLE_BAD, "FORCED",
			     "this history would have been refused:");
	report_reasons(report, STYLE_BAD, "", history->refused);
	report_machine(report, first->result);
	report_field(report, STYLE_PLAIN, "runs", "%zu, from %s to %s", runs->count, first->path,
		     last->path);
	report_time_base(report, first->analysis->time_base);
	write_method(report, history);
	report_field(report, STYLE_PLAIN, "result", "%zu of %zu figures changed",
		     count_changed(history), history->count);
}

/* ---- Figures ---- */

/* The last runs' values between the least and the largest of them. */
static void text_history_write_curve(const struct report *report, const struct past *past)
{
	static const char *const blocks[] = {"▁", "▂", "▃", "▄", "▅", "▆", "▇", "█"};
	const size_t levels = sizeof(blocks) / sizeof(blocks[0]);
	size_t from = past->count > CURVE_COLUMNS ? past->count - CURVE_COLUMNS : 0;
	double low = past->values[from], high = low;

	for (size_t i = from; i < past->count; i++) {
		low = past->values[i] < low ? past->values[i] : low;
		high = past->values[i] > high ? past->values[i] : high;
	}
	for (size_t i = from; i < past->count; i++) {
		double part = high > low ? (past->values[i] - low) / (high - low) : 0;

		fputs(blocks[(size_t)(part * (double)(levels - 1) + 0.5)], report->out);
	}
	fprintf(report->out, "%*s", (int)(CURVE_COLUMNS - (past->count - from)), "");
}

static void text_history_write_changes(const struct report *report, const struct history *history,
				       const struct past *past)
{
	const struct compared_runs *runs = &history->comparison->sides[BASE];
	char before[REPORT_NUMBER_MAX], after[REPORT_NUMBER_MAX];

	for (size_t i = 0; i < past->change_count; i++) {
		const struct change_point *change = &past->changes[i];
		const struct compared_run *run = &runs->items[past->runs[change->first]];
		const struct wire_manifest *manifest = result_manifest(run->result);

		fprintf(report->out, "        from %s to %s",
			report_number(change->before, 2, before),
			report_number(change->after, 2, after));
		if (change->before > 0)
			fprintf(report->out, " (%+.1f%%)",
				100 * (change->after / change->before - 1));
		fprintf(report->out, " at %s", run->path);
		if (manifest != NULL)
			fprintf(report->out, ", build %s", manifest->build);
		putc('\n', report->out);
	}
}

static void write_past(const struct report *report, const struct history *history,
		       const struct past *past)
{
	char slope[REPORT_NUMBER_MAX];

	report_metric_label(report, past->metric, LABEL_COLUMNS);
	text_history_write_curve(report, past);
	report_value(report, NUMBER_COLUMNS, past->metric->sides[BASE].median, 2);
	snprintf(slope, sizeof(slope), "%+.3f%%", 100 * past->slope_part);
	report_text(report, SLOPE_COLUMNS, slope);
	putc('\n', report->out);
	text_history_write_changes(report, history, past);
}

static void text_history_write_bench(const struct report *report, const struct history *history,
				     const struct past *pasts, size_t count)
{
	const struct metric *previous = NULL;

	for (size_t i = 0; i < count; i++) {
		const struct metric *metric = pasts[i].metric;

		if (!report->all && pasts[i].change_count == 0)
			continue;
		if (previous == NULL)
			report_styled(report, STYLE_HEADING, "  %s [%s]\n", metric->bench,
				      metric->sides[BASE].unit);
		report_point(report, metric, previous);
		write_past(report, history, &pasts[i]);
		previous = metric;
	}
}

void report_history(const struct report *report, const struct history *history)
{
	text_history_write_header(report, history);
	if (!report->all && count_changed(history) == 0)
		return;
	report_styled(report, STYLE_HEADING, report->all ? "\nFigures\n" : "\nChanged\n");
	report_styled(report, STYLE_DIM, "%-*s%-*s%*s%*s\n", LABEL_COLUMNS,
		      "  medians, one operation", CURVE_COLUMNS, "run by run", NUMBER_COLUMNS,
		      "median", SLOPE_COLUMNS, "trend a run");
	for (size_t i = 0; i < history->count;) {
		size_t same = metrics_of_bench(history->pasts[i].metric, history->count - i);

		text_history_write_bench(report, history, &history->pasts[i], same);
		i += same;
	}
}
