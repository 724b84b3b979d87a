/* SPDX-License-Identifier: MIT */
/* The figures of one machine over many runs, and where they stepped. */
#ifndef TOOLS_TOPIC_HISTORY_H
#define TOOLS_TOPIC_HISTORY_H

#include "tools/compare/history.h"
#include "tools/table/table.h"

/* Make the tables of a history, which must outlive them: figures that did not step are details.
 * docs/compare.md describes them. */
void topic_history(struct tables *tables, const struct history *history);

/* The figures that stepped in a table of their own, the largest change first, for a page to begin
 * with. */
void topic_history_changed(struct tables *tables, const struct history *history);

#endif
