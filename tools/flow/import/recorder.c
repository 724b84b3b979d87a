/* SPDX-License-Identifier: MIT */
#include "tools/flow/import/recorder.h"

#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#define DEVICE_MINOR_BITS 20
#define NAME_MAX_BYTES 48

static const char *recorder_text(struct recorder *recorder, const char *format, va_list arguments)
{
	char text[NAME_MAX_BYTES];

	vsnprintf(text, sizeof(text), format, arguments);
	return arena_copy(&recorder->log->arena, text, strlen(text) + 1);
}

/* Name a thread or object. Without a free number, counts it and returns 0. */
__attribute__((format(printf, 5, 6)))
static uint16_t recorder_name(struct recorder *recorder, struct flow_names *names, uint32_t *next,
			      const struct flow_named *like, const char *format, ...)
{
	struct flow_named named = *like;
	va_list arguments;

	if (*next < UINT16_MAX) {
		va_start(arguments, format);
		named.name = recorder_text(recorder, format, arguments);
		va_end(arguments);
	}
	if (named.name == NULL) {
		recorder->counts.unnamed++;
		return 0;
	}
	named.number = (uint16_t)++*next;
	flow_names_add(names, &named);
	return named.number;
}

#define recorder_object(recorder, kind, ...) \
	recorder_name(recorder, &(recorder)->log->objects, &(recorder)->next_object, \
		      &(struct flow_named){.node = (recorder)->host, .class = (kind)}, \
		      __VA_ARGS__)

uint16_t recorder_cpu(struct recorder *recorder, uint16_t cpu)
{
	const struct trace *trace = recorder->network->traces[recorder->host];
	uint16_t *object = &recorder->hosts[recorder->host].cpus[cpu];

	if (*object == 0)
		*object = recorder_object(recorder, FLOW_CPU, "cpu%u", trace->cpus[cpu].number);
	return *object;
}

/* A host's only object of a kind. */
static uint16_t recorder_only(struct recorder *recorder, uint16_t *object, enum flow_class class,
			      const char *name)
{
	if (*object == 0)
		*object = recorder_object(recorder, class, "%s", name);
	return *object;
}

uint16_t recorder_run_queue(struct recorder *recorder)
{
	return recorder_only(recorder, &recorder->hosts[recorder->host].run_queue, FLOW_QUEUE,
			     "run_queue");
}

uint16_t recorder_interrupt(struct recorder *recorder)
{
	return recorder_only(recorder, &recorder->hosts[recorder->host].interrupt, FLOW_DEVICE,
			     "interrupt");
}

uint16_t recorder_unseen(struct recorder *recorder)
{
	return recorder_only(recorder, &recorder->hosts[recorder->host].unseen, FLOW_SOFTWARE,
			     "not traced");
}

uint16_t recorder_futex(struct recorder *recorder, uint64_t address)
{
	uint64_t key = address ^ (uint64_t)recorder->host << 58;
	const uint32_t *known = number_map_find(&recorder->futexes, key);
	uint16_t number;

	if (known != NULL)
		return (uint16_t)*known;
	number = recorder_object(recorder, FLOW_LOCK, "futex %#" PRIx64, address);
	number_map_add(&recorder->futexes, key, number);
	return number;
}

void recorder_name_probed(struct recorder *recorder, struct trace_text text)
{
	struct recorder_host *host = &recorder->hosts[recorder->host];
	char name[NAME_MAX_BYTES];
	uint64_t number;

	if (!trace_text_take_number(&text, &number) || number == 0 || number > UINT16_MAX)
		return;
	(void)trace_text_take(&text, " ");
	snprintf(name, sizeof(name), "%.*s", (int)trace_text_size(text), text.at);
	while (host->probed.count < number)
		FLOW_LIST_ADD(host->probed, NULL);
	host->probed.items[number - 1] = arena_copy(&recorder->log->arena, name, strlen(name) + 1);
}

uint16_t recorder_probed(struct recorder *recorder, enum flow_class class, uint32_t number,
			 uint64_t address)
{
	const struct recorder_host *host = &recorder->hosts[recorder->host];
	const char *name = number > 0 && number <= host->probed.count
		? host->probed.items[number - 1] : NULL;
	uint64_t counted = ((uint64_t)recorder->host << 32 | number) << 1 | 1;
	uint64_t key = (counted * NUMBER_MAP_HASH_FACTOR ^ address) & ~1ull;
	const uint32_t *known = number_map_find(&recorder->probed, key);
	uint32_t *count;
	uint16_t object;

	if (known != NULL)
		return (uint16_t)*known;
	name = name != NULL ? name : "not named";
	count = number_map_find(&recorder->probed, counted);
	object = count == NULL ? recorder_object(recorder, class, "%s", name)
			       : recorder_object(recorder, class, "%s %u", name, ++*count);
	if (count == NULL)
		number_map_add(&recorder->probed, counted, 1);
	number_map_add(&recorder->probed, key != 0 ? key : 2, object);
	return object;
}

