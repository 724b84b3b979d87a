/* SPDX-License-Identifier: MIT */
/* The events of a log in order of time. The events of each CPU are in order, and are merged. At
 * equal times the cause comes first. Also finds gaps of missing events, and clocks that step
 * back. */
#ifndef TOOLS_FLOW_ORDER_H
#define TOOLS_FLOW_ORDER_H

#include "tools/flow/log.h"

/* Events of some CPU are missing between these times, both included. */
struct flow_gap {
	uint32_t run;
	uint64_t from, to;              /* UINT64_MAX: to the end of the run */
};

struct flow_order {
	uint32_t *events;               /* indices; one run after the other */
	size_t count;
	size_t *run_ends;               /* where in events each run's end */
	FLOW_LIST(struct flow_gap) gaps;  /* by run and time, not overlapping */
	FLOW_LIST(uint32_t) step_backs;  /* events earlier than their predecessor on the CPU */
};

void flow_order_make(const struct flow_log *log, struct flow_order *order);
void flow_order_free(struct flow_order *order);

/* Whether events are missing between two times of a run, both included. */
bool flow_order_has_gap(const struct flow_order *order, uint32_t run, uint64_t from, uint64_t to);

#endif
