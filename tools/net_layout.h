/* Where a network's vertices stand in a picture: a column a thread, time down the page. Vertices
 * that are left out are simple ones; the arcs through them are drawn all the same. */
#ifndef TOOLS_NET_LAYOUT_H
#define TOOLS_NET_LAYOUT_H

#include "tools/net_filter.h"
#include "tools/net_path.h"

struct net_column {
	uint8_t node;
	uint16_t thread;
	uint32_t vertex;                /* the first in it, for its name */
};

struct net_place {
	double column;                  /* messages stand between columns */
	double y;                       /* pixels from the first vertex */
	bool is_shown;
	bool is_critical;
};

struct net_layout {
	const struct net_graph *graph;
	const struct net_path *path;
	struct net_place *places;       /* by vertex */
	NET_LIST(struct net_column) columns;
	size_t shown;
	double height;                  /* pixels */
};

/* Lay out a network: y on a linear scale of time, or equal distances from vertex to vertex. */
void net_layout_make(struct net_layout *layout, const struct net_graph *graph,
		     const struct net_path *path, const struct net_filter *filter, bool is_linear);
void net_layout_free(struct net_layout *layout);

/* The shown vertex from which an arc into a shown vertex comes, past those left out. */
uint32_t net_layout_from(const struct net_layout *layout, uint32_t vertex, bool is_second);

/* Whether the critical path comes into a shown vertex by that arc. */
bool net_layout_is_critical(const struct net_layout *layout, uint32_t vertex, bool is_second);

#endif