uint16_t recorder_holder(struct recorder *recorder, struct task *task)
{
	if (task->object == 0)
		task->object = recorder_object(recorder, FLOW_SOFTWARE, "%s-%u", task->comm,
					       task->pid);
	return task->object;
}

uint16_t recorder_device(struct recorder *recorder, uint32_t device)
{
	uint64_t key = ((uint64_t)recorder->host << 32 | device) + 1;
	const uint32_t *known = number_map_find(&recorder->devices, key);
	unsigned major = device >> DEVICE_MINOR_BITS;
	unsigned minor = device & ((1u << DEVICE_MINOR_BITS) - 1);
	uint16_t number;

	if (known != NULL)
		return (uint16_t)*known;
	recorder_object(recorder, FLOW_QUEUE, "queue %u,%u", major, minor);
	number = recorder_object(recorder, FLOW_DEVICE, "disk %u,%u", major, minor);
	number_map_add(&recorder->devices, key, number);
	return number;
}

uint32_t recorder_new_subtask(struct recorder *recorder)
{
	recorder->next_subtask = recorder->next_subtask % FLOW_SEQUENCE_MAX + 1;
	return flow_subtask(recorder->host, recorder->next_subtask);
}

/* Add an event at the current time of its host. */
static uint32_t recorder_add(struct recorder *recorder, const struct flow_event *event)
{
	struct recorder_host *host = &recorder->hosts[event->node];
	struct flow_event added = *event;

	added.time = host->time > host->last_time ? host->time : host->last_time + 1;
	host->last_time = added.time;
	FLOW_LIST_ADD(recorder->log->events, added);
	return (uint32_t)recorder->log->events.count - 1;
}

static uint16_t recorder_thread(struct recorder *recorder, struct task *task)
{
	if (task->thread == 0)
		task->thread = recorder_name(recorder, &recorder->log->threads,
					     &recorder->next_thread,
					     &(struct flow_named){.node = task->host,
								  .class = FLOW_SOFTWARE},
					     "%s-%u", task->comm, task->pid);
	return task->thread;
}

static void recorder_rename_one(struct recorder *recorder, struct flow_names *names,
				uint16_t number, const struct task *task)
{
	char text[NAME_MAX_BYTES];
	const char *name;

	if (number == 0)
		return;
	snprintf(text, sizeof(text), "%s-%u", task->comm, task->pid);
	if (strcmp(names->items[number - 1].name, text) == 0)
		return;
	name = arena_copy(&recorder->log->arena, text, strlen(text) + 1);
	if (name != NULL)
		names->items[number - 1].name = name;
}

void recorder_rename(struct recorder *recorder, const struct task *task)
{
	recorder_rename_one(recorder, &recorder->log->threads, task->thread, task);
	recorder_rename_one(recorder, &recorder->log->objects, task->object, task);
}

uint32_t recorder_add_event(struct recorder *recorder, enum flow_kind kind, struct task *task,
			    uint32_t other, uint16_t object)
{
	const struct flow_event event = {
		.kind = (uint8_t)kind, .subtask = task->subtask, .other = other, .object = object,
		.node = task->host,
		.cpu = (uint8_t)(task->host == recorder->host ? recorder->cpu : task->cpu),
		.thread = recorder_thread(recorder, task),
	};

	/* A thread that starts other work while it reads does not wait for the writer. */
	if (task->reading != TASK_NONE && (kind == FLOW_SEND || kind == FLOW_CREATE)) {
		recorder->log->events.items[task->reading].kind = FLOW_POLL;
		recorder->log->events.items[task->reading].flags = 0;
		task->reading = TASK_NONE;
	}
	task->last = recorder_add(recorder, &event);
	return task->last;
}

void recorder_add_lost(struct recorder *recorder, const struct trace_event *event)
{
	const struct flow_event lost = {
		.kind = FLOW_LOST, .node = recorder->host, .cpu = (uint8_t)event->cpu,
		.other = event->key > UINT32_MAX ? UINT32_MAX : (uint32_t)event->key,
	};

	recorder_add(recorder, &lost);
}

void recorder_drop(struct recorder *recorder, uint32_t event)
{
	recorder->log->events.items[event].kind = FLOW_KIND_COUNT;
}

void recorder_remove_dropped(struct recorder *recorder)
{
	struct flow_event *events = recorder->log->events.items;
	size_t kept = 0;

	for (size_t i = 0; i < recorder->log->events.count; i++) {
		if (events[i].kind != FLOW_KIND_COUNT)
			events[kept++] = events[i];
	}
	recorder->log->events.count = kept;
}
