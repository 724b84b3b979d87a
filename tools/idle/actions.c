/* SPDX-License-Identifier: MIT */
/* One scan of the log finds causes, a second one finds waits. A message's consequences have higher
 * numbers than the message. */
#include "tools/idle/actions.h"

#include <stdlib.h>
#include <string.h>

#include "lib/event/think_wait.h"
#include "tools/base/alloc.h"

#define NONE UINT32_MAX
#define KEY_CODES 0x200u                /* with MESSAGE_CODE_EXTENDED */

/* Outcome of a message, by its number. */
struct message_outcome {
	uint32_t action;                /* index, or NONE */
	bool is_input;                  /* of a device */
	bool is_queued;
	uint64_t queued;                /* time; of a device's message, that of its interrupt, or if
					 * that is not recorded, of the command to send the input */
	uint64_t settled;               /* time when it and its consequences were handled; 0:
					 * unknown */
};

/* A cause of a message: while the application handled one message, it posted the other one, or
 * joined it with a pending one. */
struct message_cause {
	uint32_t from, to;
};

struct action_finder {
	const struct action_log *log;
	struct user_actions *actions;
	struct message_outcome *outcomes;
	struct message_cause *causes;
	size_t cause_count;
	uint32_t presses[KEY_CODES];    /* by key: the action of its press, or NONE */
	uint32_t clicking;              /* action of the latest button press */
	uint32_t buttons;               /* bit mask of pressed ones */
	uint32_t modifiers[8];          /* messages of presses, if no other key was pressed since */
	size_t modifier_count;
	uint32_t inputs;                /* number of preceding device messages */
	size_t next_event;              /* next one to search for a send command */
	uint32_t open;                  /* message being handled; 0: none */
};

/* ---- User actions ---- */

static const char *label_of(const struct action_log *log, uint32_t step)
{
	const char *label = NULL;

	for (size_t i = 0; i < log->label_count && log->labels[i]->step <= step; i++)
		label = log->labels[i]->text;
	return label != NULL && label[0] != '\0' ? label : NULL;
}

/* Scan code set 1: Shift, Control, Alt and the GUI keys. */
static bool is_modifier(uint32_t key)
{
	switch (key) {
	case 0x1d: case 0x2a: case 0x36: case 0x38:
	case MESSAGE_CODE_EXTENDED | 0x1d: case MESSAGE_CODE_EXTENDED | 0x38:
	case MESSAGE_CODE_EXTENDED | 0x5b: case MESSAGE_CODE_EXTENDED | 0x5c:
		return true;
	default:
		return false;
	}
}

static uint32_t add_action(struct action_finder *finder, enum user_action_kind kind,
			   const struct message_event *event)
{
	struct user_actions *actions = finder->actions;

	actions->items[actions->count] = (struct user_action){
		.kind = kind, .step = finder->inputs, .message = event->message,
		.code = event->code,
		.label = kind < USER_ACTION_POSTED ? label_of(finder->log, finder->inputs) : NULL,
	};
	return (uint32_t)actions->count++;
}

/* Pressed modifiers belong to the action of the next key. */
static uint32_t press_key(struct action_finder *finder, const struct message_event *event)
{
	uint32_t action = add_action(finder, USER_ACTION_KEY, event);

	for (size_t i = 0; i < finder->modifier_count; i++)
		finder->outcomes[finder->modifiers[i]].action = action;
	finder->modifier_count = 0;
	return action;
}

/* A modifier has no action until another key is pressed. */
static uint32_t press_modifier(struct action_finder *finder, const struct message_event *event)
{
	if (finder->modifier_count < sizeof(finder->modifiers) / sizeof(finder->modifiers[0]))
		finder->modifiers[finder->modifier_count++] = event->message;
	return NONE;
}

/* Make an action of the pending modifiers, if they are released without another key. */
static uint32_t release_modifier(struct action_finder *finder, const struct message_event *event)
{
	uint32_t action;

	if (finder->modifier_count == 0)
		return finder->actions->count > 0 ? (uint32_t)finder->actions->count - 1 : NONE;
	action = add_action(finder, USER_ACTION_MODIFIER, event);
	for (size_t i = 0; i < finder->modifier_count; i++)
		finder->outcomes[finder->modifiers[i]].action = action;
	finder->modifier_count = 0;
	return action;
}

