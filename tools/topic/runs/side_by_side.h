/* SPDX-License-Identifier: MIT */
/* Several runs on one page, of any machines. Their tables are merged, so that one chart shows the
 * curves of all runs. Runs on different scales are not merged, because a tick may be a time in one
 * run and an instruction in another run. */
#ifndef TOOLS_TOPIC_RUNS_SIDE_BY_SIDE_H
#define TOOLS_TOPIC_RUNS_SIDE_BY_SIDE_H

#include "tools/compare/same_machine.h"
#include "tools/table/table.h"

/* A chart's colours distinguish at most this number of runs. */
#define SIDE_BY_SIDE_MAX 8

struct side_by_side_run {
	const struct compared_run *run;
	const char *label;    /* short and unique */
	size_t scale;         /* index of the first run on the same scale */
	struct tables tables; /* of this run only */
};

struct side_by_side {
	struct side_by_side_run *runs; /* in the order given */
	size_t count;
	/* reasons to refuse the overhead of Linux; empty: not refused */
	const struct reasons *refused;
	struct tables *tables; /* of all runs */
};

/* Make the tables of at most SIDE_BY_SIDE_MAX runs. The runs and reasons must outlive the page, and
 * tables must have been begun. If refused is not empty, the page begins with these reasons and no
 * run of Linux has a ratio to bare metal. */
void side_by_side_make(struct side_by_side *page, const struct compared_run *const *runs,
		       size_t count,
		       const struct reasons *refused, struct tables *tables);
void side_by_side_free(struct side_by_side *page);

/* ---- Parts ---- */

/* Set the labels of the runs: the shortest ends of their paths that differ. */
void side_by_side_name(struct side_by_side *page);

/* Labels of the runs on a scale, "a, b". A scale is the index of its first run. */
const char *side_by_side_labels(const struct side_by_side *page, size_t scale);
bool side_by_side_is_one_scale(const struct side_by_side *page);

/* Whether the page shows the ratio of a run to the first run on its scale. */
bool side_by_side_has_ratio(const struct side_by_side *page, size_t run);

/* Add tables of machines, systems and builds: common facts, then the differing ones. */
void side_by_side_add_facts(const struct side_by_side *page);

/* Add the key metrics, a column for each run. */
void side_by_side_add_headlines(const struct side_by_side *page);

/* Merge all other tables of the same name, if their metrics are on one scale. */
void side_by_side_merge(const struct side_by_side *page);

/* Tables of one name to be merged, one for each run. NULL for a run without a mergeable table. */
struct side_by_side_parts {
	const struct side_by_side *page;
	const struct table *items[SIDE_BY_SIDE_MAX];
	size_t first; /* index of the first item that is not NULL */
	size_t count;
};

/* The column with a row's run. */
#define SIDE_BY_SIDE_RUN_COLUMN "run"

/* Merge the tables. A single table is copied and named after its run. */
void side_by_side_lay(const struct side_by_side_parts *parts);

#endif
