/* SPDX-License-Identifier: MIT */
/* Blocks of a log are sorted by index. The log ends at the first missing block, because the
 * queue's content after it is unknown. */
#include "tools/idle/messages.h"

#include <stdlib.h>
#include <string.h>

#include "tools/base/alloc.h"

/* ---- The log ---- */

static int by_first(const void *a, const void *b)
{
	const struct wire_message_events *left = *(const struct wire_message_events *const *)a;
	const struct wire_message_events *right = *(const struct wire_message_events *const *)b;

	return (left->first > right->first) - (left->first < right->first);
}

/* Append a block. Returns false if the block is invalid or does not follow the previous block. */
static bool messages_append(struct message_run *run, const struct wire_message_events *block)
{
	uint64_t span = run->info->end_tsc - run->info->begin_tsc;
	struct message_event events[MESSAGE_EVENTS_MAX];
	uint64_t last = run->event_count > 0 ? run->events[run->event_count - 1].tsc : 0;
	long count;

	if (block->first != run->event_count || block->n > MESSAGE_EVENTS_MAX)
		return false;
	count = message_events_unpack(block, events);
	for (long i = 0; i < count; i++) {
		if (events[i].tsc < last || events[i].tsc > span ||
		    events[i].kind >= MESSAGE_EVENT_KINDS)
			return false;
		last = events[i].tsc;
	}
	if (count > 0)
		memcpy(run->events + run->event_count, events, (size_t)count * sizeof(*events));
	run->event_count += count > 0 ? (size_t)count : 0;
	return count >= 0;
}

static void messages_find_events(const struct result *result, struct message_run *run,
				 struct message_runs *runs)
{
	const struct record_list *list = &result->records[WIRE_message_events];
	const struct wire_message_events **blocks = xcalloc(list->count + 1, sizeof(*blocks));
	size_t count = 0, capacity = 1;

	for (size_t i = 0; i < list->count; i++) {
		const struct wire_message_events *block = &list->items[i].message_events;

		if (block->log != run->info->id)
			continue;
		blocks[count++] = block;
		capacity += block->times.size;
	}
	qsort(blocks, count, sizeof(*blocks), by_first);
	run->events = xcalloc(capacity, sizeof(*run->events));
	for (size_t i = 0; i < count; i++)
		runs->malformed += !messages_append(run, blocks[i]);
	if (run->info->events > run->event_count)
		run->events_missing = run->info->events - run->event_count;
	free(blocks);
}

/* ---- Think and wait ---- */

/* Add a stretch in the machine's state from the last stretch's end. If the last stretch has the
 * same state, extends that stretch instead. */
static void add_stretch(struct message_run *run, uint64_t end)
{
	struct message_stretch *last = &run->stretches[run->stretch_count];
	uint64_t begin = run->stretch_count > 0 ? last[-1].end : 0;

	if (end <= begin)
		return;
	if (run->stretch_count > 0 && last[-1].state == run->machine.state &&
	    last[-1].inputs == run->machine.inputs) {
		last[-1].end = end;
		return;
	}
	*last = (struct message_stretch){
		begin, end, run->machine.state, run->machine.inputs,
	};
	run->stretch_count++;
}

static void run_machine(struct message_run *run)
{
	uint64_t span = run->info->end_tsc - run->info->begin_tsc;

	run->stretches = xcalloc(run->event_count + 1, sizeof(*run->stretches));
	think_wait_begin(&run->machine, 0);
	for (size_t i = 0; i < run->event_count; i++) {
		add_stretch(run, run->events[i].tsc);
		think_wait_step(&run->machine, &run->events[i]);
	}
	if (run->events_missing == 0 && run->info->lost == 0) {
		add_stretch(run, span);
		think_wait_end(&run->machine, span);
	}
	run->matches_target =
		think_wait_ticks(&run->machine, STATE_THINK) == run->info->think_ticks &&
		think_wait_ticks(&run->machine, STATE_WAIT) == run->info->wait_ticks;
}

/* ---- Messages ---- */

/* By message number, the index of the event that queued it; 0: unknown, because the first event
 * never queues a message. Messages are numbered from 1 in the order of these events, so no number
 * exceeds the number of events. The caller frees the array. */
static size_t *find_entries(const struct message_run *run)
{
	size_t *entries = xcalloc(run->event_count + 1, sizeof(*entries));

	for (size_t i = 0; i < run->event_count; i++) {
		const struct message_event *event = &run->events[i];

		if ((event->kind == MESSAGE_ENQUEUE || event->kind == MESSAGE_POST ||
		     event->kind == MESSAGE_TIMER) &&
		    event->message <= run->event_count)
			entries[event->message] = i;
	}
	return entries;
}

