/* SPDX-License-Identifier: MIT */
/* Places by name: of figures, and of what is made of them. A name is a benchmark, a point and a
 * stage. */
#ifndef TOOLS_ANALYSIS_NAME_INDEX_H
#define TOOLS_ANALYSIS_NAME_INDEX_H

#include <stddef.h>
#include <stdint.h>

#include "tools/base/number_map.h"

struct figure_name {
	const char *bench, *point, *stage;
};

/* Empty when zeroed. */
struct name_index {
	struct number_map first; /* a name's hash → the first of its places, + 1 */
	struct name_entry {
		struct figure_name name;
		uint32_t next; /* the next place with that hash, + 1; 0: none */
		uint32_t last; /* of the first place with a hash: the last one of it, + 1 */
	} * entries; /* by place */
	size_t count, capacity;
};

#define NAME_NOT_FOUND SIZE_MAX

void name_index_free(struct name_index *index);

/* Give the name, whose texts must outlive the index, the next place: 0, 1, 2 … Returns it. A name
 * may be added more than once. */
size_t name_index_add(struct name_index *index, const struct figure_name *name);

/* The first place of a name, or the next one after a place of the same name; NAME_NOT_FOUND when
 * there is none. */
size_t name_index_find(const struct name_index *index, const struct figure_name *name);
size_t name_index_next(const struct name_index *index, size_t place);

#endif
