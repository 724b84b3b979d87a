/* SPDX-License-Identifier: MIT */
/* User actions in a message log: an action is a keystroke, click or mouse movement with all
 * resulting messages. A message that an application posts while it handles another one belongs to
 * the same action, so latency runs from the key to the draw that shows it: "Using Latency to
 * Evaluate Computer System Performance", "Methodology". */
#ifndef TOOLS_IDLE_ACTIONS_H
#define TOOLS_IDLE_ACTIONS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "lib/event/message_log.h"
#include "lib/wire/wire.h"

/* A message log that has been read. */
struct action_log {
	const struct wire_message_log *info;
	const struct message_event *events;     /* in order */
	size_t event_count;
	const struct wire_input_label *const *labels;   /* of a script's steps, in order */
	size_t label_count;
	uint64_t wait_ticks;            /* total wait time by the state machine */
};

enum user_action_kind {
	USER_ACTION_KEY, USER_ACTION_CLICK, USER_ACTION_MOVE,
	USER_ACTION_MODIFIER,           /* without another key */
	USER_ACTION_RELEASE,            /* of a key pressed before the log began */
	USER_ACTION_POSTED,             /* by the application while it handled no message */
	USER_ACTION_SYNC,               /* not an action: the test driver's message */
	USER_ACTION_TIMER,              /* not an action: the application's timer */
	USER_ACTION_KINDS,
};

/* Ticks are since the log's begin. */
struct user_action {
	enum user_action_kind kind;
	uint32_t step;          /* number of preceding device messages */
	uint32_t message, code; /* of its first message, except a modifier's */
	const char *label;      /* from the script, or NULL */
	uint32_t messages;      /* caused by it */
	/* From the interrupt of the last answered press or release to the end of its handling. */
	uint64_t begin, end;
	uint64_t waited;        /* by the state machine; overlapping waits count for the first
				 * action */
	bool is_whole;          /* completely handled; else it has no end */
};

struct user_actions {
	struct user_action *items;      /* in the order of their begin */
	size_t count;
	uint64_t waited_outside;        /* outside user actions */
};

/* If the log is invalid, finds no actions, and all wait time is outside them. */
void user_actions_find(const struct action_log *log, struct user_actions *actions);
void user_actions_free(struct user_actions *actions);

/* Whether it is a user action, not only driver or drawing messages. */
bool user_action_is_by_user(const struct user_action *action);

/* Label of the action, or its kind. */
const char *user_action_name(const struct user_action *action);

#endif
