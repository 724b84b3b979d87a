/* SPDX-License-Identifier: MIT */
/* CPU event counts of the user's actions: "Using Latency to Evaluate Computer System Performance",
 * "The Pentium Counters" and figure 6. The idle loop reads counters in each pass; an action's count
 * is the excess of its passes over undisturbed ones. */
#ifndef TOOLS_IDLE_ACTION_COUNTS_H
#define TOOLS_IDLE_ACTION_COUNTS_H

#include "tools/idle/messages.h"
#include "tools/idle/trace.h"

struct action_count {
	const struct user_action *action;
	double excess[IDLE_READINGS_MAX]; /* over the same number of undisturbed passes */
};

struct action_counts {
	const struct idle_trace *trace; /* its info names the readings; NULL: none */
	struct action_count *items;     /* in the order of the actions */
	size_t count;
};

/* Find the counts of a log's actions, if an idle loop on another CPU recorded each pass with
 * readings. A pass belongs to the first action that it overlaps; actions without a pass are
 * omitted. */
void action_counts_find(const struct idle_traces *traces, const struct message_run *run,
			struct action_counts *counts);
void action_counts_free(struct action_counts *counts);

#endif
