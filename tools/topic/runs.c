/* SPDX-License-Identifier: MIT */
/* Several runs of one side are repeated boots, which only a comparison can show. */
#include "tools/topic/runs.h"

#include <err.h>
#include <stdio.h>

#include "tools/topic/overhead.h"
#include "tools/topic/topic.h"

/* The run that is shown. */
static const struct compared_run *first_of(const struct comparison *comparison)
{
	enum side side = comparison->sides[METAL].count > 0 ? METAL : LINUX;

	return &comparison->sides[side].items[0];
}

static bool has_both(const struct comparison *comparison)
{
	return comparison->sides[METAL].count > 0 && comparison->sides[LINUX].count > 0;
}

static void charts_open_write_reasons(const struct reasons *reasons)
{
	warnx("these runs can't be compared (--force does it all the same):");
	for (size_t i = 0; i < reasons->count; i++)
		fprintf(stderr, "  %s\n", reasons->texts[i]);
}

/* Returns whether there may be a comparison, or need be none. */
static bool may_compare(struct runs_report *report, bool force)
{
	const struct comparison *comparison = &report->comparison;

	if (!has_both(comparison)) {
		if (comparison->sides[METAL].count + comparison->sides[LINUX].count == 1)
			return true;
		warnx("several runs, all of %s: give one, or runs of Linux and of the bare metal",
		      side_name(comparison, comparison->sides[METAL].count > 0 ? METAL : LINUX));
		return false;
	}
	same_machine_refuse(comparison, &report->refused);
	same_machine_note(comparison, &report->notes);
	if (report->refused.count == 0 || force)
		return true;
	charts_open_write_reasons(&report->refused);
	return false;
}

static void runs_report_free(struct runs_report *report)
{
	reasons_free(&report->notes);
	reasons_free(&report->refused);
	compare_free(&report->comparison);
}

bool runs_report_open(struct runs_report *report, char **paths, int count, bool force)
{
	struct comparison *comparison = &report->comparison;
	const struct overhead_report overhead = {comparison, &report->refused, &report->notes};
	const struct compared_run *shown;
	struct topic topic;
	bool good = true;

	*report = (struct runs_report){.comparison.kind = COMPARE_OVERHEAD};
	for (int i = 0; i < count && good; i++)
		good = compare_add_by_host(comparison, paths[i]);
	if (!good || !may_compare(report, force)) {
		runs_report_free(report);
		return false;
	}
	if (has_both(comparison))
		compare_make(comparison, NULL);
	shown = first_of(comparison);
	analysis_complete(shown->analysis);
	tables_init(&report->tables, "Bareline report");
	topic = (struct topic){.tables = &report->tables,
			       .analysis = shown->analysis,
			       .path = shown->path,
			       .overhead = has_both(comparison) ? &overhead : NULL};
	topic_run(&topic);
	return true;
}

void runs_report_warn(const struct runs_report *report)
{
	for (enum side side = METAL; side < SIDES; side++) {
		const struct compared_runs *runs = &report->comparison.sides[side];

		for (size_t i = 0; i < runs->count; i++)
			loss_warn(&runs->items[i].analysis->loss, runs->items[i].path);
	}
}

void runs_report_close(struct runs_report *report)
{
	tables_free(&report->tables);
	runs_report_free(report);
}
