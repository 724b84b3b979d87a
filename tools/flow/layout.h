/* SPDX-License-Identifier: MIT */
/* Layout of a network's drawing: a column for each thread, time down the page. Only simple vertices
 * are left out; arcs pass through them. If there are too many threads, those off the critical path
 * share a column. */
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

/* FLOW_SCALE_EVEN: equal distances, readable. FLOW_SCALE_LINEAR: distances proportional to time.
 * FLOW_SCALE_AUTO: linear if one arc of the critical path is most of the response time, else
 * even. */
enum flow_scale {FLOW_SCALE_AUTO, FLOW_SCALE_EVEN, FLOW_SCALE_LINEAR};

struct flow_layout {
	const struct flow_graph *graph;
	const struct flow_path *path;
	struct flow_place *places;       /* by vertex */
	FLOW_LIST(struct flow_column) columns;
	struct number_map threads;      /* to their columns */
	size_t shown;
	uint32_t folded;                /* threads that share the last column; 0: none */
	bool is_linear;
	double height;                  /* pixels */
};

void flow_layout_make(struct flow_layout *layout, const struct flow_graph *graph,
		     const struct flow_path *path, const struct flow_filter *filter,
		     enum flow_scale scale);
void flow_layout_free(struct flow_layout *layout);

/* The shown vertex from which an arc into a shown vertex comes, skipping hidden ones. */
uint32_t flow_layout_from(const struct flow_layout *layout, uint32_t vertex, bool is_second);

/* Whether the arc is on the critical path. */
bool flow_layout_is_critical(const struct flow_layout *layout, uint32_t vertex, bool is_second);

#endif
