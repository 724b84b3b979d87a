/* The columns that name a row of figures: one for each parameter of their points, and the stage. */
#ifndef TOOLS_TOPIC_KEYS_H
#define TOOLS_TOPIC_KEYS_H

#include "tools/analysis/figures.h"
#include "tools/table/table.h"

#define KEYS_MAX 32

/* Empty when zeroed. */
struct keys {
	struct column columns[KEYS_MAX];
	const char *parameters[KEYS_MAX]; /* their names in points: a column's may differ */
	size_t count;
	bool has_stage;
};

/* Take in what the figure's point has. */
void keys_add(struct keys *keys, const struct figure *figure);

/* All figures have been added: returns the columns of the keys and, after them, of values. Columns
 * that would have the name of another are renamed. */
struct column *keys_end(struct keys *keys, struct tables *tables, const struct column *values,
			size_t value_count);

/* Fill in the row's first cells. */
void keys_cells(const struct keys *keys, struct table *table, const struct figure *figure);

#endif
