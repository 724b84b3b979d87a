/* SPDX-License-Identifier: MIT */
/* Events are sent one by one, timed by the host's clock. */
#include "tools/run/input/input_sender.h"

#include <stdlib.h>
#include <string.h>

#include "lib/event/message_log.h"
#include "tools/base/alloc.h"
#include "tools/base/clock.h"

#define SECONDS_PER_US 1e-6

/* Minimum interval between events, which also holds if the host is late. QEMU's keyboard and mouse
 * buffer 16 bytes each and drop the rest, so a machine that stalls for less than four intervals
 * loses nothing. */
#define FAST_SECONDS 0.004

/* The target reads its first message after it has finished with the serial port. */
#define FIRST_SECONDS 0.05

void input_sender_init(struct input_sender *sender, const struct input_script *script,
		       struct qmp *qmp)
{
	*sender = (struct input_sender){.script = script, .qmp = qmp};
	for (size_t i = 0; i < INPUT_ROUNDS_MAX; i++) {
		sender->rounds[i].sent_at = xcalloc(script->count, sizeof(double));
	}
}

void input_sender_free(struct input_sender *sender)
{
	for (size_t i = 0; i < INPUT_ROUNDS_MAX; i++)
		free(sender->rounds[i].sent_at);
}

void input_sender_announce(void *announced_to, const struct wire_ready *ready)
{
	struct input_sender *sender = announced_to;

	if (sender->announced == INPUT_ROUNDS_MAX)
		return;
	sender->rounds[sender->announced++].is_paced = strcmp(ready->pace, "fast") != 0;
}

/* ---- One event ---- */

static json_t *key_event(const struct input_event *event)
{
	return json_pack("{s:s, s:{s:b, s:{s:s, s:s}}}", "type", "key", "data", "down",
			 event->down, "key", "type", "qcode", "data", event->key->name);
}

static json_t *button_event(const struct input_event *event)
{
	static const char *const names[] = {
		[INPUT_LEFT] = "left", [INPUT_RIGHT] = "right", [INPUT_MIDDLE] = "middle",
	};

	return json_pack("{s:s, s:{s:b, s:s}}", "type", "btn", "data", "down", event->down,
			 "button", names[event->button]);
}

static json_t *axis_event(const char *axis, int distance)
{
	return json_pack("{s:s, s:{s:s, s:i}}", "type", "rel", "data", "axis", axis, "value",
			 distance);
}

static bool send_event(struct input_sender *sender, const struct input_event *event)
{
	json_t *events = json_array();

	if (event->kind == INPUT_KEY)
		json_array_append_new(events, key_event(event));
	if (event->kind == INPUT_BUTTON)
		json_array_append_new(events, button_event(event));
	if (event->kind == INPUT_MOVE && event->right != 0)
		json_array_append_new(events, axis_event("x", event->right));
	if (event->kind == INPUT_MOVE && event->downwards != 0)
		json_array_append_new(events, axis_event("y", event->downwards));
	return qmp_command(sender->qmp, "input-send-event", json_pack("{s:o}", "events", events));
}

/* ---- The script ---- */

/* The due time of the next event. It counts from the due time of the previous event, even if that
 * event was sent late. */
static double next_due(const struct input_sender *sender, const struct input_round *round)
{
	if (!round->is_paced)
		return sender->due_at;
	return sender->due_at + sender->script->events[round->sent].pause_us * SECONDS_PER_US;
}

double input_sender_step(struct input_sender *sender, double most_seconds)
{
	struct input_round *round;

	if (!sender->has_greeted) {
		sender->has_greeted = qmp_greet(sender->qmp);
		if (!sender->has_greeted)
			return -1;
	}
	if (sender->begun < sender->announced) {
		const struct input_round *first = &sender->rounds[sender->begun++];

		sender->due_at = clock_seconds() + FIRST_SECONDS;
		sender->due_at = next_due(sender, first);
	}
	if (sender->begun == 0)
		return most_seconds;
	round = &sender->rounds[sender->begun - 1];
	while (round->sent < sender->script->count) {
		double next_at = sender->last_at + FAST_SECONDS;
		double left = (next_at > sender->due_at ? next_at : sender->due_at) -
			      clock_seconds();
		double now;

		if (left > 0)
			return left < most_seconds ? left : most_seconds;
		now = clock_seconds();
		if (round->sent == 0)
			sender->first_at = now;
		if (!send_event(sender, &sender->script->events[round->sent]))
			return -1;
		sender->last_at = now;
		round->sent_at[round->sent++] = now - sender->first_at;
		if (round->sent < sender->script->count)
			sender->due_at = next_due(sender, round);
	}
	return most_seconds;
}

/* ---- What came of it ---- */

/* Times at which the target queued its messages, from one log, in seconds since the first. Returns
 * their number, at most capacity; 0 if the TSC's frequency is unknown. */
static size_t parse_seen(const struct result *result, const struct wire_message_log *log,
			 double *seen_at, size_t capacity)
{
	const struct record_list *list = &result->records[WIRE_message_events];
	double hz = (double)result_manifest(result)->tsc_hz;
	struct message_event events[MESSAGE_EVENTS_MAX];
	uint64_t first_tsc = 0;
	size_t seen = 0;

	for (size_t i = 0; hz > 0 && i < list->count; i++) {
		long count = list->items[i].message_events.log == log->id
			     ? message_events_unpack(&list->items[i].message_events, events) : 0;

		for (long j = 0; j < count && seen < capacity; j++) {
			if (events[j].kind != MESSAGE_ENQUEUE)
				continue;
			if (seen == 0)
				first_tsc = events[j].tsc;
			seen_at[seen++] = (double)(events[j].tsc - first_tsc) / hz;
		}
	}
	return seen;
}

static json_t *event_json(const struct input_event *event, double sent_at)
{
	json_t *object = json_pack("{s:i, s:f}", "line", event->line, "sent_seconds", sent_at);

	if (event->kind == INPUT_MOVE)
		json_object_set_new(object, "move", json_pack("[i, i]", event->right,
							      event->downwards));
	else if (event->kind == INPUT_KEY)
		json_object_set_new(object, event->down ? "down" : "up",
				    json_string(event->key->name));
	else
		json_object_set_new(object, event->down ? "press" : "release",
				    json_integer(event->button));
	return object;
}

json_t *input_sender_json(const struct input_sender *sender, const struct result *result)
{
	const struct record_list *logs = &result->records[WIRE_message_log];
	double *seen_at = xcalloc(sender->script->count, sizeof(*seen_at));
	json_t *rounds = json_array();

	for (size_t i = 0; i < sender->begun; i++) {
		size_t seen = i < logs->count && result_manifest(result) != NULL
				      ? parse_seen(result, &logs->items[i].message_log, seen_at,
						   sender->script->count)
				      : 0;
		json_t *events = json_array();

		for (size_t j = 0; j < sender->rounds[i].sent; j++) {
			json_t *event = event_json(&sender->script->events[j],
						   sender->rounds[i].sent_at[j]);

			if (j < seen)
				json_object_set_new(event, "seen_seconds", json_real(seen_at[j]));
			json_array_append_new(events, event);
		}
		json_array_append_new(rounds,
				      json_pack("{s:s, s:i, s:i, s:o}", "pace",
						sender->rounds[i].is_paced ? "paced" : "fast",
						"sent", (int)sender->rounds[i].sent, "seen",
						(int)seen, "events", events));
	}
	free(seen_at);
	return json_pack("{s:o}", "rounds", rounds);
}
