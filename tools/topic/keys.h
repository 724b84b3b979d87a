/* SPDX-License-Identifier: MIT */
/* Key columns of a row: one for each parameter of the point, and the stage. */
#ifndef TOOLS_TOPIC_KEYS_H
#define TOOLS_TOPIC_KEYS_H

#include "tools/analysis/metrics.h"
#include "tools/table/table.h"

/* Key columns, followed by the others. A parameter with the name of another column is renamed;
 * *key_count is the number of key columns. */
struct column *keys_columns(struct tables *tables, const struct metric *const *metrics,
			    size_t count, const struct column *others, size_t other_count,
			    size_t *key_count);

/* The unit in a name's suffix, "µs" of interval_us; *length is the length without the suffix. NULL
 * if there is none. */
#define KEYS_BYTES "bytes"
const char *keys_unit(const char *name, size_t *length);

/* Fill in the row's key cells. */
void keys_cells(struct table *table, const struct column *columns, size_t key_count,
		const struct metric *metric);

#endif
