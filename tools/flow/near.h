/* SPDX-License-Identifier: MIT */
/* The next longest paths: second, third, and so on. Section 4.3 of the document that
 * lib/event/flow.h names. */
#ifndef TOOLS_FLOW_NEAR_H
#define TOOLS_FLOW_NEAR_H

#include "tools/flow/path.h"

/* A path from the source to the last sink other than the critical one. At some joins it takes the
 * arc that is not on the longest path to the join: at `sidetrack`, which is the earliest, and at
 * the joins of path `before`. */
struct near_path {
	uint64_t slack;                 /* ticks shorter than the critical path */
	uint64_t shared_ticks;          /* on arcs common to both */
	uint32_t leaves, returns;       /* vertices of the critical path: where this path first
					 * leaves, and where it last returns */
	uint32_t apart;                 /* its vertices that are not on the critical path */
	uint32_t sidetrack;             /* vertex */
	uint32_t before;                /* index of a longer path; FLOW_NONE: the critical one */
};

/* Find the longest paths except the critical one, longest first, at most capacity of them. Takes
 * time proportional to the network and their number. Returns their number. */
size_t flow_near_find(const struct flow_graph *graph, const struct flow_path *path,
		      struct near_path *near, size_t capacity);

/* Mark a path's arcs: 1 at a vertex entered by the arc from prev, 2 by that from second, 0 at the
 * source and elsewhere. marks has a byte for each vertex. */
void flow_near_mark(const struct flow_graph *graph, const struct near_path *near, size_t index,
		    uint8_t *marks);

#endif
