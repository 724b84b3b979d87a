/* SPDX-License-Identifier: MIT */
/* Where a network's vertices stand in a picture: a column a thread, time down the page. Vertices
 * that are left out are simple ones; the arcs through them are drawn all the same. Where there are
 * too many threads to look at, those that the critical path does not visit have one column. */
#ifndef TOOLS_FLOW_LAYOUT_H
#define TOOLS_FLOW_LAYOUT_H

#include "tools/flow/filter.h"
#include "tools/flow/path.h"

struct flow_column {
	uint8_t node;
	uint16_t thread;
	uint32_t vertex;                /* the first in it, for its name */
};

struct flow_place {
	double column;                  /* messages stand between columns */
	double y;                       /* pixels from the first vertex */
	bool is_shown;
	bool is_critical;
};

/* Equal distances, so that all can be read; distances as long as the time, so that it can be seen
 * what takes long; or the latter if one arc of the critical path is most of the response time. */
enum flow_scale {FLOW_SCALE_AUTO, FLOW_SCALE_EVEN, FLOW_SCALE_LINEAR};

struct flow_layout {
	const struct flow_graph *graph;
	const struct flow_path *path;
	struct flow_place *places;       /* by vertex */
	FLOW_LIST(struct flow_column) columns;
	struct number_map threads;      /* to their columns */
	size_t shown;
	uint32_t folded;                /* threads that share the last column; 0: none do */
	bool is_linear;
	double height;                  /* pixels */
};

void flow_layout_make(struct flow_layout *layout, const struct flow_graph *graph,
		     const struct flow_path *path, const struct flow_filter *filter,
		     enum flow_scale scale);
void flow_layout_free(struct flow_layout *layout);

/* The shown vertex from which an arc into a shown vertex comes, past those left out. */
uint32_t flow_layout_from(const struct flow_layout *layout, uint32_t vertex, bool is_second);

/* Whether the critical path comes into a shown vertex by that arc. */
bool flow_layout_is_critical(const struct flow_layout *layout, uint32_t vertex, bool is_second);

#endif
