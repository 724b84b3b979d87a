/* SPDX-License-Identifier: MIT */
/* How many are in a system: stays in it, from a time to a time, and Little's law, by which
 * throughput times the mean stay is the mean number there. Little, "A Proof for the Queuing
 * Formula: L = λW", 1961. Over a window in which every stay begins and ends it is no estimate but
 * an identity of whole numbers: the stays add up to the integral of the number that are there. */
#ifndef TOOLS_FLOW_LOAD_LITTLE_H
#define TOOLS_FLOW_LOAD_LITTLE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "tools/flow/log.h"

/* Empty when zeroed. In the order in which they were added: the nth begin and the nth end are of
 * one stay. */
struct flow_stays {
	FLOW_LIST(uint64_t) begins, ends;
};

/* Add a stay, which must not end before it begins. */
void flow_stays_add(struct flow_stays *stays, uint64_t begin, uint64_t end);
void flow_stays_free(struct flow_stays *stays);

struct flow_little {
	size_t stays;
	uint64_t begin, end;            /* of the first and of the last */
	uint64_t stay_ticks;             /* all stays, added up */
	uint64_t area_ticks;             /* the integral of the number there, in its own way */
	size_t most;                    /* there at once; who goes makes room for who comes */
};

/* Work it out. Puts begins and ends into the order of time: they are no longer each other's. */
void flow_little_make(struct flow_stays *stays, struct flow_little *little);

static inline bool flow_little_holds(const struct flow_little *little)
{
	return little->stay_ticks == little->area_ticks;
}

#endif
