/* The figures: a block a benchmark, a row a series. */
#include <stdio.h>
#include <string.h>

#include "lib/text/string.h"
#include "tools/base/utf8.h"
#include "tools/record/point.h"
#include "tools/topic/report.h"

#define LABEL_COLUMNS 30
#define LABEL_BYTES_MAX 256

/* A benchmark with more rows than this is shortened to its first and last ones. */
#define ROWS_MAX 32

/* What a row's mark at its end stands for; printed below the table when there was one. */
enum mark {MARK_NONE, MARK_UNCORRECTED = 1, MARK_SATURATED = 2, MARK_DISTURBED = 4};

struct rows {
	const struct report *report;
	unsigned marks;                 /* all that were used */
};

static bool has_ns(const struct report *report)
{
	return report->analysis->ns_per_tick > 0;
}

static void text_benches_write_column_heads(const struct report *report)
{
	report_styled(report, STYLE_HEADING, "\nBenchmarks\n");
	report_styled(report, STYLE_DIM, "%-*s%6s%9s%9s%*s%9s%9s%s\n", LABEL_COLUMNS,
		      "  for one operation", "n", "min", "median", REPORT_INTERVAL_COLUMNS,
		      "95 % interval", "p99", "max",
		      has_ns(report) ? " median ns" : "");
}

static bool has_stage(const struct series *series)
{
	return series->info->stage[0] != '\0';
}

/* The stages of one point stand below it; without stages the point is the row. */
static void text_benches_write_label(const struct report *report, const struct series *series,
				     bool is_cold)
{
	char point[LABEL_BYTES_MAX], label[LABEL_BYTES_MAX + 32];
	const char *name = series->info->stage, *indent = "      ";

	point_label(series->info->point, point, sizeof(point));
	if (!has_stage(series) || point[0] == '\0')
		indent = "    ";
	if (!has_stage(series))
		name = point[0] != '\0' ? point : "all";
	snprintf(label, sizeof(label), "%s%s%s", indent, name, is_cold ? ", cold" : "");
	report_label(report, label, LABEL_COLUMNS);
}

/* Before the first of a point's stages. */
static void text_benches_write_point(const struct report *report, const struct bench *bench,
				     size_t i)
{
	const struct series *series = &bench->series[i];
	char point[LABEL_BYTES_MAX];

	if (!has_stage(series) || series->info->point[0] == '\0' ||
	    (i > 0 && strcmp(bench->series[i - 1].info->point, series->info->point) == 0))
		return;
	point_label(series->info->point, point, sizeof(point));
	fprintf(report->out, "    %s\n", point);
}

/* ns_per_value is 0 where values are no time. */
static void text_benches_write_figures(const struct report *report, const struct stats *stats,
				       int decimals, double ns_per_value)
{
	char number[REPORT_NUMBER_MAX];

	fprintf(report->out, "%6zu", stats->n);
	fprintf(report->out, "%9s", report_number(stats->min, decimals, number));
	fprintf(report->out, "%9s", report_number(stats->median, decimals, number));
	report_interval(report, stats, decimals);
	fprintf(report->out, "%9s", report_number(stats->p99, decimals, number));
	fprintf(report->out, "%9s", report_number(stats->max, decimals, number));
	if (has_ns(report))
		fprintf(report->out, "%10s", ns_per_value > 0
			? report_number(stats->median * ns_per_value, 2, number) : "");
}

static unsigned marks_of(const struct series *series, const struct summary *summary, bool is_cold,
			 bool is_timing)
{
	unsigned marks = MARK_NONE;

	if (series->info->timed != 0 && !summary->corrected && !is_timing)
		marks |= MARK_UNCORRECTED;
	if (summary->saturated > 0)
		marks |= MARK_SATURATED;
	if (!is_cold && series->disturbed_count > 0)
		marks |= MARK_DISTURBED;
	return marks;
}

static void text_benches_write_row(struct rows *rows, const struct bench *bench,
				   const struct series *series, bool is_cold)
{
	const struct sample_set *set = is_cold ? &series->cold : &series->warm;
	bool is_timing = strcmp(bench->info->name, TIMING_BENCH) == 0;
	const struct figure *figure = figures_at(&rows->report->analysis->figures, bench, series);
	const struct summary *summary = is_cold ? &figure->cold.summary : &figure->warm.summary;
	unsigned marks;

	text_benches_write_label(rows->report, series, is_cold);
	if (set->count == 0) {
		fputs("     0  no samples\n", rows->report->out);
		return;
	}
	text_benches_write_figures(rows->report, &summary->ticks,
				   series->info->iterations > 1 ? 2 : 0,
				   analysis_ns_per_value(rows->report->analysis, bench));
	marks = marks_of(series, summary, is_cold, is_timing);
	rows->marks |= marks;
	fprintf(rows->report->out, "%s%s%s\n", marks & MARK_UNCORRECTED ? "+" : "",
		marks & MARK_SATURATED ? "<" : "", marks & MARK_DISTURBED ? "!" : "");
}

