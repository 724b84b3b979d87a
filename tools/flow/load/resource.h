/* SPDX-License-Identifier: MIT */
/* Resources that interactions queue for: CPUs, devices and locks, each with its queue, and queues
 * that threads read. The waiting and service times on critical paths add up to the length of the
 * paths, minus the time that uses no resource. The number in each resource is also computed. */
#ifndef TOOLS_FLOW_LOAD_RESOURCE_H
#define TOOLS_FLOW_LOAD_RESOURCE_H

#include "tools/flow/load/littles_law.h"
#include "tools/flow/session.h"

struct flow_resource {
	/* index in the log: the first object of the class that is not a queue */
	uint32_t object;
	enum flow_class class;
	size_t members;                 /* of that class; several CPUs share a queue */

	/* On critical paths. A lock has waiting time only: work done while it is held is service by
	 * other resources. */
	uint64_t wait_ticks, service_ticks;
	uint64_t held_ticks;            /* a lock: time during which the path held it */

	/* Sums over all sub-tasks of all interactions. */
	size_t visits;                  /* acquisitions; of a queue alone: entries */
	struct littles_law waiting, served;
};

/* Waiting or service of critical paths while they held a lock. */
struct flow_under {
	uint32_t lock, object;          /* resources; object is FLOW_NONE for neither */
	uint64_t ticks;
};

struct flow_resources {
	FLOW_LIST(struct flow_resource);        /* largest time first */
	FLOW_LIST(struct flow_under) under;     /* by lock, largest time first */
	uint64_t response_ticks;        /* sum of the paths */
	uint64_t unused_ticks;          /* of these: neither waiting nor service */
	uint64_t begin, end;            /* of the interactions */
	size_t interactions;
};

/* Find the resources of a run by its selected interactions (NULL: all). Rejects faulty
 * interactions. */
void flow_resources_make(struct flow_session *session, const uint8_t *picked, uint32_t run,
			 struct flow_resources *resources);
void flow_resources_free(struct flow_resources *resources);

/* Waiting and service time on critical paths. */
static inline uint64_t flow_resource_ticks(const struct flow_resource *resource)
{
	return resource->wait_ticks + resource->service_ticks;
}

/* The object's name, or "cpu*" for several CPUs. */
const char *flow_resource_name(char scratch[FLOW_NAME_MAX], const struct flow_log *log,
			       const struct flow_resource *resource);

#endif
