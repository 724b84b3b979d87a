/* Several runs of one side are repeated boots, which only a comparison can show. */
#include "tools/topic/charts_open.h"

#include <err.h>
#include <stdio.h>

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
static bool may_compare(struct chart_set *chart_set, bool force)
{
	const struct comparison *comparison = &chart_set->comparison;

	if (!has_both(comparison)) {
		if (comparison->sides[METAL].count + comparison->sides[LINUX].count == 1)
			return true;
		warnx("several runs, all of %s: give one, or runs of Linux and of the bare metal",
		      side_name(comparison, comparison->sides[METAL].count > 0 ? METAL : LINUX));
		return false;
	}
	same_machine_refuse(comparison, &chart_set->refused);
	same_machine_note(comparison, &chart_set->notes);
	if (chart_set->refused.count == 0 || force)
		return true;
	charts_open_write_reasons(&chart_set->refused);
	return false;
}

static void free_runs(struct chart_set *chart_set)
{
	reasons_free(&chart_set->notes);
	reasons_free(&chart_set->refused);
	compare_free(&chart_set->comparison);
}

bool charts_open(struct chart_set *chart_set, char **paths, int count, bool force)
{
	struct comparison *comparison = &chart_set->comparison;
	const struct compared_run *shown;
	bool good = true;

	*chart_set = (struct chart_set){.comparison.kind = COMPARE_OVERHEAD};
	for (int i = 0; i < count && good; i++)
		good = compare_add_by_host(comparison, paths[i]);
	if (!good || !may_compare(chart_set, force)) {
		free_runs(chart_set);
		return false;
	}
	if (has_both(comparison))
		compare_make(comparison, NULL);
	shown = first_of(comparison);
	analysis_complete(shown->analysis);
	charts_make(&chart_set->charts, shown->analysis,
		      has_both(comparison) ? comparison : NULL, shown->path);
	chart_set->charts.refused = &chart_set->refused;
	chart_set->charts.notes = &chart_set->notes;
	return true;
}

void charts_close(struct chart_set *chart_set)
{
	charts_free(&chart_set->charts);
	free_runs(chart_set);
}
