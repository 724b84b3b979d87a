/* SPDX-License-Identifier: MIT */
/* A log is gone through once for what caused what, and once for who was waited for. Messages are
 * taken in the order of their numbers, so a message's consequences have higher numbers than it. */
#include "tools/idle/actions.h"

#include <stdlib.h>
#include <string.h>

#include "lib/event/think_wait.h"
#include "tools/base/alloc.h"

#define NONE UINT32_MAX
#define KEY_CODES 0x200u                /* with MESSAGE_CODE_EXTENDED */

/* What is known of a message, by its number. */
struct message_fate {
	uint32_t action;                /* index, or NONE */
	bool is_input;                  /* a device's */
	bool is_queued;
	uint64_t queued;                /* when: a device's, its interrupt, or if that is not seen
					 * the command to send it */
	uint64_t settled;               /* it and all that came of it is handled; 0: it is not */
};

/* While one message was handled, another one was posted, or was to stand for it too. */
struct message_cause {
	uint32_t from, to;
};

struct action_finder {
	const struct action_log *log;
	struct user_actions *actions;
	struct message_fate *fates;
	struct message_cause *causes;
	size_t cause_count;
	uint32_t held[KEY_CODES];       /* by key: the action of its press, or NONE */
	uint32_t clicking;              /* the action of the last button's press */
	uint32_t buttons;               /* that are down */
	uint32_t modifiers[8];          /* messages: pressed, and nothing typed since */
	size_t modifier_count;
	uint32_t inputs;                /* messages of devices so far */
	size_t looked;                  /* events, for what the controller was told to send */
	uint32_t open;                  /* the message being handled; 0: none */
};

/* ---- What the user does ---- */

static const char *label_of(const struct action_log *log, uint32_t step)
{
	const char *label = NULL;

	for (size_t i = 0; i < log->label_count && log->labels[i]->step <= step; i++)
		label = log->labels[i]->text;
	return label != NULL && label[0] != '\0' ? label : NULL;
}

/* Scan code set 1: shift, control, alt and the keys beside them. */
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

/* The modifiers that are held belong to what is typed with them. */
static uint32_t press_key(struct action_finder *finder, const struct message_event *event)
{
	uint32_t action = add_action(finder, USER_ACTION_KEY, event);

	for (size_t i = 0; i < finder->modifier_count; i++)
		finder->fates[finder->modifiers[i]].action = action;
	finder->modifier_count = 0;
	return action;
}

/* Belongs to none until something is typed with it. */
static uint32_t press_modifier(struct action_finder *finder, const struct message_event *event)
{
	if (finder->modifier_count < sizeof(finder->modifiers) / sizeof(finder->modifiers[0]))
		finder->modifiers[finder->modifier_count++] = event->message;
	return NONE;
}

