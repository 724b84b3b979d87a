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
			      enum flow_class class, const char *format, ...)
{
	struct flow_named named = {.class = class};
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

#define recorder_object(recorder, class, ...) \
	recorder_name(recorder, &(recorder)->log->objects, &(recorder)->next_object, class, \
		      __VA_ARGS__)

uint16_t recorder_cpu(struct recorder *recorder, uint16_t cpu)
{
	uint16_t *object = &recorder->cpus[cpu];

	if (*object == 0)
		*object = recorder_object(recorder, FLOW_CPU, "cpu%u",
					  recorder->trace->cpus[cpu].number);
	return *object;
}

uint16_t recorder_run_queue(struct recorder *recorder)
{
	if (recorder->run_queue == 0)
		recorder->run_queue = recorder_object(recorder, FLOW_QUEUE, "run_queue");
	return recorder->run_queue;
}

uint16_t recorder_interrupt(struct recorder *recorder)
{
	if (recorder->interrupt == 0)
		recorder->interrupt = recorder_object(recorder, FLOW_DEVICE, "interrupt");
	return recorder->interrupt;
}

uint16_t recorder_unseen(struct recorder *recorder)
{
	if (recorder->unseen == 0)
		recorder->unseen = recorder_object(recorder, FLOW_SOFTWARE, "not traced");
	return recorder->unseen;
}

uint16_t recorder_futex(struct recorder *recorder, uint64_t address)
{
	const uint32_t *known = number_map_find(&recorder->futexes, address);
	uint16_t number;

	if (known != NULL)
		return (uint16_t)*known;
	number = recorder_object(recorder, FLOW_LOCK, "futex %#" PRIx64, address);
	number_map_add(&recorder->futexes, address, number);
	return number;
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
	const uint32_t *known = number_map_find(&recorder->devices, (uint64_t)device + 1);
	unsigned major = device >> DEVICE_MINOR_BITS;
	unsigned minor = device & ((1u << DEVICE_MINOR_BITS) - 1);
	uint16_t number;

	if (known != NULL)
		return (uint16_t)*known;
	recorder_object(recorder, FLOW_QUEUE, "queue %u,%u", major, minor);
	number = recorder_object(recorder, FLOW_DEVICE, "disk %u,%u", major, minor);
	number_map_add(&recorder->devices, (uint64_t)device + 1, number);
	return number;
}

uint32_t recorder_new_subtask(struct recorder *recorder)
{
	recorder->next_subtask = recorder->next_subtask % FLOW_SEQUENCE_MAX + 1;
	return recorder->next_subtask;
}

static uint32_t recorder_add(struct recorder *recorder, const struct flow_event *event)
{
	FLOW_LIST_ADD(recorder->log->events, *event);
	recorder->last_time = event->time;
	return (uint32_t)recorder->log->events.count - 1;
}

static uint64_t recorder_time(const struct recorder *recorder)
{
	return recorder->time > recorder->last_time ? recorder->time : recorder->last_time + 1;
}

static uint16_t recorder_thread(struct recorder *recorder, struct task *task)
{
	if (task->thread == 0)
		task->thread = recorder_name(recorder, &recorder->log->threads,
					     &recorder->next_thread, FLOW_SOFTWARE, "%s-%u",
					     task->comm, task->pid);
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
		.time = recorder_time(recorder), .kind = (uint8_t)kind, .subtask = task->subtask,
		.other = other, .object = object, .cpu = (uint8_t)recorder->cpu,
		.thread = recorder_thread(recorder, task),
	};

	task->last = recorder_add(recorder, &event);
	return task->last;
}

void recorder_add_lost(struct recorder *recorder, const struct trace_event *event)
{
	const struct flow_event lost = {
		.time = recorder_time(recorder), .kind = FLOW_LOST, .cpu = (uint8_t)event->cpu,
		.other = event->key > UINT32_MAX ? UINT32_MAX : (uint32_t)event->key,
	};

	recorder_add(recorder, &lost);
}
