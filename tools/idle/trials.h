/* SPDX-License-Identifier: MIT */
/* Events that an application waited for while an idle loop ran, each measured by the idle loop, the
 * handler and the application. "Using Latency to Evaluate Computer System Performance", "Idle loop
 * instrumentation", figure 1. */
#ifndef TOOLS_IDLE_TRIALS_H
#define TOOLS_IDLE_TRIALS_H

#include "tools/idle/gaps.h"

/* In ticks; times are since the trace's begin. */
struct idle_trial {
	uint64_t vector;
	uint64_t entered;       /* the handler's first instruction */
	uint64_t resume, done;  /* the application has the event; its work for it is done */
	uint64_t leave;         /* the handler is about to return */
	uint64_t idle_loop;     /* excess of the passes from entered to leave */
	uint64_t handler;       /* leave - entered */
	uint64_t application;   /* done - resume: visible to the application */
	uint64_t late;          /* from the due time to entered; 0: not late */
	bool has_late;
	bool has_handler;       /* otherwise entered is the due time, and leave equals done */
	bool has_idle_loop;     /* a polling loop recorded all passes */
};

/* Find the complete trials without another interrupt that has a stamp of its own. The caller frees
 * *trials. Returns their number. */
size_t idle_trials_find(const struct idle_gaps *gaps, struct idle_trial **trials);

#endif