/* Of modifiers: nothing was typed with those that are still pending. */
static uint32_t release_modifier(struct action_finder *finder, const struct message_event *event)
{
	uint32_t action;

	if (finder->modifier_count == 0)
		return finder->actions->count > 0 ? (uint32_t)finder->actions->count - 1 : NONE;
	action = add_action(finder, USER_ACTION_MODIFIER, event);
	for (size_t i = 0; i < finder->modifier_count; i++)
		finder->fates[finder->modifiers[i]].action = action;
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
	action = finder->held[key];
	if (!is_release)
		action = press_key(finder, event);
	else if (action == NONE)
		action = add_action(finder, USER_ACTION_RELEASE, event);
	finder->held[key] = is_release ? NONE : action;
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

/* ---- What came of it ---- */

static void add_cause(struct action_finder *finder, uint32_t to)
{
	if (finder->open != 0 && to > finder->open)
		finder->causes[finder->cause_count++] = (struct message_cause){finder->open, to};
}

/* When the controller was told to send this input, by an operating system's process. Such a log has
 * one event for each step that was sent. */
static uint64_t command_of_input(struct action_finder *finder, const struct message_event *event)
{
	const struct action_log *log = finder->log;

	if (strcmp(log->info->source, "controller") != 0)
		return event->tsc;
	while (log->events + finder->looked < event) {
		const struct message_event *sent = &log->events[finder->looked];

		if (sent->kind == MESSAGE_SEND && sent->code == finder->inputs)
			return sent->tsc;
		finder->looked++;
	}
	return event->tsc;
}

/* An operating system does not show its interrupts to a process. */
static uint64_t begin_of_input(struct action_finder *finder, const struct message_event *event)
{
	if (event > finder->log->events && event[-1].kind == MESSAGE_INTERRUPT)
		return event[-1].tsc;
	return command_of_input(finder, event);
}

static void finder_enqueue(struct action_finder *finder, const struct message_event *event)
{
	struct message_fate *fate = &finder->fates[event->message];

	fate->is_input = fate->is_queued = true;
	fate->queued = begin_of_input(finder, event);
	fate->action = action_of_input(finder, event);
	finder->inputs++;
}

static void finder_post(struct action_finder *finder, const struct message_event *event)
{
	struct message_fate *fate = &finder->fates[event->message];

	fate->is_queued = true;
	fate->queued = event->tsc;
	if (finder->open != 0)
		fate->action = finder->fates[finder->open].action;
	else
		fate->action = add_action(finder, USER_ACTION_POSTED, event);
	add_cause(finder, event->message);
}

/* Whatever is being handled did not cause it. */
static void finder_time(struct action_finder *finder, const struct message_event *event)
{
	struct message_fate *fate = &finder->fates[event->message];
	bool was_idle = event > finder->log->events && event[-1].kind == MESSAGE_BUSY;

	fate->is_queued = true;
	fate->queued = event[was_idle ? -1 : 0].tsc;
	fate->action = add_action(finder, USER_ACTION_TIMER, event);
}

static void finder_close(struct action_finder *finder, uint64_t tsc)
{
	if (finder->open != 0)
		finder->fates[finder->open].settled = tsc;
	finder->open = 0;
}

static void finder_step(struct action_finder *finder, const struct message_event *event)
{
	switch (event->kind) {
	case MESSAGE_ENQUEUE:
		finder_enqueue(finder, event);
		break;
	case MESSAGE_DROP:
		finder->inputs++;
		break;
	case MESSAGE_POST:
		finder_post(finder, event);
		break;
	case MESSAGE_TIMER:
		finder_time(finder, event);
		break;
	case MESSAGE_JOIN:
		add_cause(finder, event->message);
		break;
	case MESSAGE_GET:
		finder_close(finder, event->tsc);
		finder->open = event->message;
		break;
	default:
		if (message_event_is_ready(event))
			finder_close(finder, event->tsc);
		break;
	}
}

/* From the last message to the first, whose consequences are then known. Causes are in the order of
 * their from. */
static void settle_all(struct action_finder *finder)
{
	for (size_t i = finder->cause_count; i-- > 0;) {
		struct message_fate *from = &finder->fates[finder->causes[i].from];
		const struct message_fate *to = &finder->fates[finder->causes[i].to];

		if (to->settled == 0)
			from->settled = 0;
		else if (from->settled != 0 && to->settled > from->settled)
			from->settled = to->settled;
	}
}

/* An action takes as long as the longest of its messages with what came of it. */
static void add_to_action(struct user_action *action, const struct message_fate *fate, bool is_own)
{
	action->messages++;
	if (!is_own && !fate->is_input)
		return;
	if (fate->settled == 0)
		action->is_whole = false;
	else if (action->end == 0 || fate->settled - fate->queued > action->end - action->begin) {
		action->begin = fate->queued;
		action->end = fate->settled;
	}
}

static void measure_all(const struct action_finder *finder)
{
	for (size_t i = 0; i < finder->actions->count; i++)
		finder->actions->items[i].is_whole = true;
	for (size_t i = 1; i <= finder->log->event_count; i++) {
		const struct message_fate *fate = &finder->fates[i];

		if (!fate->is_queued || fate->action == NONE)
			continue;
		add_to_action(&finder->actions->items[fate->action], fate,
			      finder->actions->items[fate->action].message == i);
	}
}

/* ---- Who was waited for ---- */

/* The action of the message being handled, or else of the one that is next. */
static struct user_action *waited_for(const struct action_finder *finder, uint32_t last_taken)
{
	uint32_t message = finder->open;
	uint32_t action;

	if (message == 0)
		message = last_taken < finder->log->event_count ? last_taken + 1 : last_taken;
	action = finder->fates[message].action;
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
		struct user_action *action = waited_for(finder, last_taken);
		uint64_t before = think_wait_ticks(&machine, STATE_WAIT), ticks;

		think_wait_step(&machine, event);
		ticks = think_wait_ticks(&machine, STATE_WAIT) - before;
		if (action != NULL)
			action->waited += ticks;
		if (action == NULL || !user_action_is_users(action))
			finder->actions->waited_besides += ticks;
		if (event->kind == MESSAGE_GET)
			last_taken = finder->open = event->message;
		else if (message_event_is_ready(event))
			finder->open = 0;
	}
}

/* ---- All of it ---- */

/* Every message's number is that of an event at most: each enters the queue by one. */
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
	finder->fates = xcalloc(count + 2, sizeof(*finder->fates));
	finder->causes = xcalloc(count + 1, sizeof(*finder->causes));
	for (size_t i = 0; i < count + 2; i++)
		finder->fates[i].action = NONE;
	for (size_t i = 0; i < KEY_CODES; i++)
		finder->held[i] = NONE;
	return true;
}

void user_actions_find(const struct action_log *log, struct user_actions *actions)
{
	struct action_finder finder = {.log = log, .actions = actions, .clicking = NONE};

	*actions = (struct user_actions){0};
	if (!finder_init(&finder)) {
		actions->waited_besides = log->wait_ticks;
		return;
	}
	for (size_t i = 0; i < log->event_count; i++)
		finder_step(&finder, &log->events[i]);
	settle_all(&finder);
	measure_all(&finder);
	add_waits(&finder);
	free(finder.fates);
	free(finder.causes);
}

void user_actions_free(struct user_actions *actions)
{
	free(actions->items);
	*actions = (struct user_actions){0};
}