static uint32_t action_of_key(struct action_finder *finder, const struct message_event *event)
{
	uint32_t key = event->code & (KEY_CODES - 1) & ~MESSAGE_CODE_RELEASED;
	bool is_release = (event->code & MESSAGE_CODE_RELEASED) != 0;
	uint32_t action;

	if (is_modifier(key))
		return is_release ? release_modifier(finder, event) : press_modifier(finder, event);
	action = finder->presses[key];
	if (!is_release)
		action = press_key(finder, event);
	else if (action == NONE)
		action = add_action(finder, USER_ACTION_RELEASE, event);
	finder->presses[key] = is_release ? NONE : action;
	return action;
}

static uint32_t action_of_mouse(struct action_finder *finder, const struct message_event *event)
{
	uint32_t buttons = event->code & 7, changed = buttons ^ finder->buttons;

	finder->buttons = buttons;
	if ((changed & buttons) != 0)
		return finder->clicking = add_action(finder, USER_ACTION_CLICK, event);
	if (changed != 0 && finder->clicking != NONE)
		return finder->clicking;
	return add_action(finder, USER_ACTION_MOVE, event);
}

static uint32_t action_of_input(struct action_finder *finder, const struct message_event *event)
{
	if ((event->code & MESSAGE_CODE_SYNC) != 0)
		return add_action(finder, USER_ACTION_SYNC, event);
	if ((event->code & MESSAGE_CODE_MOUSE) != 0)
		return action_of_mouse(finder, event);
	return action_of_key(finder, event);
}

/* ---- Consequences ---- */

static void add_cause(struct action_finder *finder, uint32_t to)
{
	if (finder->open != 0 && to > finder->open)
		finder->causes[finder->cause_count++] = (struct message_cause){finder->open, to};
}

/* Time at which a process under an operating system commanded the controller to send this input.
 * Such a log has one MESSAGE_SEND per input. */
static uint64_t command_of_input(struct action_finder *finder, const struct message_event *event)
{
	const struct action_log *log = finder->log;

	if (strcmp(log->info->source, "controller") != 0)
		return event->tsc;
	while (log->events + finder->next_event < event) {
		const struct message_event *sent = &log->events[finder->next_event];

		if (sent->kind == MESSAGE_SEND && sent->code == finder->inputs)
			return sent->tsc;
		finder->next_event++;
	}
	return event->tsc;
}

/* Under an operating system, interrupts are not recorded. */
static uint64_t begin_of_input(struct action_finder *finder, const struct message_event *event)
{
	if (event > finder->log->events && event[-1].kind == MESSAGE_INTERRUPT)
		return event[-1].tsc;
	return command_of_input(finder, event);
}

static void finder_add_input(struct action_finder *finder, const struct message_event *event)
{
	struct message_outcome *outcome = &finder->outcomes[event->message];

	outcome->is_input = outcome->is_queued = true;
	outcome->queued = begin_of_input(finder, event);
	outcome->action = action_of_input(finder, event);
	finder->inputs++;
}

static void finder_add_post(struct action_finder *finder, const struct message_event *event)
{
	struct message_outcome *outcome = &finder->outcomes[event->message];

	outcome->is_queued = true;
	outcome->queued = event->tsc;
	if (finder->open != 0)
		outcome->action = finder->outcomes[finder->open].action;
	else
		outcome->action = add_action(finder, USER_ACTION_POSTED, event);
	add_cause(finder, event->message);
}

/* A timer's message is not caused by the message being handled. */
static void finder_add_timer(struct action_finder *finder, const struct message_event *event)
{
	struct message_outcome *outcome = &finder->outcomes[event->message];
	bool was_idle = event > finder->log->events && event[-1].kind == MESSAGE_BUSY;

	outcome->is_queued = true;
	outcome->queued = event[was_idle ? -1 : 0].tsc;
	outcome->action = add_action(finder, USER_ACTION_TIMER, event);
}

static void finder_close_message(struct action_finder *finder, uint64_t tsc)
{
	if (finder->open != 0)
		finder->outcomes[finder->open].settled = tsc;
	finder->open = 0;
}

static void finder_process(struct action_finder *finder, const struct message_event *event)
{
	switch (event->kind) {
	case MESSAGE_ENQUEUE:
		finder_add_input(finder, event);
		break;
	case MESSAGE_DROP:
		finder->inputs++;
		break;
	case MESSAGE_POST:
		finder_add_post(finder, event);
		break;
	case MESSAGE_TIMER:
		finder_add_timer(finder, event);
		break;
	case MESSAGE_JOIN:
		add_cause(finder, event->message);
		break;
	case MESSAGE_GET:
		finder_close_message(finder, event->tsc);
		finder->open = event->message;
		break;
	default:
		if (message_event_is_ready(event))
			finder_close_message(finder, event->tsc);
		break;
	}
}

/* Settle messages backwards, so that the consequences of each message are settled before the
 * message. Causes are sorted by from. */
