/* SPDX-License-Identifier: MIT */
/* Events that an application waited for while an idle loop ran, each measured in three ways: by the
 * idle loop, by the handler, and by the application itself. "Using Latency to Evaluate Computer
 * System Performance", "Idle loop instrumentation", figure 1. */
#ifndef TOOLS_IDLE_TRIALS_H
#define TOOLS_IDLE_TRIALS_H

#include "tools/idle/gaps.h"

/* Ticks; times count from the trace's begin. */
struct idle_trial {
	uint64_t vector;
	uint64_t entered;       /* the handler's first instruction */
	uint64_t resume, done;  /* the application has the event; its work for it is done */
	uint64_t leave;         /* the handler is about to return */
	uint64_t idle_loop;     /* by how much the passes from entered to leave were too long */
	uint64_t handler;       /* leave - entered */
	uint64_t application;   /* done - resume: all that a program can see of it */
	uint64_t late;          /* entered, since it was due; 0 when it was not late */
	bool has_late;
	bool has_handler;       /* it is seen: else entered is when it was due, leave is done */
	bool has_idle_loop;     /* the loop was a busy one, and all its passes are there */
};

/* Find the trials whose events are all there, and that no other interrupt with a stamp of its own
 * came into. The caller frees *trials. Returns how many. */
size_t idle_trials_find(const struct idle_gaps *gaps, struct idle_trial **trials);

#endif
