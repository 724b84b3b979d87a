/* SPDX-License-Identifier: MIT */
/* The on-line recorder. Threads and messages carry meters. At the end of an interaction the meters
 * give the time that its critical path spent in declared states, in bounded memory. Ashton & Penny,
 * "The Interaction Network", 1991, figure 5. No hardware access. */
#ifndef BENCH_FLOW_METER_H
#define BENCH_FLOW_METER_H

#include <stdbool.h>
#include <stdint.h>

#include "bench/flow/script.h"
#include "lib/event/flow.h"

/* Sets of objects, by their numbers in events. */
struct flow_meter {
	uint64_t objects;               /* in use by the sub-task */
	uint64_t since_tsc;             /* end of the counted time */
	uint64_t ticks[FLOW_STATES_MAX]; /* of the path up to now, in each state */
	bool is_blocked;                /* on a B-arc */
};

/* The declared states, and the results. If it is zero-initialised, nothing is metered. */
struct flow_metering {
	uint32_t count;                 /* number of states */
	uint64_t using[FLOW_STATES_MAX], states[FLOW_STATES_MAX];
	uint64_t not_inherited;         /* objects that new sub-tasks do not inherit */

	/* Results so far. */
	uint64_t interactions[FLOW_STATES_MAX];
	uint64_t response_ticks[FLOW_STATES_MAX], state_ticks[FLOW_STATES_MAX];
};

/* Objects of a script, by their numbers in events, that new sub-tasks do not inherit: queues,
 * devices, locks, and all objects outside the script. */
uint64_t flow_not_inherited(const struct flow_script *script);

/* Begin to meter the states of a script, with the counts of interactions at 0. */
void flow_metering_begin(struct flow_metering *metering, const struct flow_script *script);

/* Account for an event of the meter's sub-task at time tsc. Returns, as bits, the states that the
 * sub-task is now in and that make an interaction count. */
uint32_t flow_meter_event(const struct flow_metering *metering, struct flow_meter *meter,
			 const struct flow_event *event);

/* Account for an event that made a sub-task, or ended one in a join, after flow_meter_event of
 * *meter. */
void flow_meter_fork(const struct flow_metering *metering, const struct flow_meter *meter,
		    struct flow_meter *child);
void flow_meter_join(const struct flow_metering *metering, struct flow_meter *meter,
		    struct flow_meter *ended);

/* Account for a join after which the thread of *meter continues the work of the ended sub-task.
 * Returns as flow_meter_event does. */
uint32_t flow_meter_take_over(const struct flow_metering *metering, struct flow_meter *meter,
			      const struct flow_meter *ended);

/* Account for the end of an interaction's last sub-task. seen are the states of all its
 * sub-tasks. */
void flow_meter_final(struct flow_metering *metering, const struct flow_meter *meter, uint32_t seen,
		     uint64_t response_ticks);

#endif
