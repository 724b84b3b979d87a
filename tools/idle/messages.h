/* SPDX-License-Identifier: MIT */
/* Message logs: message latencies, user actions, and the division of the user's time into thinking
 * and waiting. The state machine is the target's own (lib/event/think_wait.h), run again over the
 * log. */
#ifndef TOOLS_IDLE_MESSAGES_H
#define TOOLS_IDLE_MESSAGES_H

#include "lib/event/message_log.h"
#include "lib/event/think_wait.h"
#include "tools/idle/actions.h"
#include "tools/record/result.h"

#define MESSAGE_LOGS_MAX 256

/* An interval of constant state, in ticks since the log's start. */
struct message_stretch {
	uint64_t begin, end;
	enum think_wait_state state;
	unsigned inputs;        /* THINK_WAIT_… */
};

/* A message, from its interrupt to the application's next request. */
struct message {
	uint32_t number, code;
	uint64_t queued, taken, done;   /* ticks since the log's begin */
};

struct message_run {
	const struct wire_message_log *info;
	const char *bench;
	struct message_event *events;   /* in order */
	size_t event_count;
	uint64_t events_missing;        /* logged by the target, missing here */
	struct think_wait machine;
	bool matches_target;            /* think and wait times are equal to the target's */
	struct message_stretch *stretches;
	size_t stretch_count;
	struct message *messages;       /* completely handled ones */
	size_t message_count;
	const struct wire_input_label **labels; /* of a script's steps, in order */
	size_t label_count;
	struct user_actions actions;
};

struct message_runs {
	struct message_run *items;
	size_t count;
	uint64_t malformed;             /* contradictory records */
};

void message_runs_find(const struct result *result, struct message_runs *runs);
void message_runs_free(struct message_runs *runs);

/* Short description of a message's code. */
const char *message_type_name(const struct message *message);

#endif