static void settle_all(struct action_finder *finder)
{
	for (size_t i = finder->cause_count; i-- > 0;) {
		struct message_outcome *from = &finder->outcomes[finder->causes[i].from];
		const struct message_outcome *to = &finder->outcomes[finder->causes[i].to];

		if (to->settled == 0)
			from->settled = 0;
		else if (from->settled != 0 && to->settled > from->settled)
			from->settled = to->settled;
	}
}

/* An action's latency is that of its longest message with its consequences. */
static void add_to_action(struct user_action *action, const struct message_outcome *outcome,
			  bool is_own)
{
	action->messages++;
	if (!is_own && !outcome->is_input)
		return;
	if (outcome->settled == 0)
		action->is_whole = false;
	else if (action->end == 0 ||
		 outcome->settled - outcome->queued > action->end - action->begin) {
		action->begin = outcome->queued;
		action->end = outcome->settled;
	}
}

static void measure_all(const struct action_finder *finder)
{
	for (size_t i = 0; i < finder->actions->count; i++)
		finder->actions->items[i].is_whole = true;
	for (size_t i = 1; i <= finder->log->event_count; i++) {
		const struct message_outcome *outcome = &finder->outcomes[i];

		if (!outcome->is_queued || outcome->action == NONE)
			continue;
		add_to_action(&finder->actions->items[outcome->action], outcome,
			      finder->actions->items[outcome->action].message == i);
	}
}

/* ---- Waits ---- */

/* The action of the message being handled; without one, the action of the next message. */
static struct user_action *awaited_action(const struct action_finder *finder, uint32_t last_taken)
{
	uint32_t message = finder->open;
	uint32_t action;

	if (message == 0)
		message = last_taken < finder->log->event_count ? last_taken + 1 : last_taken;
	action = finder->outcomes[message].action;
	return action != NONE ? &finder->actions->items[action] : NULL;
}

static void add_waits(struct action_finder *finder)
{
	const struct action_log *log = finder->log;
	struct think_wait machine;
	uint32_t last_taken = 0;

	finder->open = 0;
	think_wait_begin(&machine, 0);
	for (size_t i = 0; i < log->event_count; i++) {
		const struct message_event *event = &log->events[i];
		struct user_action *action = awaited_action(finder, last_taken);
		uint64_t before = think_wait_ticks(&machine, STATE_WAIT), ticks;

		think_wait_step(&machine, event);
		ticks = think_wait_ticks(&machine, STATE_WAIT) - before;
		if (action != NULL)
			action->waited += ticks;
		if (action == NULL || !user_action_is_by_user(action))
			finder->actions->waited_outside += ticks;
		if (event->kind == MESSAGE_GET)
			last_taken = finder->open = event->message;
		else if (message_event_is_ready(event))
			finder->open = 0;
	}
}

/* ---- The whole log ---- */

/* Whether an event's message number is valid. There are no more messages than events, since each
 * message is queued by an event. */
static bool has_number(const struct action_log *log, const struct message_event *event)
{
	switch (event->kind) {
	case MESSAGE_ENQUEUE: case MESSAGE_POST: case MESSAGE_JOIN: case MESSAGE_GET:
	case MESSAGE_TIMER:
		return event->message > 0 && event->message <= log->event_count;
	default:
		return true;
	}
}

static bool finder_init(struct action_finder *finder)
{
	size_t count = finder->log->event_count;

	for (size_t i = 0; i < count; i++) {
		if (!has_number(finder->log, &finder->log->events[i]))
			return false;
	}
	finder->actions->items = xcalloc(count + 1, sizeof(*finder->actions->items));
	finder->outcomes = xcalloc(count + 2, sizeof(*finder->outcomes));
	finder->causes = xcalloc(count + 1, sizeof(*finder->causes));
	for (size_t i = 0; i < count + 2; i++)
		finder->outcomes[i].action = NONE;
	for (size_t i = 0; i < KEY_CODES; i++)
		finder->presses[i] = NONE;
	return true;
}

void user_actions_find(const struct action_log *log, struct user_actions *actions)
{
	struct action_finder finder = {.log = log, .actions = actions, .clicking = NONE};

	*actions = (struct user_actions){0};
	if (!finder_init(&finder)) {
		actions->waited_outside = log->wait_ticks;
		return;
	}
	for (size_t i = 0; i < log->event_count; i++)
		finder_process(&finder, &log->events[i]);
	settle_all(&finder);
	measure_all(&finder);
	add_waits(&finder);
	free(finder.outcomes);
	free(finder.causes);
}

void user_actions_free(struct user_actions *actions)
{
	free(actions->items);
	*actions = (struct user_actions){0};
}
