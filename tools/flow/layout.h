/* SPDX-License-Identifier: MIT */
/* Where a network's vertices stand in a picture: a column a thread, time down the page. Vertices
 * that are left out are simple ones; the arcs through them are drawn all the same. */
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

struct flow_layout {
	const struct flow_graph *graph;
	const struct flow_path *path;
	struct flow_place *places;       /* by vertex */
	FLOW_LIST(struct flow_column) columns;
	size_t shown;
	double height;                  /* pixels */
};

/* Lay out a network: y on a linear scale of time, or equal distances from vertex to vertex. */
void flow_layout_make(struct flow_layout *layout, const struct flow_graph *graph,
		     const struct flow_path *path, const struct flow_filter *filter, bool is_linear);
void flow_layout_free(struct flow_layout *layout);

/* The shown vertex from which an arc into a shown vertex comes, past those left out. */
uint32_t flow_layout_from(const struct flow_layout *layout, uint32_t vertex, bool is_second);

/* Whether the critical path comes into a shown vertex by that arc. */
bool flow_layout_is_critical(const struct flow_layout *layout, uint32_t vertex, bool is_second);

#endif
