/* SPDX-License-Identifier: MIT */
/* Share of an idle CPU available to a loop: on bare metal, and under Linux at the highest and the
 * lowest priority. The values are from noise.gaps, where each sample covers one interval of
 * time. */
#include "tools/base/ticks.h"
#include "tools/topic/overhead.h"
#include "tools/topic/sides.h"

#include <string.h>

#define IDLE_BENCH "noise.gaps"

/* Sums over all runs of a side at one priority. */
struct idleness {
	double watched, gaps, in_gaps;
	double largest; /* in ticks */
	double tsc_hz;  /* of the last run */
};

static const struct idle_side {
	enum side side;
	const char *priority; /* first word of the point */
	const char *loop;
} idle_sides[] = {
	{METAL, "priority=highest ", "bare metal"},
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

static void add_series(struct idleness *idleness, const struct series *series)
{
	const char *stage = series->info->stage;
	double largest;

	if (strcmp(stage, "watched") == 0)
		idleness->watched += sum_of(&series->warm);
	else if (strcmp(stage, "gaps") == 0)
		idleness->gaps += sum_of(&series->warm);
	else if (strcmp(stage, "in_gaps") == 0)
		idleness->in_gaps += sum_of(&series->warm);
	if (strcmp(stage, "largest") != 0)
		return;
	largest = 0;
	for (size_t i = 0; i < series->warm.count; i++) {
		if ((double)series->warm.values[i] > largest)
			largest = (double)series->warm.values[i];
	}
	if (largest > idleness->largest)
		idleness->largest = largest;
}

static struct idleness find_idleness(const struct comparison *comparison,
				     const struct idle_side *side)
{
	const struct compared_runs *runs = &comparison->sides[side->side];
	struct idleness idleness = {0};

	for (size_t run = 0; run < runs->count; run++) {
		const struct result *result = runs->items[run].result;
		const struct bench *bench = result_bench(result, IDLE_BENCH);
		const struct wire_manifest *manifest = result_manifest(result);

		if (bench == NULL || manifest == NULL)
			continue;
		idleness.tsc_hz = (double)manifest->tsc_hz;
		for (size_t i = 0; i < bench->series_count; i++) {
			if (strncmp(bench->series[i].info->point, side->priority,
				    strlen(side->priority)) == 0)
				add_series(&idleness, &bench->series[i]);
		}
	}
	return idleness;
}

double overhead_idle_available(const struct comparison *comparison)
{
	const struct idleness idleness = find_idleness(comparison, &idle_sides[0]);

	return idleness.watched > 0 ? 1 - idleness.in_gaps / idleness.watched : 1;
}

void overhead_add_idle(struct tables *tables, const char *section,
		       const struct comparison *comparison)
{
	static const struct column of_time[] = {
		{"loop", COLUMN_TEXT, COLUMN_KEY, "to a loop on", NULL},
		{"available", COLUMN_SHARE, 0, NULL, NULL},
		{"taken", COLUMN_NUMBER, 0, NULL, "us a second"},
		{"gaps", COLUMN_NUMBER, 0, NULL, "a second"},
		{"longest", COLUMN_NUMBER, 0, NULL, "us"},
	};
	static const struct column of_instructions[] = {
		{"loop", COLUMN_TEXT, COLUMN_KEY, "to a loop on", NULL},
		{"available", COLUMN_SHARE, 0, NULL, NULL},
		{"taken", COLUMN_NUMBER, 0, NULL, "in 10^6"},
		{"gaps", COLUMN_NUMBER, 0, NULL, "in 10^9"},
		{"longest", COLUMN_NUMBER, 0, NULL, "instructions"},
	};
	bool is_exact = compare_is_exact(comparison);
	struct table *table = table_begin(tables, section, "overhead.idle",
					  "CPU time available to an idle loop, by " IDLE_BENCH,
					  is_exact ? of_instructions : of_time, 5);

	for (size_t i = 0; i < sizeof(idle_sides) / sizeof(idle_sides[0]); i++) {
		struct idleness idleness = find_idleness(comparison, &idle_sides[i]);

		if (idleness.watched > 0 && idleness.tsc_hz > 0) {
			double taken = idleness.in_gaps / idleness.watched;
			double per = is_exact ? 1e9 : idleness.tsc_hz;

			/* With instruction counts, the rate of gaps is per 1e9 instructions. A rate
			 * per second would use the TSC's nominal frequency, which has no meaning
			 * there. */
			table_row(table);
			cell_string(table_at(table, "loop"),
				    sides_named(tables, comparison, idle_sides[i].loop));
			cell_number(table_at(table, "available"), 1 - taken);
			cell_number(table_at(table, "taken"), 1e6 * taken);
			cell_number(table_at(table, "gaps"),
				    idleness.gaps / idleness.watched * per);
			cell_number(table_at(table, "longest"),
				    is_exact ? idleness.largest
					     : ticks_time(idleness.largest, idleness.tsc_hz,
							  US_PER_SECOND));
		}
	}
}
