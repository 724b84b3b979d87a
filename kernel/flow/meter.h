/* SPDX-License-Identifier: MIT */
/* The on-line recorder: meters that threads and messages carry, from which the time that critical
 * paths spent in declared states is known as soon as an interaction ends, in bounded memory. Ashton
 * & Penny, "The Interaction Network", 1991, figure 5. Pure computation, tested natively. */
#ifndef KERNEL_FLOW_METER_H
#define KERNEL_FLOW_METER_H

#include <stdbool.h>
#include <stdint.h>

#include "bench/flow/script.h"
#include "lib/event/flow.h"

/* Sets of objects by their numbers in events. */
struct flow_meter {
	uint64_t objects;               /* in use by the sub-task */
	uint64_t since_tsc;             /* how far ticks go */
	uint64_t ticks[FLOW_STATES_MAX]; /* of the path that leads here, in each state */
	bool is_blocked;                /* on a B-arc */
};

/* What is to be found out. */
struct flow_metering {
	uint32_t count;                 /* of states */
	uint64_t using[FLOW_STATES_MAX], states[FLOW_STATES_MAX];
	uint64_t not_inherited;         /* objects that a new sub-task does not go on using */

	/* Found so far. */
	uint64_t interactions[FLOW_STATES_MAX];
	uint64_t response_ticks[FLOW_STATES_MAX], state_ticks[FLOW_STATES_MAX];
};

/* Take account of an event of the meter's sub-task: of kind and flags, at the time tsc. Returns the
 * declared states, as bits, that make an interaction count and that the sub-task is in now. */
uint32_t flow_meter_event(const struct flow_metering *metering, struct flow_meter *meter,
			 const struct flow_event *event);

/* The event made a sub-task, or ended one in a join. *meter has taken account of it. */
void flow_meter_fork(const struct flow_metering *metering, const struct flow_meter *meter,
		    struct flow_meter *child);
void flow_meter_join(const struct flow_metering *metering, struct flow_meter *meter,
		    struct flow_meter *ended);

/* After a join, whose thread goes on with what the ended sub-task was about. Returns as
 * flow_meter_event. */
uint32_t flow_meter_take_over(const struct flow_metering *metering, struct flow_meter *meter,
			      const struct flow_meter *ended);

/* The last sub-task of an interaction has ended, whose sub-tasks were in the states seen. */
void flow_meter_final(struct flow_metering *metering, const struct flow_meter *meter, uint32_t seen,
		     uint64_t response_ticks);

#endif
