/* SPDX-License-Identifier: MIT */
/* Positions by name, for metrics and what is derived from them. A name is a benchmark, a point and
 * a stage. */
#ifndef TOOLS_ANALYSIS_NAME_INDEX_H
#define TOOLS_ANALYSIS_NAME_INDEX_H

#include <stddef.h>
#include <stdint.h>

#include "tools/base/number_map.h"

struct metric_name {
	const char *bench, *point, *stage;
};

/* Empty when zeroed. */
struct name_index {
	struct number_map first;        /* from a name's hash to its first position, plus 1 */
	struct name_entry {
		struct metric_name name;
		uint32_t next;          /* next position with this hash, plus 1; 0: none */
		uint32_t last;          /* in the first of a chain: the last position, plus 1 */
	} *entries;                     /* by position */
	size_t count, capacity;
};

#define NAME_NOT_FOUND SIZE_MAX

void name_index_free(struct name_index *index);

/* Append a name, whose texts must outlive the index. Returns its position: 0, 1, 2, ... Names may
 * repeat. */
size_t name_index_add(struct name_index *index, const struct metric_name *name);

/* The first position of a name, and the next position of the same name. NAME_NOT_FOUND if there is
 * none. */
size_t name_index_find(const struct name_index *index, const struct metric_name *name);
size_t name_index_next(const struct name_index *index, size_t place);

#endif
