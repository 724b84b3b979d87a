/* SPDX-License-Identifier: MIT */
/* The paths that come next: the second-longest, the third-longest, and so on. Section 4.3 of the
 * document that lib/event/flow.h names. */
#ifndef TOOLS_FLOW_NEAR_H
#define TOOLS_FLOW_NEAR_H

#include "tools/flow/path.h"

/* A path from the source to the last sink that is not the critical one. It comes to some joins by
 * the arc by which the longest path to that join does not come: by those of the path `before`, and
 * to `turn`, which is earlier than all of them. */
struct near_path {
	uint64_t slack;                 /* by so much it is shorter than the critical path */
	uint64_t shared_ticks;          /* spent on arcs of both */
	uint32_t leaves, returns;       /* first, last vertex of the critical path where it does */
	uint32_t apart;                 /* its vertices that are not on the critical path */
	uint32_t turn;                  /* vertex */
	uint32_t before;                /* index of a longer path; FLOW_NONE: the critical one */
};

/* The longest paths but for the critical one, the longest first, at most capacity of them. Takes
 * time in proportion to the network and their number. Returns how many. */
size_t flow_near_find(const struct flow_graph *graph, const struct flow_path *path,
		      struct near_path *near, size_t capacity);

/* Mark a path's arcs: 1 at a vertex to which it comes by the arc from prev, 2 by that from second,
 * 0 at the source and where it does not pass. marks has a byte for each vertex. */
void flow_near_mark(const struct flow_graph *graph, const struct near_path *near, size_t index,
		    uint8_t *marks);

#endif
