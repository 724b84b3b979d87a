/* SPDX-License-Identifier: MIT */
/* Matches the two events of a disk request by its sector, and those of a packet by its address.
 * Gives data of another host to the thread that the data wakes or that reads it. */
#include "tools/flow/import/state.h"

static void requests_put(struct import *import, struct number_map *map, uint64_t key,
		       const struct import_request *request)
{
	uint32_t *known = number_map_find(map, key);

	if (known != NULL) {
		import->requests.items[*known] = *request;
		return;
	}
	number_map_add(map, key, (uint32_t)import->requests.count);
	FLOW_LIST_ADD(import->requests, *request);
}

/* Remove a request from the map. If there is none, returns false. */
static bool requests_get(struct import *import, struct number_map *map, uint64_t key,
		       struct import_request *request)
{
	const uint32_t *known = number_map_find(map, key);

	if (known == NULL)
		return false;
	*request = import->requests.items[*known];
	number_map_remove(map, key);
	return true;
}

static uint64_t requests_sector_key(uint8_t host, const struct trace_event *event)
{
	uint64_t key = (event->key << 24) ^ event->device ^ (uint64_t)host << 60;

	return key != 0 ? key : 1;
}

void import_issue(struct import *import, const struct trace_event *event)
{
	uint32_t current = import_cpu(import, event)->current;
	struct import_request request = {.task = TASK_NONE, .device = event->device};
	uint16_t object;

	if (!import_is_interrupt(import_cpu(import, event), event) &&
	    import_task(import, current)->subtask != 0) {
		struct task *task = import_task(import, current);

		request.task = current;
		request.subtask = task->subtask;
		object = recorder_device(&import->recorder, event->device);
		recorder_add_event(&import->recorder, FLOW_REQUEST, task, 0,
				   object > 0 ? object - 1 : 0);
		recorder_add_event(&import->recorder, FLOW_DEVICE_START, task,
				   object > 0 ? object - 1 : 0, object);
	}
	requests_put(import, &import->by_sector,
		     requests_sector_key(import->recorder.host, event), &request);
}

void import_complete(struct import *import, const struct trace_event *event)
{
	struct import_request request;
	struct task *task;

	if (!requests_get(import, &import->by_sector,
			  requests_sector_key(import->recorder.host, event), &request)) {
		import->recorder.counts.unmatched++;
		return;
	}
	if (request.task == TASK_NONE)
		return;
	task = import_task(import, request.task);
	if (task->subtask != request.subtask)
		return;
	task->served_by = recorder_device(&import->recorder, request.device);
	recorder_add_event(&import->recorder, FLOW_DEVICE_END, task, 0, task->served_by);
}

/* A packet over the loopback device: an interrupt wakes the receiver on behalf of the sender. */
void import_packet(struct import *import, const struct trace_event *event)
{
	struct import_cpu *cpu = import_cpu(import, event);
	struct import_request request = {.task = TASK_NONE};
	uint64_t key = event->key ^ (uint64_t)import->recorder.host << 56;

	if (event->kind == TRACE_NET_SEND) {
		if (!import_is_interrupt(cpu, event))
			request.task = cpu->current;
		requests_put(import, &import->by_packet, key, &request);
		return;
	}
	cpu->sender = TASK_NONE;
	if (requests_get(import, &import->by_packet, key, &request) &&
	    request.task != TASK_NONE && import_task(import, request.task)->subtask != 0)
		cpu->sender = request.task;
}

/* ---- Data of other hosts ---- */

/* Data that an interrupt sends, since the receiver had no room earlier, completes the message of
 * the thread that wrote it. */
static void segment_send(struct import *import, const struct trace_event *event)
{
	const struct import_cpu *cpu = import_cpu(import, event);
	struct import_segment *segment = &import->segments[event->other];
	struct task *task = import_is_interrupt(cpu, event) ? NULL
							    : import_task(import, cpu->current);
	uint32_t *sent = &import->sent[event->key];

	if (event->other == 0)
		return;
	segment->event = TASK_NONE;
	segment->carries = import->segments[*sent].carries;
	*sent = event->other;
	if (task == NULL)
		return;
	segment->carries = event->other;
	segment->interaction = task->interaction;
	if (task->subtask == 0)
		return;
	segment->subtask = recorder_new_subtask(&import->recorder);
	segment->event = recorder_add_event(&import->recorder, FLOW_SEND, task, segment->subtask,
					    0);
	FLOW_LIST_ADD(import->in_flight, event->other);
}

void import_take(struct import *import, struct task *to, uint32_t subtask, uint32_t interaction,
		 uint16_t object)
{
	to->subtask = subtask;
	to->interaction = interaction;
	to->is_continuation = true;
	FLOW_LIST_ADD(import->workers, (uint32_t)(to - import->tasks.items.items));
	recorder_add_event(&import->recorder, FLOW_RECEIVE, to, 0, object);
	import_use_procedures(import, to);
}

bool import_deliver(struct import *import, uint32_t number, struct task *to)
{
	struct import_segment *segment = &import->segments[import->segments[number].carries];

	if (number == 0 || segment->carries == 0 || to->is_housekeeping)
		return false;
	if (to->subtask != 0 && to->interaction != segment->interaction && to->is_continuation) {
		if (to->wait == TASK_NONE)
			import_finish(import, to);
		else if (import_may_have_finished(to))
			import_finish_at_sleep(import, to);
	}
	if (segment->event == TASK_NONE ||
	    (to->subtask != 0 && to->interaction != segment->interaction))
		return false;
	if (to->subtask == 0) {
		import_take(import, to, segment->subtask, segment->interaction, 0);
	} else {
		if (to->wait == TASK_NONE)      /* the message came before the wait */
			recorder_add_event(&import->recorder, FLOW_WAIT, to, 0, 0);
		recorder_add_event(&import->recorder, FLOW_RECEIVE_JOIN, to, segment->subtask, 0);
		to->wait = TASK_NONE;
	}
	segment->event = TASK_NONE;
	return true;
}

/* A thread that read without a wait runs. */
static void segment_read(struct import *import, const struct trace_event *event)
{
	const struct import_cpu *cpu = import_cpu(import, event);
	struct task *task = cpu->current != TASK_NONE ? import_task(import, cpu->current) : NULL;
	uint32_t before;

	if (task == NULL || event->key == 0)
		return;
	before = task->subtask;
	if (import_deliver(import, import->arrived[event->key], task) && task->subtask != before)
		recorder_add_event(&import->recorder, FLOW_START, task, 0,
				   recorder_cpu(&import->recorder, task->cpu));
}

void import_segment(struct import *import, const struct trace_event *event)
{
	struct import_cpu *cpu = import_cpu(import, event);

	if (import->network->hosts == 1)
		return;
	cpu->segment = event->kind == TRACE_TCP_RECEIVE ? event->other : 0;
	if (event->kind == TRACE_TCP_SEND)
		segment_send(import, event);
	else if (event->kind == TRACE_TCP_READ)
		segment_read(import, event);
	else if (cpu->segment != 0)
		import->arrived[event->key] = cpu->segment;
}

void import_drop_segments(struct import *import)
{
	for (size_t i = 0; i < import->in_flight.count; i++) {
		struct import_segment *segment = &import->segments[import->in_flight.items[i]];

		if (segment->event != TASK_NONE)
			recorder_drop(&import->recorder, segment->event);
		segment->event = TASK_NONE;
	}
	import->in_flight.count = 0;
}
