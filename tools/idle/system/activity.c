/* SPDX-License-Identifier: MIT */
/* Follows who has the CPU: interrupts nest, and the innermost one counts; below them is a thread.
 * What the kernel does before the first event of an interrupt and after the last one is not in any
 * trace. */
#include "tools/idle/system/activity.h"

#include <stdlib.h>
#include <string.h>

#include "lib/text/ticks.h"
#include "tools/base/alloc.h"
#include "tools/base/utf8.h"
#include "tools/flow/import/trace.h"

#define NESTED_MAX 8
#define TICKS_HZ NS_PER_SECOND            /* the trace's times are ticks, and stay so */
#define KIND_IDLE "idle"

struct follower {
	struct idle_traces *traces;
	struct idle_trace *trace;
	uint64_t begin;                 /* of the current activity, since the trace's begin */
	const char *thread;             /* other than the loop's; NULL: the loop */
	const char *interrupts[NESTED_MAX];
	size_t depth;
	size_t capacity;
};

/* ---- Names ---- */

/* Threads of the kernel have names such as kworker/0:1. */
static const char *thread_name(struct follower *follower, struct trace_text comm)
{
	char name[IDLE_ACTIVITY_MAX];
	size_t size = 0;

	while (size < trace_text_size(comm) && comm.at[size] != '/' && comm.at[size] != ':')
		size++;
	snprintf(name, sizeof(name), "thread %.*s", (int)size, comm.at);
	utf8_make_printable(name);
	return arena_copy(&follower->traces->arena, name, strlen(name) + 1);
}

static struct trace_text after_word(struct trace_text text, const char *word)
{
	text = trace_text_find(text, word);
	(void)trace_text_take(&text, word);
	return text;
}

/* The text of an event is its name and its fields: "irq_handler_entry: irq=4 name=ttyS0",
 * "softirq_entry: vec=1 [action=TIMER]", "local_timer_entry: vector=236". */
static const char *interrupt_name(struct follower *follower, struct trace_text text)
{
	char name[IDLE_ACTIVITY_MAX];
	struct trace_text word = text;
	const char *kind = "interrupt";

	if (trace_text_begins(text, "softirq_entry")) {
		kind = "softirq";
		word = after_word(text, "[action=");
		word.end = trace_text_find(word, "]").at;
	} else if (trace_text_begins(text, "irq_handler_entry")) {
		word = after_word(text, " name=");
	} else {
		word.end = trace_text_find(word, "_entry").at;
	}
	snprintf(name, sizeof(name), "%s %.*s", kind,
		 (int)(trace_text_size(word) < IDLE_ACTIVITY_MAX ? trace_text_size(word)
								 : IDLE_ACTIVITY_MAX), word.at);
	utf8_make_printable(name);
	return arena_copy(&follower->traces->arena, name, strlen(name) + 1);
}

/* ---- Activities ---- */

static const char *current(const struct follower *follower)
{
	return follower->depth > 0 ? follower->interrupts[follower->depth - 1] : follower->thread;
}

/* The current activity ends. */
static void end_activity(struct follower *follower, uint64_t at)
{
	struct idle_trace *trace = follower->trace;
	const struct idle_activity activity = {follower->begin, at, current(follower)};

	if (activity.name != NULL && at > follower->begin &&
	    trace->activity_count < follower->capacity)
		trace->activities[trace->activity_count++] = activity;
	follower->begin = at;
}

static void follow(struct follower *follower, const struct trace_event *event, uint64_t at,
		   uint64_t tid)
{
	switch (event->kind) {
	case TRACE_INTERRUPT_ENTER:
		end_activity(follower, at);
		if (follower->depth < NESTED_MAX)
			follower->interrupts[follower->depth++] =
				interrupt_name(follower, event->text);
		break;
	case TRACE_INTERRUPT_EXIT:
		end_activity(follower, at);
		follower->depth -= follower->depth > 0;
		break;
	case TRACE_SWITCH:
		end_activity(follower, at);
		follower->depth = 0;
		follower->thread = event->other == tid ? NULL
			: event->other == 0 ? arena_copy(&follower->traces->arena, "idle", 5)
			: thread_name(follower, event->text);
		break;
	}
}

/* The system's text of a run, to be freed, or NULL. *end is the record of its end. */
static char *system_text(const struct result *result, uint64_t id, size_t *size,
			 const struct wire_os_trace_end **end)
{
	const struct record_list *parts = &result->records[WIRE_os_trace];
	const struct record_list *ends = &result->records[WIRE_os_trace_end];
	char *text = NULL;

	*end = NULL;
	for (size_t i = 0; i < ends->count; i++) {
		const struct wire_os_trace_end *found = &ends->items[i].os_trace_end;

		if (strcmp(found->kind, KIND_IDLE) == 0 && found->id == id)
			*end = found;
	}
	*size = 0;
	for (size_t i = 0; i < parts->count && *end != NULL; i++) {
		const struct wire_os_trace *part = &parts->items[i].os_trace;

		if (strcmp(part->kind, KIND_IDLE) != 0 || part->id != id)
			continue;
		if (part->first != *size || part->first > IDLE_MEMORY_MAX)
			break;          /* the rest is unknown */
		text = xreallocarray(text, *size + part->text.size, 1);
		memcpy(text + *size, part->text.data, part->text.size);
		*size += part->text.size;
	}
	return text;
}

void activity_find(const struct result *result, struct idle_traces *traces,
		   struct idle_trace *trace)
{
	static const char none[] = "";
	struct follower follower = {.traces = traces, .trace = trace};
	const struct wire_os_trace_end *end;
	struct trace *system;
	size_t size;
	char *text = system_text(result, trace->info->id, &size, &end);

	if (text == NULL)
		return;
	system = xmalloc(sizeof(*system));
	trace_begin(system, TICKS_HZ, (struct trace_text){none, none});
	trace_parse(system, TRACE_FTRACE, text, size);
	trace_end(system);
	follower.capacity = system->events.count + 1;
	trace->activities = arena_alloc(&traces->arena,
					follower.capacity * sizeof(*trace->activities));
	trace->has_activities = trace->activities != NULL;
	if (trace->has_activities) {
		const struct wire_idle *info = trace->info;

		for (size_t i = 0; i < system->events.count; i++) {
			const struct trace_event *event = &system->events.items[system->order[i]];

			if (system->cpus[event->cpu].number != end->cpu)
				continue;
			if (event->kind == TRACE_LOST || event->time > info->end_tsc)
				break;
			follow(&follower, event,
			       event->time > info->begin_tsc ? event->time - info->begin_tsc : 0,
			       end->tid);
		}
	}
	trace_free(system);
	free(system);
	free(text);
}
