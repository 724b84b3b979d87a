/* SPDX-License-Identifier: MIT */
/* Several runs on one page, whatever machines they are of: their tables are laid together, so that
 * a picture has the curves of all of them. Runs whose figures are not on one scale, because a tick
 * is a moment in one and an instruction in another, stay apart. */
#ifndef TOOLS_TOPIC_RUNS_SIDE_BY_SIDE_H
#define TOOLS_TOPIC_RUNS_SIDE_BY_SIDE_H

#include "tools/compare/same_machine.h"
#include "tools/table/table.h"

/* More could not be told apart by their colours. */
#define SIDE_BY_SIDE_MAX 8

struct side_by_side_run {
	const struct compared_run *run;
	const char *label;    /* short, and no other run's */
	size_t scale;         /* the first run whose figures are on one scale with this one's */
	struct tables tables; /* of it alone */
};

struct side_by_side {
	struct side_by_side_run *runs; /* in the order given */
	size_t count;
	const struct reasons *refused; /* why it is not told what Linux costs, if that was asked */
	struct tables *tables; /* of all of them */
};

/* Make the tables of runs side by side, of which there are at most SIDE_BY_SIDE_MAX; all of these
 * must outlive what is made. With reasons they say first that what Linux costs is refused, and no
 * run of Linux has a ratio to the metal's. tables has been begun. */
void side_by_side_make(struct side_by_side *page, const struct compared_run *const *runs,
		       size_t count,
		       const struct reasons *refused, struct tables *tables);
void side_by_side_free(struct side_by_side *page);

/* ---- Its parts ---- */

/* What a reader tells the runs by: as much of the end of their paths as differs. */
void side_by_side_name(struct side_by_side *page);

/* "a, b": the runs on one scale, which is the number of the first of them; and whether all are. */
const char *side_by_side_labels(const struct side_by_side *page, size_t scale);
bool side_by_side_is_one_scale(const struct side_by_side *page);

/* Whether there is a ratio of a run to the first run on its scale. */
bool side_by_side_has_ratio(const struct side_by_side *page, size_t run);

/* What machines, systems and builds they are: what all have in common, and what differs. */
void side_by_side_add_facts(const struct side_by_side *page);

/* The figures that most people want, a column a run. */
void side_by_side_add_headlines(const struct side_by_side *page);

/* All other tables: those of one name as one, where their figures are on one scale. */
void side_by_side_merge(const struct side_by_side *page);

/* Tables of one name that go together, a table for each run: NULL for one whose table does not. */
struct side_by_side_parts {
	const struct side_by_side *page;
	const struct table *items[SIDE_BY_SIDE_MAX];
	size_t first; /* that is there */
	size_t count;
};

/* The column that says which run a row is of. */
#define SIDE_BY_SIDE_RUN_COLUMN "run"

/* Lay them together, or repeat the one that there is, named by its run. */
void side_by_side_lay(const struct side_by_side_parts *parts);

#endif