/* The message that this event took from the queue. Its time starts at the interrupt that queued the
 * message. Its number is 0 if the log lacks the event that queued the message. */
static struct message open_message(const struct message_run *run, const size_t *entries,
				   const struct message_event *get)
{
	size_t entry = get->message <= run->event_count ? entries[get->message] : 0;
	const struct message_event *event = &run->events[entry];
	struct message message = {.code = event->code, .queued = event->tsc, .taken = get->tsc};

	if (entry == 0 || event->tsc > get->tsc)
		return message;
	message.number = get->message;
	if (event->kind == MESSAGE_ENQUEUE && event[-1].kind == MESSAGE_INTERRUPT)
		message.queued = event[-1].tsc;
	return message;
}

static void find_messages(struct message_run *run)
{
	size_t *entries = find_entries(run);
	struct message open = {0};

	run->messages = xcalloc(run->event_count + 1, sizeof(*run->messages));
	for (size_t i = 0; i < run->event_count; i++) {
		const struct message_event *event = &run->events[i];

		if (event->kind != MESSAGE_GET && !message_event_is_ready(event))
			continue;
		if (open.number != 0) {
			open.done = event->tsc;
			run->messages[run->message_count++] = open;
		}
		open.number = 0;
		if (event->kind == MESSAGE_GET)
			open = open_message(run, entries, event);
	}
	free(entries);
}

const char *message_type_name(const struct message *message)
{
	if ((message->code & MESSAGE_CODE_POSTED) != 0)
		return "posted by application";
	if ((message->code & MESSAGE_CODE_SYNC) != 0)
		return "driver's sync";
	if (message->code == MESSAGE_CODE_TIMER)
		return "timer";
	if ((message->code & MESSAGE_CODE_MOUSE) != 0)
		return (message->code & MESSAGE_CODE_MOVED) != 0 ? "mouse moved" : "mouse button";
	return (message->code & MESSAGE_CODE_RELEASED) != 0 ? "key released" : "key pressed";
}

/* ---- Labels ---- */

static int by_step(const void *a, const void *b)
{
	const struct wire_input_label *left = *(const struct wire_input_label *const *)a;
	const struct wire_input_label *right = *(const struct wire_input_label *const *)b;

	return (left->step > right->step) - (left->step < right->step);
}

static void find_labels(const struct result *result, struct message_run *run)
{
	const struct record_list *list = &result->records[WIRE_input_label];

	run->labels = xcalloc(list->count + 1, sizeof(*run->labels));
	for (size_t i = 0; i < list->count; i++) {
		if (list->items[i].input_label.log == run->info->id)
			run->labels[run->label_count++] = &list->items[i].input_label;
	}
	qsort(run->labels, run->label_count, sizeof(*run->labels), by_step);
}

/* ---- All logs ---- */

/* Whether no earlier log has the same ID. */
static bool messages_is_first_of_id(const struct record_list *list, size_t index)
{
	for (size_t i = 0; i < index; i++) {
		if (list->items[i].message_log.id == list->items[index].message_log.id)
			return false;
	}
	return true;
}

static void find_actions(struct message_run *run)
{
	const struct action_log log = {
		.info = run->info,
		.events = run->events, .event_count = run->event_count,
		.labels = run->labels, .label_count = run->label_count,
		.wait_ticks = think_wait_ticks(&run->machine, STATE_WAIT),
	};

	user_actions_find(&log, &run->actions);
}

void message_runs_find(const struct result *result, struct message_runs *runs)
{
	const struct record_list *list = &result->records[WIRE_message_log];
	size_t count = list->count < MESSAGE_LOGS_MAX ? list->count : MESSAGE_LOGS_MAX;

	*runs = (struct message_runs){.items = xcalloc(count + 1, sizeof(*runs->items))};
	runs->malformed = list->count - count;
	for (size_t i = 0; i < count; i++) {
		const struct wire_message_log *info = &list->items[i].message_log;
		struct message_run *run = &runs->items[runs->count];

		if (info->end_tsc < info->begin_tsc || !messages_is_first_of_id(list, i)) {
			runs->malformed++;
			continue;
		}
		runs->count++;
		run->info = info;
		run->bench = result_bench_name(result, info->bench);
		messages_find_events(result, run, runs);
		message_events_decide(run->events, run->event_count);
		run_machine(run);
		find_messages(run);
		find_labels(result, run);
		find_actions(run);
	}
}

void message_runs_free(struct message_runs *runs)
{
	for (size_t i = 0; i < runs->count; i++) {
		free(runs->items[i].events);
		free(runs->items[i].stretches);
		free(runs->items[i].messages);
		free(runs->items[i].labels);
		user_actions_free(&runs->items[i].actions);
	}
	free(runs->items);
	runs->items = NULL;
}
