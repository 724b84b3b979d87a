/* SPDX-License-Identifier: MIT */
/* One run is shown alone, bare metal and Linux on one machine as an overhead, and all others side
 * by side. */
#include "tools/topic/runs/runs.h"

#include <err.h>

#include "tools/compare/unstable_timing.h"
#include "tools/topic/overhead.h"
#include "tools/topic/topic.h"

static size_t runs_count(const struct runs_report *report)
{
	return report->comparison.sides[METAL].count + report->comparison.sides[LINUX].count;
}

/* Whether the overhead of Linux can be computed. */
static bool may_compare(struct runs_report *report, bool force)
{
	struct comparison *comparison = &report->comparison;

	if (comparison->sides[METAL].count == 0 || comparison->sides[LINUX].count == 0)
		return false;
	unstable_timing_exclude(comparison);
	same_machine_refuse(comparison, &report->refused);
	same_machine_add_notes(comparison, &report->notes);
	return report->refused.count == 0 || force;
}

static void runs_report_free(struct runs_report *report)
{
	side_by_side_free(&report->side_by_side);
	reasons_free(&report->notes);
	reasons_free(&report->refused);
	compare_free(&report->comparison);
}

/* The first bare-metal run, or the first Linux run if there is none. */
static void runs_show_first(struct runs_report *report, bool with_overhead)
{
	const struct comparison *comparison = &report->comparison;
	const struct overhead_report overhead = {comparison, &report->refused, &report->notes};
	enum side side = comparison->sides[METAL].count > 0 ? METAL : LINUX;
	const struct compared_run *shown = &comparison->sides[side].items[0];
	struct topic topic = {.tables = &report->tables,
			      .analysis = shown->analysis,
			      .path = shown->path,
			      .overhead = with_overhead ? &overhead : NULL};

	if (with_overhead)
		compare_make(&report->comparison, NULL);
	analysis_complete(shown->analysis);
	topic_run(&topic);
}

/* ---- Side by side ---- */

/* Bare-metal runs in the order given, then Linux runs. */
static size_t runs_list(const struct runs_report *report,
			const struct compared_run *runs[SIDE_BY_SIDE_MAX])
{
	size_t count = 0;

	for (enum side side = METAL; side < SIDES; side++) {
		const struct compared_runs *of = &report->comparison.sides[side];

		for (size_t i = 0; i < of->count; i++)
			runs[count++] = &of->items[i];
	}
	return count;
}

/* Show all runs, with the overhead of Linux if it can be computed. */
static void runs_show_all(struct runs_report *report, bool with_overhead)
{
	const struct overhead_report overhead = {&report->comparison, &report->refused,
						 &report->notes};
	const struct compared_run *runs[SIDE_BY_SIDE_MAX];

	if (with_overhead)
		compare_make(&report->comparison, NULL);
	side_by_side_make(&report->side_by_side, runs, runs_list(report, runs), &report->refused,
			  &report->tables);
	report->tables.caution =
		topic_caution(report->side_by_side.runs[0].run->analysis->time_base);
	if (with_overhead)
		topic_overhead_add(&report->tables, &overhead);
}

/* ---- All ---- */

static bool runs_are_too_many(const struct runs_report *report)
{
	size_t count = runs_count(report);

	if (count <= SIDE_BY_SIDE_MAX)
		return false;
	warnx("%zu runs: a chart shows at most %d side by side; use `bareline history` for many "
	      "runs of one machine",
	      count, SIDE_BY_SIDE_MAX);
	return true;
}

static bool runs_report_make(struct runs_report *report, char **paths, int count, bool force,
			     bool is_side_by_side)
{
	bool good = true, compares;

	*report = (struct runs_report){.comparison.kind = COMPARE_OVERHEAD};
	for (int i = 0; i < count && good; i++)
		good = compare_add_by_host(&report->comparison, paths[i]);
	compares = good && may_compare(report, force);
	is_side_by_side = good && runs_count(report) > 1 && (is_side_by_side || !compares);
	if (!good || (is_side_by_side && runs_are_too_many(report))) {
		runs_report_free(report);
		return false;
	}
	tables_init(&report->tables, "Bareline report");
	if (is_side_by_side)
		runs_show_all(report, compares);
	else
		runs_show_first(report, compares);
	return true;
}

bool runs_report_open(struct runs_report *report, char **paths, int count, bool force)
{
	return runs_report_make(report, paths, count, force, false);
}

bool runs_report_open_side_by_side(struct runs_report *report, char **paths, int count, bool force)
{
	return runs_report_make(report, paths, count, force, true);
}

void runs_report_warn(const struct runs_report *report)
{
	for (enum side side = METAL; side < SIDES; side++) {
		const struct compared_runs *runs = &report->comparison.sides[side];

		for (size_t i = 0; i < runs->count; i++)
			analysis_warn(runs->items[i].analysis, runs->items[i].path);
	}
}

void runs_report_close(struct runs_report *report)
{
	tables_free(&report->tables);
	runs_report_free(report);
}
