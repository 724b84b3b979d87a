/* SPDX-License-Identifier: MIT */
/* Random interaction networks with critical paths known by construction, for tests and for
 * measuring the analysis. */
#ifndef TESTS_FLOW_RANDOM_H
#define TESTS_FLOW_RANDOM_H

#include "lib/rng.h"
#include "tools/flow/log.h"

/* The known properties of a network. */
struct flow_random {
	uint32_t source; /* sub-task it begins with */
	uint64_t ticks; /* response time */
	FLOW_LIST(uint32_t) path; /* sub-tasks of the critical path, in order */
};

struct flow_generator {
	struct flow_log *log; /* events are added here */
	struct rng rng;
	uint32_t sequence; /* of the newest sub-task */
	uint16_t thread; /* the highest number in use */
	uint8_t cpus;
	struct flow_random *made; /* the one being made */
};

/* A log with one run, and names for all objects of generated events. */
struct flow_log *flow_random_log(uint8_t cpus);

/* Add the events of a network with this begin and about this number of events, unsorted. Threads
 * are numbered from first_thread. Sets made, and reuses the memory of its path. */
void flow_random_make(struct flow_generator *generator, uint64_t begin, uint32_t events,
		      uint16_t first_thread, struct flow_random *made);

#endif
