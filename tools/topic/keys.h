/* SPDX-License-Identifier: MIT */
/* The columns that name a row of figures: one for each parameter of their points, and the stage. */
#ifndef TOOLS_TOPIC_KEYS_H
#define TOOLS_TOPIC_KEYS_H

#include "tools/analysis/figures.h"
#include "tools/table/table.h"

/* Columns of the keys of figures, and after them the others. A parameter that has the name of
 * another column is renamed; *key_count is how many columns are keys. */
struct column *keys_columns(struct tables *tables, const struct figure *const *figures,
			    size_t count, const struct column *others, size_t other_count,
			    size_t *key_count);

/* The unit that a name's end says, "µs" of interval_us, and how much of it is the name without
 * that; NULL, and all of it, when it says none. */
#define KEYS_BYTES "bytes"
const char *keys_unit(const char *name, size_t *length);

/* Fill in the row's first cells, of the keys. */
void keys_cells(struct table *table, const struct column *columns, size_t key_count,
		const struct figure *figure);

#endif
