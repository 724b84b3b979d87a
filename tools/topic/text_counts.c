/* What was counted beside the time: a row an event, and below the table
 * what each word stands for. */
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "tools/analysis/counts.h"
#include "tools/record/point.h"
#include "tools/topic/report.h"

#define LABEL_COLUMNS 30
#define LABEL_BYTES_MAX 256
#define DECIMALS 3
#define EVENTS_MAX 32

/* The medians of a point, for the ratios below its rows. */
struct medians {
	double cycles, instructions, ref_cycles, aperf, mperf;
};

/* The table on its way: the point's medians, and what marks were used. */
struct rows {
	const struct report *report;
	struct medians medians;
	bool has_uncorrected, has_saturated;
};

static void note_median(struct medians *medians, const char *event, double median)
{
	const struct {
		const char *word;
		double *median;
	} places[] = {
		{"cycles", &medians->cycles}, {"instructions", &medians->instructions},
		{"ref_cycles", &medians->ref_cycles}, {"aperf", &medians->aperf},
		{"mperf", &medians->mperf},
	};

	for (size_t i = 0; i < sizeof(places) / sizeof(places[0]); i++) {
		if (strcmp(event, places[i].word) == 0)
			*places[i].median = median;
	}
}

static void write_ratio(const struct report *report, const char *label, double above, double below)
{
	char number[REPORT_NUMBER_MAX];

	if (above <= 0 || below <= 0)
		return;
	fputs("      ", report->out);
	report_cell(report, label, LABEL_COLUMNS - 6);
	fprintf(report->out, "%24s\n", report_number(above / below, DECIMALS, number));
}

/* TSC ticks are not core cycles; how many core cycles a nominal one was says why. */
static void text_counts_write_ratios(const struct report *report, const struct medians *medians)
{
	write_ratio(report, "instructions/cycles", medians->instructions, medians->cycles);
	write_ratio(report, "cycles/ref_cycles", medians->cycles, medians->ref_cycles);
	write_ratio(report, "aperf/mperf", medians->aperf, medians->mperf);
}

static void text_counts_write_row(struct rows *rows, const struct wire_count *count)
{
	const struct report *report = rows->report;
	char number[REPORT_NUMBER_MAX];
	struct count_summary summary;

	counts_summarise(count, &summary);
	rows->has_uncorrected |= !summary.corrected;
	rows->has_saturated |= summary.saturated > 0;
	if (summary.corrected)
		note_median(&rows->medians, count->event, summary.events.median);
	fputs("      ", report->out);
	report_cell(report, count->event, LABEL_COLUMNS - 6);
	fprintf(report->out, "%6zu", summary.events.n);
	fprintf(report->out, "%9s", report_number(summary.events.min, DECIMALS, number));
	fprintf(report->out, "%9s", report_number(summary.events.median, DECIMALS, number));
	report_interval(report, &summary.events, DECIMALS);
	fprintf(report->out, "%10s", report_number(summary.events.max, DECIMALS, number));
	fprintf(report->out, "%10s", report_number(summary.reading.median, 0, number));
	fprintf(report->out, "%s%s\n", summary.corrected ? "" : "+",
		summary.saturated > 0 ? "<" : "");
}

static void text_counts_write_point(const struct report *report, const char *point)
{
	char label[LABEL_BYTES_MAX];

	point_label(point, label, sizeof(label));
	fprintf(report->out, "    %s\n", label[0] != '\0' ? label : "all");
}

static void end_point(struct rows *rows)
{
	text_counts_write_ratios(rows->report, &rows->medians);
	rows->medians = (struct medians){0};
}

static void text_counts_write_bench(struct rows *rows, const struct bench *bench)
{
	const char *previous = NULL;

	report_styled(rows->report, STYLE_HEADING, "  %s\n", bench->info->name);
	for (size_t i = 0; i < bench->counts_count; i++) {
		const struct wire_count *count = &bench->counts[i].count;

		if (previous == NULL || strcmp(previous, count->point) != 0) {
			end_point(rows);
			text_counts_write_point(rows->report, count->point);
		}
		previous = count->point;
		text_counts_write_row(rows, count);
	}
	end_point(rows);
}

static void text_counts_write_marks(const struct rows *rows)
{
	if (rows->has_uncorrected)
		fputs("  + reading the counters spreads too far to be subtracted, and is in these "
		      "figures\n", rows->report->out);
	if (rows->has_saturated)
		fputs("  < some samples were below the reading and count as 0\n",
		      rows->report->out);
}

static void write_meaning(const struct report *report, const char *table,
			  const struct wire_count *count)
{
	const char *meaning = counts_meaning(count->event);
	const char *name = counts_vendor_name(table, count->event);

	report_field(report, STYLE_PLAIN, count->event, "%s; %s%s%#" PRIx64 " on %s",
		     meaning != NULL ? meaning : "not known here", name != NULL ? name : "",
		     name != NULL ? ", " : "select ", count->select, count->counter);
}

/* Each event once, in the order they were first counted. */
static void write_meanings(const struct report *report, const char *table)
{
	const struct record_list *counts = &report->analysis->result->records[WIRE_count];
	const char *seen[EVENTS_MAX];
	size_t seen_count = 0;

	for (size_t i = 0; i < counts->count && seen_count < EVENTS_MAX; i++) {
		const struct wire_count *count = &counts->items[i].count;
		size_t j = 0;

		while (j < seen_count && strcmp(seen[j], count->event) != 0)
			j++;
		if (j < seen_count)
			continue;
		seen[seen_count++] = count->event;
		write_meaning(report, table, count);
	}
}

static void write_unit(const struct report *report, const struct wire_pmu *pmu)
{
	report_field(report, STYLE_PLAIN, "counters", "events of %s%s%s; rings counted: %s; read "
		     "by %s", pmu->events, pmu->core[0] != '\0' ? ", core type " : "", pmu->core,
		     pmu->rings, pmu->method);
}

static bool is_counted(const struct report *report, const struct bench *bench)
{
	return bench->counts_count > 0 && report_wants(report, bench->info->name);
}

static void text_counts_write_head(const struct report *report)
{
	report_styled(report, STYLE_HEADING, "\nEvents, counted in runs of their own\n");
	report_styled(report, STYLE_DIM, "%-*s%6s%9s%9s%*s%10s%10s\n", LABEL_COLUMNS,
		      "  for one operation", "n", "min", "median", REPORT_INTERVAL_COLUMNS,
		      "95 % interval", "max", "reading");
}

void report_counts(const struct report *report)
{
	const struct result *result = report->analysis->result;
	const struct record_list *pmus = &result->records[WIRE_pmu];
	struct rows rows = {.report = report};
	bool has_head = false;

	for (size_t i = 0; i < result->bench_count; i++) {
		if (!is_counted(report, &result->benches[i]))
			continue;
		if (!has_head)
			text_counts_write_head(report);
		has_head = true;
		text_counts_write_bench(&rows, &result->benches[i]);
	}
	if (!has_head)
		return;
	text_counts_write_marks(&rows);
	if (pmus->count > 0)
		write_unit(report, &pmus->items[0].pmu);
	write_meanings(report, pmus->count > 0 ? pmus->items[0].pmu.events : "");
}
