/* SPDX-License-Identifier: MIT */
/* Several runs on one page, whatever machines they are of: their tables are laid together, so that
 * a picture has the curves of all of them. Runs whose figures are not on one scale, because a tick
 * is a moment in one and an instruction in another, stay apart. */
#ifndef TOOLS_TOPIC_RUNS_BESIDE_H
#define TOOLS_TOPIC_RUNS_BESIDE_H

#include "tools/compare/same_machine.h"
#include "tools/table/table.h"

/* More could not be told apart by their colours. */
#define BESIDE_RUNS_MAX 8

struct beside_run {
	const struct compared_run *run;
	const char *label;    /* short, and no other run's */
	size_t scale;         /* the first run whose figures are on one scale with this one's */
	struct tables tables; /* of it alone */
};

struct beside {
	struct beside_run *runs; /* in the order given */
	size_t count;
	const struct reasons *refused; /* why it is not told what Linux costs, if that was asked */
	struct tables *tables; /* of all of them */
};

/* Make the tables of runs side by side, of which there are at most BESIDE_RUNS_MAX; all of these
 * must outlive what is made. With reasons they say first that what Linux costs is refused, and no
 * run of Linux has a ratio to the metal's. tables has been begun. */
void beside_make(struct beside *beside, const struct compared_run *const *runs, size_t count,
		 const struct reasons *refused, struct tables *tables);
void beside_free(struct beside *beside);

/* ---- Its parts ---- */

/* What a reader tells the runs by: as much of the end of their paths as differs. */
void beside_name(struct beside *beside);

/* "a, b": the runs on one scale, which is the number of the first of them; and whether all are. */
const char *beside_labels(const struct beside *beside, size_t scale);
bool beside_is_one_scale(const struct beside *beside);

/* Whether there is a ratio of a run to the first run on its scale. */
bool beside_has_ratio(const struct beside *beside, size_t run);

/* What machines, systems and builds they are: what all have in common, and what differs. */
void beside_add_facts(const struct beside *beside);

/* The figures that most people want, a column a run. */
void beside_add_headlines(const struct beside *beside);

/* All other tables: those of one name as one, where their figures are on one scale. */
void beside_merge(const struct beside *beside);

/* Tables of one name that go together, a table for each run: NULL for one whose table does not. */
struct beside_parts {
	const struct beside *beside;
	const struct table *items[BESIDE_RUNS_MAX];
	size_t first; /* that is there */
	size_t count;
};

/* The column that says which run a row is of. */
#define BESIDE_RUN_COLUMN "run"

/* Lay them together, or repeat the one that there is, named by its run. */
void beside_lay(const struct beside_parts *parts);

#endif
