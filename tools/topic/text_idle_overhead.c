/* What is left of an idle CPU: how much of it a loop gets that has nothing to give way to, on the
 * bare metal, and under Linux at the highest and at the lowest priority. From noise.gaps, whose
 * samples hold what was seen in one stretch of time. */
#include "tools/topic/text_overhead.h"

#include <string.h>

#define IDLE_BENCH "noise.gaps"
#define LABEL_COLUMNS 32

/* What all runs of a side saw at one priority. */
struct idleness {
	double watched, gaps, gap_ticks;
	double largest;                 /* in ticks */
	double tsc_hz;                  /* of the last run */
};

static const struct row {
	enum side side;
	const char *priority;           /* how the point begins */
	const char *label;
} rows[] = {
	{METAL, "priority=highest ", "the metal"},
	{LINUX, "priority=highest ", "Linux, highest priority"},
	{LINUX, "priority=lowest ", "Linux, lowest priority"},
};

static double sum_of(const struct sample_set *samples)
{
	double sum = 0;

	for (size_t i = 0; i < samples->count; i++)
		sum += (double)samples->values[i];
	return sum;
}

static double largest_of(const struct sample_set *samples)
{
	double largest = 0;

	for (size_t i = 0; i < samples->count; i++) {
		if ((double)samples->values[i] > largest)
			largest = (double)samples->values[i];
	}
	return largest;
}

static void add_series(struct idleness *idleness, const struct series *series)
{
	const char *stage = series->info->stage;
	double largest;

	if (strcmp(stage, "watched") == 0)
		idleness->watched += sum_of(&series->warm);
	else if (strcmp(stage, "gaps") == 0)
		idleness->gaps += sum_of(&series->warm);
	else if (strcmp(stage, "gap_ticks") == 0)
		idleness->gap_ticks += sum_of(&series->warm);
	if (strcmp(stage, "largest") != 0)
		return;
	largest = largest_of(&series->warm);
	if (largest > idleness->largest)
		idleness->largest = largest;
}

static struct idleness find_idleness(const struct comparison *comparison, const struct row *row)
{
	const struct compared_runs *runs = &comparison->sides[row->side];
	struct idleness idleness = {0};

	for (size_t run = 0; run < runs->count; run++) {
		const struct result *result = runs->items[run].result;
		const struct bench *bench = result_bench(result, IDLE_BENCH);
		const struct wire_manifest *manifest = result_manifest(result);

		if (bench == NULL || manifest == NULL)
			continue;
		idleness.tsc_hz = (double)manifest->tsc_hz;
		for (size_t i = 0; i < bench->series_count; i++) {
			if (strncmp(bench->series[i].info->point, row->priority,
				    strlen(row->priority)) == 0)
				add_series(&idleness, &bench->series[i]);
		}
	}
	return idleness;
}

static void text_idle_overhead_write_heads(const struct report *report, bool is_exact)
{
	report_styled(report, STYLE_HEADING, "\nWhat is left of an idle CPU (%s)\n", IDLE_BENCH);
	report_styled(report, STYLE_DIM, "%-*s%14s%18s%22s\n", LABEL_COLUMNS, "  to a loop on",
		      "available", is_exact ? "gaps in 10^9" : "gaps a second",
		      is_exact ? "longest, instructions" : "longest, us");
}

/* Where ticks are instructions a second would be as many as the TSC claims, which says nothing. */
static void text_idle_overhead_write_row(const struct report *report, const struct row *row,
					 const struct idleness *idleness, bool is_exact)
{
	double per = is_exact ? 1e9 : idleness->tsc_hz;
	char gaps[REPORT_NUMBER_MAX], largest[REPORT_NUMBER_MAX];

	fprintf(report->out, "  %-*s%12.4f %%%18s%22s\n", LABEL_COLUMNS - 2, row->label,
		100 * (1 - idleness->gap_ticks / idleness->watched),
		report_number(idleness->gaps / idleness->watched * per, 1, gaps),
		report_number(is_exact ? idleness->largest
			      : idleness->largest / idleness->tsc_hz * 1e6, is_exact ? 0 : 1,
			      largest));
}

void report_idle_overhead(const struct report *report, const struct comparison *comparison)
{
	bool is_exact = compare_is_exact(comparison), begun = false;

	for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
		struct idleness idleness = find_idleness(comparison, &rows[i]);

		if (idleness.watched == 0 || idleness.tsc_hz == 0)
			continue;
		if (!begun)
			text_idle_overhead_write_heads(report, is_exact);
		begun = true;
		text_idle_overhead_write_row(report, &rows[i], &idleness, is_exact);
	}
}
