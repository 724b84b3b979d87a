/* SPDX-License-Identifier: MIT */
/* Metrics of one machine over many runs, and their steps. */
#ifndef TOOLS_TOPIC_HISTORY_H
#define TOOLS_TOPIC_HISTORY_H

#include "tools/compare/history.h"
#include "tools/table/table.h"

/* Make the tables of a history, which must outlive them. Metrics without steps are details.
 * docs/compare.md describes them. */
void topic_history(struct tables *tables, const struct history *history);

/* Make a table of the metrics with steps, largest change first, for the start of a page. */
void topic_history_changed(struct tables *tables, const struct history *history);

#endif
