/* SPDX-License-Identifier: MIT */
/* What response times would be if the time spent in a state were shorter, and what they would then
 * consist of. */
#ifndef TOOLS_FLOW_SHORTEN_H
#define TOOLS_FLOW_SHORTEN_H

#include "tools/flow/expr.h"
#include "tools/flow/path.h"

/* What a path's arcs are, as far as events tell. */
enum flow_part {
	FLOW_PART_WORK,          /* on a CPU, or on the way */
	FLOW_PART_CPU_WAIT,      /* in a run queue */
	FLOW_PART_DEVICE,        /* being served */
	FLOW_PART_QUEUE,         /* waiting for another task's end with a thread, lock or device */
	FLOW_PART_CROSSING,      /* from a link's end to a thread of another node that takes it */
	FLOW_PARTS
};

/* Nothing is shortened when zeroed. */
struct flow_shortening {
	struct flow_expr state;         /* parsed */
	unsigned long percent;          /* by which time in it is shorter */
	struct flow_usage use;
	uint8_t *in_state;              /* by vertex: 1 its arc from prev, 2 that from second */
	uint64_t *earliest;
	size_t capacity;
};

/* The response time of a network, shortened. parts, if not NULL, is set to what it consists of. */
uint64_t flow_shorten(struct flow_shortening *shortening, const struct flow_graph *graph,
		      uint64_t parts[FLOW_PARTS]);

void flow_shortening_free(struct flow_shortening *shortening);

#endif