/* Series of 2n operations are for report_methods, which compares them. */
static bool is_row(const struct report *report, const struct series *series)
{
	return report->all || strcmp(series->info->stage, DOUBLED_STAGE) != 0;
}

static size_t count_rows(const struct report *report, const struct bench *bench)
{
	size_t count = 0;

	for (size_t i = 0; i < bench->series_count; i++)
		count += is_row(report, &bench->series[i]);
	return count;
}

static void text_benches_write_rows(struct rows *rows, const struct bench *bench)
{
	size_t count = count_rows(rows->report, bench), row = 0;
	size_t left_out = rows->report->all || count <= ROWS_MAX ? 0 : count - ROWS_MAX;

	for (size_t i = 0; i < bench->series_count; i++) {
		if (!is_row(rows->report, &bench->series[i]))
			continue;
		if (left_out > 0 && row++ == ROWS_MAX / 2)
			report_styled(rows->report, STYLE_DIM, "    … %zu rows left out; --all "
				      "shows them\n", left_out);
		if (left_out > 0 && row > ROWS_MAX / 2 && row <= ROWS_MAX / 2 + left_out)
			continue;
		text_benches_write_point(rows->report, bench, i);
		text_benches_write_row(rows, bench, &bench->series[i], false);
		if (rows->report->all && bench->series[i].cold.count > 0)
			text_benches_write_row(rows, bench, &bench->series[i], true);
	}
}

/* The unit of one value, as the column heads need it. */
static const char *text_benches_unit_of(const struct report *report, const struct bench *bench)
{
	if (strcmp(bench->info->unit, "tsc_ticks") != 0)
		return bench->info->unit;
	return report->analysis->time_base == TIME_INSTRUCTIONS ? "instructions" : "TSC ticks";
}

static void text_benches_write_bench(struct rows *rows, const struct bench *bench)
{
	const char *unit = text_benches_unit_of(rows->report, bench);

	report_styled(rows->report, STYLE_HEADING, "  %s", bench->info->name);
	fprintf(rows->report->out, " [%s]  ", unit);
	report_wrapped(rows->report, utf8_length(bench->info->name) + utf8_length(unit) + 7,
		       bench->info->summary);
	if (bench->info->differs[0] != '\0') {
		fputs("    differs: ", rows->report->out);
		report_wrapped(rows->report, strlen("    differs: "), bench->info->differs);
	}
	if (bench->series_count == 0)
		fputs("    no samples\n", rows->report->out);
	text_benches_write_rows(rows, bench);
}

/* Whether the figures are all in a table of their own. */
static bool has_table(const struct report *report, const char *name)
{
	if (strcmp(name, MEMORY_CURVE_BENCH) == 0)
		return report->analysis->curve_count > 0;
	if (strcmp(name, COARSE_BENCH) == 0)
		return report->analysis->coarse_count > 0;
	return text_glob(BANDWIDTH_BENCHES, name) || strcmp(name, TLB_BENCH) == 0 ||
	       strcmp(name, PAIRS_BENCH) == 0;
}

static bool text_benches_is_listed(const struct report *report, const struct bench *bench)
{
	if (!report_wants(report, bench->info->name))
		return false;
	return report->all || !has_table(report, bench->info->name);
}

static bool same_family(const char *a, const char *b)
{
	size_t length = strcspn(a, ".");

	return strcspn(b, ".") == length && strncmp(a, b, length) == 0;
}

static void text_benches_write_marks(const struct report *report, unsigned marks)
{
	if (marks & MARK_UNCORRECTED)
		fputs("  + the cost of timing is still in these figures\n", report->out);
	if (marks & MARK_SATURATED)
		fputs("  < some samples were below the cost of timing and count as 0\n",
		      report->out);
	if (marks & MARK_DISTURBED)
		fputs("  ! some samples were disturbed; they are in these figures all the same\n",
		      report->out);
}

void report_benches(const struct report *report)
{
	const struct result *result = report->analysis->result;
	const char *previous = NULL;
	struct rows rows = {.report = report};

	for (size_t i = 0; i < result->bench_count; i++) {
		const struct bench *bench = &result->benches[i];

		if (!text_benches_is_listed(report, bench))
			continue;
		if (previous == NULL)
			text_benches_write_column_heads(report);
		else if (!same_family(previous, bench->info->name))
			putc('\n', report->out);
		previous = bench->info->name;
		text_benches_write_bench(&rows, bench);
	}
	text_benches_write_marks(report, rows.marks);
}
