/* SPDX-License-Identifier: MIT */
/* Response times if the time in a state were shorter, and their parts. */
#ifndef TOOLS_FLOW_SPEEDUP_H
#define TOOLS_FLOW_SPEEDUP_H

#include "tools/flow/expr.h"
#include "tools/flow/path.h"

/* Kinds of arcs of a path, by their events. */
enum flow_part {
	FLOW_PART_WORK,          /* on a CPU, or in transit */
	FLOW_PART_CPU_WAIT,      /* in a run queue */
	FLOW_PART_DEVICE,        /* being served */
	FLOW_PART_QUEUE,         /* waiting for another task to release a thread, lock or device */
	FLOW_PART_CROSSING,      /* from arrival on a link to the receiving thread */
	FLOW_PARTS
};

/* Nothing is shortened when zeroed. */
struct flow_speedup {
	struct flow_expr state;         /* parsed */
	unsigned long percent;          /* reduction of the time in the state */
	struct flow_usage use;
	uint8_t *in_state;              /* by vertex: 1 its arc from prev, 2 that from second */
	uint64_t *earliest;
	size_t capacity;
};

/* The shortened response time of a network. Sets parts, if not NULL, to its parts. */
uint64_t flow_speedup_response(struct flow_speedup *speedup, const struct flow_graph *graph,
			       uint64_t parts[FLOW_PARTS]);

void flow_speedup_free(struct flow_speedup *speedup);

#endif
