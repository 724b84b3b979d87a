/* SPDX-License-Identifier: MIT */
/* Matches the two events of a disk request, by its sector, and of a packet, by its address. */
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

/* Remove a request from the map. If there is none, counts it and returns false. */
static bool requests_get(struct import *import, struct number_map *map, uint64_t key,
		       struct import_request *request)
{
	const uint32_t *known = number_map_find(map, key);

	if (known == NULL) {
		import->recorder.counts.unmatched++;
		return false;
	}
	*request = import->requests.items[*known];
	number_map_remove(map, key);
	return true;
}

static uint64_t requests_sector_key(const struct trace_event *event)
{
	uint64_t key = (event->key << 24) ^ event->device;

	return key != 0 ? key : 1;
}

void import_issue(struct import *import, const struct trace_event *event)
{
	uint32_t current = import->cpus[event->cpu].current;
	struct import_request request = {.task = TASK_NONE, .device = event->device};
	uint16_t object;

	if (!import_is_interrupt(&import->cpus[event->cpu], event) &&
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
	requests_put(import, &import->by_sector, requests_sector_key(event), &request);
}

void import_complete(struct import *import, const struct trace_event *event)
{
	struct import_request request;
	struct task *task;

	if (!requests_get(import, &import->by_sector, requests_sector_key(event), &request) ||
	    request.task == TASK_NONE)
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
	struct import_cpu *cpu = &import->cpus[event->cpu];
	struct import_request request = {.task = TASK_NONE};

	if (event->kind == TRACE_NET_SEND) {
		if (!import_is_interrupt(cpu, event))
			request.task = cpu->current;
		requests_put(import, &import->by_packet, event->key, &request);
		return;
	}
	cpu->sender = TASK_NONE;
	if (requests_get(import, &import->by_packet, event->key, &request) &&
	    request.task != TASK_NONE && import_task(import, request.task)->subtask != 0)
		cpu->sender = request.task;
}
