/* The comparison as a table: a block a benchmark, a row a figure, metal and Linux side by side. */
#include "tools/topic/text_overhead.h"

#include <string.h>

#include "tools/base/utf8.h"
#include "tools/topic/text_sides.h"

#define LABEL_COLUMNS 31
#define INTERVAL_TEXT_MAX (2 * REPORT_NUMBER_MAX + 4)

/* A benchmark with more rows than this is shortened to its first and last ones. */
#define ROWS_MAX 24

/* ---- Header ---- */

/* With its mitigations, which decide much of what it costs. */
static void write_kernel(const struct report *report, const struct result *result)
{
	const struct wire_manifest *manifest = result_manifest(result);

	if (manifest == NULL)
		return;
	report_field(report, STYLE_PLAIN, "kernel", "%s", manifest->kernel);
	report_field(report, STYLE_PLAIN, "mitigations", "%s", manifest->mitigations[0] != '\0'
		     ? manifest->mitigations : "none that it names");
}

static void text_overhead_write_intervals(const struct report *report,
					  const struct comparison *comparison)
{
	size_t metal = comparison->sides[METAL].count, linux_runs = comparison->sides[LINUX].count;
	size_t fewest = metal < linux_runs ? metal : linux_runs;

	if (compare_is_exact(comparison))
		return;
	if (fewest == 1)
		report_field(report, STYLE_PLAIN, "intervals", "95 %%, of the samples alone on a "
			     "side with one run: what changes from run to run is not in them");
	else
		report_field(report, STYLE_PLAIN, "intervals", "95 %%, by bootstrap over runs, "
			     "then samples%s", fewest < BOOTSTRAP_RUNS_MIN
			     ? "; with so few runs they cover less than that" : "");
}

/* Says of each side that was repeated whether all its figures came out the same. */
static void write_repeats(const struct report *report, const struct comparison *comparison,
			  enum side side)
{
	size_t runs = comparison->sides[side].count, differing, total = 0;

	differing = compare_count_differing(comparison, side);
	for (size_t i = 0; i < comparison->metric_count; i++)
		total += comparison->metrics[i].sides[side].runs > 0;
	if (runs == 1)
		report_field(report, STYLE_PLAIN, "repeated", "%s: one run",
			     side_name(comparison, side));
	else if (differing == 0)
		report_field(report, STYLE_PLAIN, "repeated", "%s: all samples of %zu figures are "
			     "the same in each of %zu runs", side_name(comparison, side), total,
			     runs);
	else
		report_field(report, STYLE_BAD, "repeated", "%s: %zu of %zu figures DIFFER between "
			     "%zu runs; they are marked !", side_name(comparison, side), differing,
			     total, runs);
}

/* mem.bandwidth.rep_stosb shows it: one byte an instruction. */
static void write_counting(const struct report *report, const struct comparison *comparison)
{
	if (compare_is_exact(comparison))
		report_field(report, STYLE_PLAIN, "counting", "a string instruction (rep stosb, "
			     "rep movsb) counts as one for each byte or word that it moves: a "
			     "page that Linux clears by bytes is 4096");
}

static void text_overhead_write_header(const struct report *report,
				       const struct overhead_report *overhead)
{
	const struct comparison *comparison = overhead->comparison;
	const struct compared_run *first = &comparison->sides[METAL].items[0];

	report_styled(report, STYLE_HEADING, "Bareline: Linux against the bare metal\n");
	if (overhead->refused->count > 0)
		report_field(report, STYLE_BAD, "FORCED",
			     "this comparison would have been refused:");
	report_reasons(report, STYLE_BAD, "", overhead->refused);
	report_machine(report, first->result);
	for (enum side side = METAL; side < SIDES; side++)
		report_runs(report, comparison, side);
	write_kernel(report, comparison->sides[LINUX].items[0].result);
	report_time_base(report, first->analysis->time_base);
	text_overhead_write_intervals(report, comparison);
	write_counting(report, comparison);
	for (enum side side = METAL; side < SIDES; side++) {
		if (compare_is_exact(comparison))
			write_repeats(report, comparison, side);
	}
	report_reasons(report, STYLE_PLAIN, "note", overhead->notes);
}

/* ---- Rows ---- */

static void text_overhead_write_column_heads(const struct report *report, bool is_exact)
{
	report_styled(report, STYLE_HEADING, "\nFigures\n");
	if (is_exact)
		report_styled(report, STYLE_DIM, "%-*s%9s%14s%10s%19s%10s%7s\n", LABEL_COLUMNS,
			      "  medians, one operation", "metal", "from to", "Linux", "from to",
			      "differ.", "ratio");
	else
		report_styled(report, STYLE_DIM, "%-*s%9s%9s%10s%18s%7s%15s\n", LABEL_COLUMNS,
			      "  medians, one operation", "metal", "Linux", "differ.",
			      "95 % interval", "ratio", "95 % interval");
}

static void write_range(const struct report *report, int columns, double low, double high,
			int decimals)
{
	char low_text[REPORT_NUMBER_MAX], high_text[REPORT_NUMBER_MAX], text[INTERVAL_TEXT_MAX];

	snprintf(text, sizeof(text), "%s to %s", report_number(low, decimals, low_text),
		 report_number(high, decimals, high_text));
	report_text(report, columns, text);
}

