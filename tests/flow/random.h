/* SPDX-License-Identifier: MIT */
/* Random interaction networks whose critical paths are known because they are made around them: for
 * tests, and for measuring the analysis itself. */
#ifndef TESTS_FLOW_RANDOM_H
#define TESTS_FLOW_RANDOM_H

#include "lib/rng.h"
#include "tools/flow/log.h"

/* What there is to be known of one of them. */
struct flow_random {
	uint32_t source; /* sub-task it begins with */
	uint64_t ticks; /* response time */
	FLOW_LIST(uint32_t) path; /* sub-tasks of the critical path in turn */
};

struct flow_generator {
	struct flow_log *log; /* events are added here */
	struct rng rng;
	uint32_t sequence; /* of the newest sub-task */
	uint16_t thread; /* the highest in use */
	uint8_t cpus;
	struct flow_random *made; /* the one being made */
};

/* A log with one run, and names for all that generated events refer to. */
struct flow_log *flow_random_log(uint8_t cpus);

/* Add the events of a network that begins at a time and is about so many events long, in no order.
 * Its threads are numbered from first_thread. made is set, its path's memory used again. */
void flow_random_make(struct flow_generator *generator, uint64_t begin, uint32_t events,
		      uint16_t first_thread, struct flow_random *made);

#endif
