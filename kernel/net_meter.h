/* The on-line recorder: meters that threads and messages carry, from which the time that critical
 * paths spent in declared states is known as soon as an interaction ends, in bounded memory. Ashton
 * & Penny, "The Interaction Network", 1991, figure 5. Pure computation, tested natively. */
#ifndef KERNEL_NET_METER_H
#define KERNEL_NET_METER_H

#include <stdbool.h>
#include <stdint.h>

#include "bench/net/script.h"
#include "lib/net_event.h"

/* Sets of objects by their numbers in events. */
struct net_meter {
	uint64_t objects;               /* in use by the sub-task */
	uint64_t since_tsc;             /* how far ticks go */
	uint64_t ticks[NET_STATES_MAX]; /* of the path that leads here, in each state */
	bool is_blocked;                /* on a B-arc */
};

/* What is to be found out. */
struct net_metering {
	uint32_t count;                 /* of states */
	uint64_t using[NET_STATES_MAX], states[NET_STATES_MAX];
	uint64_t not_inherited;         /* objects that a new sub-task does not go on using */

	/* Found so far. */
	uint64_t interactions[NET_STATES_MAX];
	uint64_t response_ticks[NET_STATES_MAX], state_ticks[NET_STATES_MAX];
};

/* Take account of an event of the meter's sub-task: of kind and flags, at the time tsc. Returns the
 * declared states, as bits, that make an interaction count and that the sub-task is in now. */
uint32_t net_meter_event(const struct net_metering *metering, struct net_meter *meter,
			 const struct net_event *event);

/* The event made a sub-task, or ended one in a join. *meter has taken account of it. */
void net_meter_fork(const struct net_metering *metering, const struct net_meter *meter,
		    struct net_meter *child);
void net_meter_join(const struct net_metering *metering, struct net_meter *meter,
		    struct net_meter *ended);

/* The last sub-task of an interaction has ended, whose sub-tasks were in the states seen. */
void net_meter_final(struct net_metering *metering, const struct net_meter *meter, uint32_t seen,
		     uint64_t response_ticks);

#endif
