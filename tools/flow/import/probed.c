/* SPDX-License-Identifier: MIT */
/* Procedures are objects in use. A value in memory that another thread reads is a message. */
#include "tools/flow/import/state.h"

/* ---- Procedures ---- */

void import_use_procedures(struct import *import, struct task *task)
{
	const struct number_map *depths = &task->depths;

	for (size_t i = 0; depths->slots != NULL && i <= number_map_mask(depths); i++) {
		if (depths->slots[i].key != 0)
			recorder_add_event(&import->recorder, FLOW_BEGIN_USE, task, 0,
					   (uint16_t)depths->slots[i].key);
	}
}

static void procedure_begin(struct import *import, struct task *task, uint16_t object)
{
	uint32_t *depth = number_map_find(&task->depths, object);

	FLOW_LIST_ADD(task->procedures, object);
	if (depth != NULL) {
		++*depth;
		return;
	}
	number_map_add(&task->depths, object, 1);
	if (task->subtask != 0)
		recorder_add_event(&import->recorder, FLOW_BEGIN_USE, task, 0, object);
}

/* The procedure returns. With it end the procedures that it called and that longjmp() left. */
static void procedure_end(struct import *import, struct task *task, uint16_t object)
{
	uint16_t last;

	if (number_map_find(&task->depths, object) == NULL)
		return;         /* it began before the trace */
	do {
		uint32_t *depth;

		last = task->procedures.items[--task->procedures.count];
		depth = number_map_find(&task->depths, last);
		if (--*depth > 0)
			continue;
		number_map_remove(&task->depths, last);
		if (task->subtask != 0)
			recorder_add_event(&import->recorder, FLOW_END_USE, task, 0, last);
	} while (last != object);
}

void import_inherit_procedures(struct task *task, const struct task *creator)
{
	for (size_t i = 0; i < creator->procedures.count; i++) {
		uint16_t object = creator->procedures.items[i];
		uint32_t *depth = number_map_find(&task->depths, object);

		FLOW_LIST_ADD(task->procedures, object);
		if (depth != NULL)
			++*depth;
		else
			number_map_add(&task->depths, object, 1);
	}
}

void import_procedure(struct import *import, const struct trace_event *event)
{
	struct task *task = import_current(import, event);
	uint16_t object;

	if (task == NULL)
		return;
	object = recorder_probed(&import->recorder, FLOW_SOFTWARE, event->other, 0);
	if (object == 0)
		return;         /* there are too many names */
	if (event->kind == TRACE_PROCEDURE_BEGIN)
		procedure_begin(import, task, object);
	else
		procedure_end(import, task, object);
}

/* ---- Memory ---- */

static uint64_t write_key(const struct import *import, uint32_t write)
{
	return ((uint64_t)import->recorder.host << 32 | write) + 1;
}

static uint16_t memory_object(struct import *import, const struct trace_event *event)
{
	return recorder_probed(&import->recorder, FLOW_DATA, event->other, event->key);
}

static void memory_write(struct import *import, struct task *task, const struct trace_event *event)
{
	const struct trace *trace = import->network->traces[import->recorder.host];

	if (task->subtask == 0 || event->end == 0)
		return;
	number_map_add(&import->by_write,
		       write_key(import, (uint32_t)(event - trace->events.items)),
		       (uint32_t)import->values.count);
	for (uint32_t rest = event->end; rest > 0; rest--) {
		struct import_value value = {
			.subtask = recorder_new_subtask(&import->recorder),
			.interaction = task->interaction, .rest = rest - 1,
		};

		value.event = recorder_add_event(&import->recorder, FLOW_SEND, task, value.subtask,
						 memory_object(import, event));
		FLOW_LIST_ADD(import->values, value);
	}
}

static void memory_wait(struct import *import, struct task *task, uint16_t object)
{
	task->reading = recorder_add_event(&import->recorder, FLOW_WAIT, task, 0, object);
	import_event(import, task->reading)->flags = FLOW_BLOCKED;
}

/* A thread that reads before the value is written waits for it, though it may run. */
static void memory_read(struct import *import, struct task *task, const struct trace_event *event)
{
	const struct trace *trace = import->network->traces[import->recorder.host];

	if (task->subtask != 0 && event->end != 0 &&
	    trace->events.items[event->end - 1].time > event->time)
		memory_wait(import, task, memory_object(import, event));
}

void import_read_on(struct import *import, struct task *task)
{
	if (task->reading != TASK_NONE)
		memory_wait(import, task, import_event(import, task->reading)->object);
}

/* Take the next message of a value. NULL if the writer worked for no interaction, or if its
 * interaction is over. */
static struct import_value *memory_value(struct import *import, const struct trace_event *event)
{
	uint64_t key = event->end != 0 ? write_key(import, event->end - 1) : 0;
	uint32_t *known = key != 0 ? number_map_find(&import->by_write, key) : NULL;
	struct import_value *value = known != NULL ? &import->values.items[*known] : NULL;

	if (value == NULL)
		return NULL;
	if (value->rest > 0)
		++*known;
	else
		number_map_remove(&import->by_write, key);
	return value->event != TASK_NONE ? value : NULL;
}

static void memory_take(struct import *import, struct task *task, struct import_value *value,
			uint16_t object)
{
	if (task->subtask != 0 && task->is_continuation && task->interaction != value->interaction)
		import_finish(import, task);
	if (task->subtask == 0) {
		import_take(import, task, value->subtask, value->interaction, object);
		recorder_add_event(&import->recorder, FLOW_START, task, 0,
				   recorder_cpu(&import->recorder, task->cpu));
	} else if (task->interaction == value->interaction) {
		recorder_add_event(&import->recorder, FLOW_RECEIVE_JOIN, task, value->subtask,
				   object);
		task->reading = TASK_NONE;
	} else {
		recorder_drop(&import->recorder, value->event);
	}
	value->event = TASK_NONE;
}

static void memory_read_end(struct import *import, struct task *task,
			    const struct trace_event *event)
{
	struct import_value *value = memory_value(import, event);
	uint16_t object = memory_object(import, event);

	if (value != NULL)
		memory_take(import, task, value, object);
	if (task->reading != TASK_NONE && task->subtask != 0)
		recorder_add_event(&import->recorder, FLOW_RESUME, task, 0, object);
	task->reading = TASK_NONE;
}

void import_memory(struct import *import, const struct trace_event *event)
{
	struct task *task = import_current(import, event);

	if (task == NULL)
		return;
	if (event->kind == TRACE_MEMORY_WRITE)
		memory_write(import, task, event);
	else if (event->kind == TRACE_MEMORY_READ)
		memory_read(import, task, event);
	else if (event->end != 0)
		memory_read_end(import, task, event);
}

void import_drop_values(struct import *import)
{
	for (size_t i = 0; i < import->values.count; i++) {
		if (import->values.items[i].event != TASK_NONE)
			recorder_drop(&import->recorder, import->values.items[i].event);
		import->values.items[i].event = TASK_NONE;
	}
}
