/* SPDX-License-Identifier: MIT */
/* What the CPU's counters counted while the user's actions were answered: "Using Latency to
 * Evaluate Computer System Performance", "The Pentium Counters" and figure 6. The idle loop reads a
 * counter or two with each pass, so an action has what its passes counted more than undisturbed
 * ones did. */
#ifndef TOOLS_IDLE_ACTION_COUNTS_H
#define TOOLS_IDLE_ACTION_COUNTS_H

#include "tools/idle/messages.h"
#include "tools/idle/trace.h"

struct action_count {
	const struct user_action *action;
	double more[IDLE_READINGS_MAX]; /* than in as many undisturbed passes */
};

struct action_counts {
	const struct idle_trace *trace; /* whose info names the readings; NULL: there are none */
	struct action_count *items;     /* in the order of the actions */
	size_t count;
};

/* The counts of a log's actions, if an idle loop ran beside it that recorded each pass and had
 * readings. A pass belongs to the first action that it overlaps; one that has none of its own is
 * left out. */
void action_counts_find(const struct idle_traces *traces, const struct message_run *run,
			struct action_counts *counts);
void action_counts_free(struct action_counts *counts);

#endif
