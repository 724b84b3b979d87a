/* SPDX-License-Identifier: MIT */
/* What the user did, out of a message log: an action is a keystroke, a click or a movement with all
 * that the application made of it. A message that an application posts while it handles another one
 * belongs to the action that caused that one, so an action's latency runs from the key to the draw
 * that shows it: "Using Latency to Evaluate Computer System Performance", "Methodology", where an
 * event is what the user waits for. */
#ifndef TOOLS_IDLE_ACTIONS_H
#define TOOLS_IDLE_ACTIONS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct message_run;

enum user_action_kind {
	USER_ACTION_KEY, USER_ACTION_CLICK, USER_ACTION_MOVE,
	USER_ACTION_MODIFIER,           /* that nothing was typed with */
	USER_ACTION_RELEASE,            /* of a key that the log did not see go down */
	USER_ACTION_POSTED,             /* by the application, which handled nothing just then */
	USER_ACTION_SYNC,               /* none: the test driver's own message */
	USER_ACTION_TIMER,              /* none: one of the application's timer */
	USER_ACTION_KINDS,
};

/* Ticks are since the log's begin. */
struct user_action {
	enum user_action_kind kind;
	uint32_t step;          /* device messages that came before its own */
	uint32_t message, code; /* of its first message, that of a modifier apart */
	const char *label;      /* that the script gave it, or NULL */
	uint32_t messages;      /* that came of it */
	/* From the interrupt that brought the message, press or release, that was answered last, to
	 * when all that came of it was handled. */
	uint64_t begin, end;
	uint64_t waited;        /* by the state machine; time that two wait for is the first's */
	bool is_whole;          /* all that came of it was handled; else there is no end */
};

struct user_actions {
	struct user_action *items;      /* in the order of their begin */
	size_t count;
	uint64_t waited_besides;        /* for none of the user's: what the state machine adds */
};

/* The actions of a run whose log has been read. */
void user_actions_find(const struct message_run *run, struct user_actions *actions);
void user_actions_free(struct user_actions *actions);

/* Whether it is the user's; else only what drives or draws has a part in it. */
bool user_action_is_users(const struct user_action *action);

/* What an action is listed under: its label, or what it is. */
const char *user_action_name(const struct user_action *action);

#endif