static void write_exact_figure(const struct report *report, const struct side_figure *figure,
			       int median_columns, int range_columns, int decimals)
{
	report_value(report, median_columns, figure->median, decimals);
	if (figure->min == figure->max)
		fprintf(report->out, "%*s", range_columns, "exact");
	else
		write_range(report, range_columns, figure->min, figure->max, decimals);
}

static void write_exact_row(const struct report *report, const struct metric *metric, int decimals)
{
	const struct side_figure *sides = metric->sides;
	bool differs = !sides[METAL].repeats || !sides[LINUX].repeats;

	write_exact_figure(report, &sides[METAL], 9, 14, decimals);
	write_exact_figure(report, &sides[LINUX], 10, 19, decimals);
	report_value(report, 10, metric->contrast.difference.value, decimals);
	if (metric->contrast.has_ratio)
		report_value(report, 7, metric->contrast.ratio.value, 2);
	else
		fprintf(report->out, "%7s", "-");
	fputs(differs ? "!\n" : "\n", report->out);
}

static void write_time_row(const struct report *report, const struct metric *metric, int decimals)
{
	const struct contrast *contrast = &metric->contrast;

	for (enum side side = METAL; side < SIDES; side++)
		report_value(report, 9, metric->sides[side].median, decimals);
	report_value(report, 10, contrast->difference.value, decimals);
	write_range(report, 18, contrast->difference.low, contrast->difference.high, decimals);
	if (contrast->has_ratio) {
		report_value(report, 7, contrast->ratio.value, 2);
		write_range(report, 15, contrast->ratio.low, contrast->ratio.high, 2);
	} else {
		fprintf(report->out, "%7s%15s", "-", "metal is 0");
	}
	putc('\n', report->out);
}

static void text_overhead_write_row(const struct report *report, const struct metric *metric)
{
	bool is_divided = metric->sides[METAL].first->series->info->iterations > 1 ||
			  metric->sides[LINUX].first->series->info->iterations > 1;

	report_metric_label(report, metric, LABEL_COLUMNS);
	if (metric->is_exact)
		write_exact_row(report, metric, is_divided ? 2 : 0);
	else
		write_time_row(report, metric, is_divided ? 2 : 1);
}

/* ---- Blocks ---- */

static void text_overhead_write_bench_head(const struct report *report, const struct metric *metric)
{
	const struct wire_bench *bench = metric->sides[METAL].first->bench->info;
	const char *differs = metric->sides[LINUX].first->bench->info->differs;
	const char *unit = metric->sides[METAL].unit;
	size_t margin = utf8_length(metric->bench) + utf8_length(unit) + 7;

	report_styled(report, STYLE_HEADING, "  %s", metric->bench);
	fprintf(report->out, " [%s]  ", unit);
	report_wrapped(report, margin, bench->summary);
	if (differs[0] != '\0') {
		fputs("    on Linux: ", report->out);
		report_wrapped(report, strlen("    on Linux: "), differs);
	}
}

static void text_overhead_write_bench(const struct report *report, const struct metric *metrics,
				      size_t count)
{
	size_t common = metrics_in_common(metrics, count), row = 0;
	size_t left_out = report->all || common <= ROWS_MAX ? 0 : common - ROWS_MAX;
	const struct metric *previous = NULL;

	for (size_t i = 0; i < count; i++) {
		if (!metric_is_common(&metrics[i]))
			continue;
		if (row == 0)
			text_overhead_write_bench_head(report, &metrics[i]);
		if (left_out > 0 && row == ROWS_MAX / 2)
			report_styled(report, STYLE_DIM, "    … %zu rows left out; --all shows "
				      "them\n", left_out);
		row++;
		if (left_out > 0 && row > ROWS_MAX / 2 && row <= ROWS_MAX / 2 + left_out)
			continue;
		report_point(report, &metrics[i], previous);
		text_overhead_write_row(report, &metrics[i]);
		previous = &metrics[i];
	}
}

static void text_overhead_write_figures(const struct report *report,
					const struct comparison *comparison)
{
	size_t count = comparison->metric_count;

	if (metrics_in_common(comparison->metrics, count) == 0) {
		fputs("\nThe two sides have no figure in common.\n", report->out);
		return;
	}
	text_overhead_write_column_heads(report, compare_is_exact(comparison));
	for (size_t i = 0; i < count;) {
		size_t same = metrics_of_bench(&comparison->metrics[i], count - i);

		text_overhead_write_bench(report, &comparison->metrics[i], same);
		i += same;
	}
}

void report_overhead(const struct report *report, const struct overhead_report *overhead)
{
	text_overhead_write_header(report, overhead);
	report_headlines(report, overhead->comparison);
	report_idle_overhead(report, overhead->comparison);
	text_overhead_write_figures(report, overhead->comparison);
	for (enum side side = METAL; side < SIDES; side++)
		report_one_sided(report, overhead->comparison, side);
}
