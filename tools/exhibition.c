/* Several runs of one side are repeated boots, which only a comparison can show. */
#include "tools/exhibition.h"

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

static void put_reasons(const struct reasons *reasons)
{
	warnx("these runs can't be compared (--force does it all the same):");
	for (size_t i = 0; i < reasons->count; i++)
		fprintf(stderr, "  %s\n", reasons->texts[i]);
}

/* Returns whether there may be a comparison, or need be none. */
static bool may_compare(struct exhibition *exhibition, bool force)
{
	const struct comparison *comparison = &exhibition->comparison;

	if (!has_both(comparison)) {
		if (comparison->sides[METAL].count + comparison->sides[LINUX].count == 1)
			return true;
		warnx("several runs, all of %s: give one, or runs of Linux and of the bare metal",
		      side_name(comparison, comparison->sides[METAL].count > 0 ? METAL : LINUX));
		return false;
	}
	same_machine_refuse(comparison, &exhibition->refused);
	same_machine_note(comparison, &exhibition->notes);
	if (exhibition->refused.count == 0 || force)
		return true;
	put_reasons(&exhibition->refused);
	return false;
}

static void free_runs(struct exhibition *exhibition)
{
	reasons_free(&exhibition->notes);
	reasons_free(&exhibition->refused);
	compare_free(&exhibition->comparison);
}

bool exhibition_open(struct exhibition *exhibition, char **paths, int count, bool force)
{
	struct comparison *comparison = &exhibition->comparison;
	const struct compared_run *shown;
	bool good = true;

	*exhibition = (struct exhibition){.comparison.kind = COMPARE_OVERHEAD};
	for (int i = 0; i < count && good; i++)
		good = compare_add_by_host(comparison, paths[i]);
	if (!good || !may_compare(exhibition, force)) {
		free_runs(exhibition);
		return false;
	}
	if (has_both(comparison))
		compare_make(comparison, NULL, 0);
	shown = first_of(comparison);
	analysis_make(shown->result, shown->analysis);
	exhibits_make(&exhibition->exhibits, shown->analysis,
		      has_both(comparison) ? comparison : NULL, shown->path);
	exhibition->exhibits.refused = &exhibition->refused;
	exhibition->exhibits.notes = &exhibition->notes;
	return true;
}

void exhibition_close(struct exhibition *exhibition)
{
	exhibits_free(&exhibition->exhibits);
	free_runs(exhibition);
}
