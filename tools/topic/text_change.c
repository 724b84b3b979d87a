/* The table of a change: only what changed, unless all is asked for. */
#include "tools/topic/text_change.h"

#include <string.h>

#include "tools/base/utf8.h"
#include "tools/topic/text_sides.h"

#define LABEL_COLUMNS 38
#define FIGURE_COLUMNS 15
#define PERCENT_COLUMNS 9
#define P_COLUMNS 8
#define DELTA_COLUMNS 7

/* ---- Header ---- */

static void text_change_write_header(const struct report *report,
				     const struct change_report *change)
{
	const struct comparison *comparison = change->comparison;
	const struct compared_run *first = &comparison->sides[BASE].items[0];
	char text[CHANGE_TEST_MAX];

	report_styled(report, STYLE_HEADING, "Bareline: new against base\n");
	if (change->refused->count > 0)
		report_field(report, STYLE_BAD, "FORCED",
			     "this comparison would have been refused:");
	report_reasons(report, STYLE_BAD, "", change->refused);
	report_machine(report, first->result);
	report_runs(report, comparison, BASE);
	report_runs(report, comparison, NEW);
	report_time_base(report, first->analysis->time_base);
	report_field(report, STYLE_PLAIN, "test", "%s", change_test(change, text));
	report_field(report, STYLE_BAD, "caution", "%s", change_caution(change, text));
	report_reasons(report, STYLE_PLAIN, "note", change->notes);
	report_field(report, change->judging->changes[CHANGE_WORSE] > 0 ? STYLE_BAD : STYLE_PLAIN,
		     "result", "%s", change_summary(change->judging, text));
}

/* ---- Rows ---- */

static void text_change_write_column_heads(const struct report *report)
{
	report_styled(report, STYLE_HEADING, report->all ? "\nFigures\n" : "\nChanged\n");
	report_styled(report, STYLE_DIM, "%-*s%*s%*s%*s%*s%*s\n", LABEL_COLUMNS,
		      "  medians, one operation", FIGURE_COLUMNS, "base", FIGURE_COLUMNS, "new",
		      PERCENT_COLUMNS, "change", P_COLUMNS, "p", DELTA_COLUMNS, "delta");
}

/* "±" is two bytes and one column. */
static void text_change_write_figure(const struct report *report, const struct metric *metric,
				     enum side side)
{
	char text[CHANGE_CELL_MAX];
	size_t columns = utf8_length(change_figure(metric, side, text));

	report_text(report, FIGURE_COLUMNS + (int)(strlen(text) - columns), text);
}

static void text_change_write_row(const struct report *report, const struct metric *metric)
{
	static const char *const marks[] = {
		[CHANGE_UNKNOWN] = "", [CHANGE_NONE] = "", [CHANGE_BETTER] = "  better",
		[CHANGE_WORSE] = "  WORSE", [CHANGE_OTHER] = "  other",
	};
	enum change change = metric->judgement.change;
	char text[CHANGE_CELL_MAX];

	report_metric_label(report, metric, LABEL_COLUMNS);
	text_change_write_figure(report, metric, BASE);
	text_change_write_figure(report, metric, NEW);
	report_text(report, PERCENT_COLUMNS, change_percent(metric, text));
	report_text(report, P_COLUMNS, change_p(metric, text));
	report_text(report, DELTA_COLUMNS, change_delta(metric, text));
	report_styled(report, change == CHANGE_WORSE ? STYLE_BAD : STYLE_PLAIN, "%s\n",
		      marks[change]);
}

static bool text_change_is_shown(const struct report *report, const struct metric *metric)
{
	return metric_is_common(metric) &&
		(report->all || metric->judgement.change > CHANGE_NONE);
}

static void text_change_write_bench_head(const struct report *report, const struct metric *metric)
{
	const struct wire_bench *bench = metric->sides[BASE].first->bench->info;
	const char *unit = metric->sides[BASE].unit;
	size_t margin = utf8_length(metric->bench) + utf8_length(unit) + 7;

	report_styled(report, STYLE_HEADING, "  %s", metric->bench);
	fprintf(report->out, " [%s]  ", unit);
	report_wrapped(report, margin, bench->summary);
}

static void text_change_write_bench(const struct report *report, const struct metric *metrics,
				    size_t count)
{
	const struct metric *previous = NULL;

	for (size_t i = 0; i < count; i++) {
		if (!text_change_is_shown(report, &metrics[i]))
			continue;
		if (previous == NULL)
			text_change_write_bench_head(report, &metrics[i]);
		report_point(report, &metrics[i], previous);
		text_change_write_row(report, &metrics[i]);
		previous = &metrics[i];
	}
}

static void text_change_write_figures(const struct report *report,
				      const struct comparison *comparison)
{
	size_t count = comparison->metric_count, shown = 0;

	for (size_t i = 0; i < count; i++)
		shown += text_change_is_shown(report, &comparison->metrics[i]);
	if (shown == 0)
		return;
	text_change_write_column_heads(report);
	for (size_t i = 0; i < count;) {
		size_t same = metrics_of_bench(&comparison->metrics[i], count - i);

		text_change_write_bench(report, &comparison->metrics[i], same);
		i += same;
	}
}

void report_change(const struct report *report, const struct change_report *change)
{
	text_change_write_header(report, change);
	text_change_write_figures(report, change->comparison);
	report_one_sided(report, change->comparison, BASE);
	report_one_sided(report, change->comparison, NEW);
}
