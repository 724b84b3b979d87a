/* SPDX-License-Identifier: MIT */
/* What interactions queue up for: CPUs, devices and locks, each with the queue before it, and
 * queues that threads read. How long critical paths wait there and are served, which adds up to
 * their length but for what they spend on nothing of the kind; and how many are there at a time. */
#ifndef TOOLS_FLOW_LOAD_RESOURCE_H
#define TOOLS_FLOW_LOAD_RESOURCE_H

#include "tools/flow/load/littles_law.h"
#include "tools/flow/session.h"

struct flow_resource {
	uint32_t object;                /* index in the log: the first of it that is no queue */
	enum flow_class class;
	size_t members;                 /* of that class: several CPUs have one queue */

	/* On critical paths. Who waits, waits for one thing; who does not is served by what works
	 * for him, so of a lock it is the wait alone: what is done while it is held is work of
	 * others. */
	uint64_t wait_ticks, service_ticks;
	uint64_t held_ticks;            /* a lock: the path held it, whatever it did meanwhile */

	/* Of all sub-tasks of all interactions. */
	size_t visits;                  /* times it was got; of a queue alone: entered */
	struct littles_law waiting, served;
};

/* What critical paths did while they held a lock: wait for a resource or be served by it. */
struct flow_under {
	uint32_t lock, object;          /* of the resources; object may be FLOW_NONE for neither */
	uint64_t ticks;
};

struct flow_resources {
	FLOW_LIST(struct flow_resource);        /* that most time is spent on first */
	FLOW_LIST(struct flow_under) under;     /* by lock, the most first */
	uint64_t response_ticks;        /* that the paths add up to */
	uint64_t begin, end;            /* of the interactions */
	size_t interactions;
};

/* Those of a run, by the interactions of it that are picked (NULL: all). Interactions that turn out
 * to be faulty are set aside. */
void flow_resources_make(struct flow_session *session, const uint8_t *picked, uint32_t run,
			 struct flow_resources *resources);
void flow_resources_free(struct flow_resources *resources);

/* All that critical paths spent there. */
static inline uint64_t flow_resource_ticks(const struct flow_resource *resource)
{
	return resource->wait_ticks + resource->service_ticks;
}

/* What it is called: as its object, "cpu*" for several CPUs. */
const char *flow_resource_name(char scratch[FLOW_NAME_MAX], const struct flow_log *log,
			       const struct flow_resource *resource);

#endif
