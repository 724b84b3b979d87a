/* SPDX-License-Identifier: MIT */
/* Simulated devices and locks. The timer of the CPU that started a request counts its service time.
 * Most devices only take time; a disk, which is memory, also returns a block. */
#include "kernel/flow/resource.h"

#include <stddef.h>

#include "kernel/machine/clock.h"
#include "kernel/machine/cpu.h"
#include "lib/text/string.h"

#define BLOCK_WORDS 128                 /* 512 bytes, a disk's sector */

struct resource {
	bool is_taken;
	struct thread_queue waiting;
};

/* The resources of a node, by object numbers, which begin with 1. Each queue follows its
 * resource. */
static struct resources {
	const struct flow_script *script;
	struct resource resources[FLOW_OBJECTS_MAX + 1];
	struct thread_link *served[FLOW_CPUS_MAX];       /* requests in service, by end time */
	unsigned serving;
	uint32_t disk[FLOW_DISK_BLOCKS][BLOCK_WORDS];
	uint32_t buffer[BLOCK_WORDS];                   /* read buffer of the disk */
} all_resources[FLOW_NODES_MAX];

static struct resources *resources_here(void)
{
	return &all_resources[flow_node_number()];
}

void flow_resources_begin(const struct flow_run *run)
{
	for (uint32_t node = 0; node < flow_run_nodes(run); node++) {
		struct resources *resources = &all_resources[node];

		memset(resources, 0, sizeof(*resources));
		resources->script = flow_run_script(run, node);
		for (uint32_t block = 0; block < FLOW_DISK_BLOCKS; block++)
			resources->disk[block][0] = FLOW_WORD_BLOCK | block;
	}
}

static bool is_of_kind(unsigned object, enum flow_object_kind kind)
{
	return resources_here()->script->objects[object - 1].kind == kind;
}

static bool is_delay(unsigned object)
{
	return is_of_kind(object, FLOW_DELAY);
}

/* ---- Devices ---- */

static void resource_start(struct flow_request *request)
{
	struct resources *resources = resources_here();
	struct thread_link **place = &resources->served[this_cpu()->index];

	uint32_t queue = is_delay(request->device) ? 0 : request->device + 1;

	flow_event(FLOW_DEVICE_START, request->task, queue, request->device);
	request->deadline_tsc = clock_read() + request->ticks;
	while (*place != NULL &&
	       ((struct flow_request *)*place)->deadline_tsc < request->deadline_tsc)
		place = &(*place)->next;
	request->link.next = *place;
	*place = &request->link;
	resources->serving++;
}

void flow_device_request(unsigned object, struct flow_request *request)
{
	struct resource *device = &resources_here()->resources[object];
	bool waits = !is_delay(object) && device->is_taken;

	request->device = object;
	if (!is_delay(object))
		flow_event(FLOW_WITH(waits ? FLOW_BLOCKED : 0, FLOW_REQUEST), request->task, 0,
			   object + 1);
	if (!waits) {
		device->is_taken = true;
		resource_start(request);
	} else {
		thread_queue_push(&device->waiting, &request->link);
	}
}

static void wake_thread(struct flow_request *request)
{
	flow_thread_wake(flow_thread_of(request));
}

void flow_device_use(unsigned object, uint64_t ticks)
{
	struct flow_thread *self = flow_thread_current();

	self->request.ticks = ticks;
	self->request.task = &self->task;
	self->request.served = wake_thread;
	flow_device_request(object, &self->request);
	flow_thread_sleep();
}

static uint64_t resource_deadline(void)
{
	const struct thread_link *first = resources_here()->served[this_cpu()->index];

	return first != NULL ? ((const struct flow_request *)first)->deadline_tsc : UINT64_MAX;
}

static bool resource_is_busy(unsigned node)
{
	return all_resources[node].serving > 0;
}

/* Read a block. Only the thread that holds the disk uses the disk's buffer. */
static void read_block(struct resources *resources, struct flow_thread *thread)
{
	memcpy(resources->buffer, resources->disk[thread->word % FLOW_DISK_BLOCKS],
	       sizeof(resources->buffer));
	thread->word = resources->buffer[0];
}

static void end_first(void)
{
	struct resources *resources = resources_here();
	struct thread_link **served = &resources->served[this_cpu()->index];
	struct flow_request *request = (struct flow_request *)*served, *next;
	struct resource *device = &resources->resources[request->device];

	*served = request->link.next;
	resources->serving--;
	if (is_of_kind(request->device, FLOW_DISK))
		read_block(resources, flow_thread_of(request));
	flow_event(FLOW_DEVICE_END, request->task, 0, request->device);
	next = (struct flow_request *)thread_queue_pop(&device->waiting);
	device->is_taken = next != NULL;
	if (next != NULL) {
		flow_task_unblock(request->task, next->task, request->device);
		resource_start(next);
	}
	request->served(request);
}

static void resource_serve(void)
{
	uint64_t now_tsc = clock_read();

	while (resource_deadline() <= now_tsc)
		end_first();
}

/* The request's place in its device's list, or NULL. */
static struct thread_link **resource_place(const struct flow_request *request)
{
	for (unsigned cpu = 0; cpu < FLOW_CPUS_MAX; cpu++) {
		struct thread_link **place = &resources_here()->served[cpu];

		while (*place != NULL && *place != &request->link)
			place = &(*place)->next;
		if (*place != NULL)
			return place;
	}
	return NULL;
}

struct flow_request *flow_device_serves(unsigned object)
{
	for (unsigned cpu = 0; cpu < FLOW_CPUS_MAX; cpu++) {
		struct thread_link *link = resources_here()->served[cpu];

		while (link != NULL && ((struct flow_request *)link)->device != object)
			link = link->next;
		if (link != NULL)
			return (struct flow_request *)link;
	}
	return NULL;
}

/* End a request on this CPU as if its service time were over. */
void flow_device_end(struct flow_request *request)
{
	struct thread_link **place = resource_place(request);
	struct thread_link **first = &resources_here()->served[this_cpu()->index];

	*place = request->link.next;
	request->deadline_tsc = 0;
	request->link.next = *first;
	*first = &request->link;
	resource_serve();
}

const struct flow_devices flow_resource_devices = {
	.deadline = resource_deadline,
	.serve = resource_serve,
	.is_busy = resource_is_busy,
};

/* ---- Locks ---- */

void flow_resource_lock(unsigned object)
{
	struct flow_thread *self = flow_thread_current();
	struct resource *lock = &resources_here()->resources[object];

	if (lock->is_taken) {
		flow_event(FLOW_WITH(FLOW_BLOCKED, FLOW_WAIT), &self->task, 0, object);
		flow_event(FLOW_BEGIN_USE, &self->task, 0, object + 1);
		thread_queue_push(&lock->waiting, &self->link);
		flow_thread_sleep();
	} else {
		lock->is_taken = true;
		flow_event(FLOW_BEGIN_USE, &self->task, 0, object);
	}
}

/* Give the lock to the next thread, which owns it at once, before the thread gets a CPU. */
static void give_lock(struct flow_thread *from, struct flow_thread *to, unsigned object)
{
	flow_task_unblock(&from->task, &to->task, object);
	flow_event(FLOW_END_USE, &to->task, 0, object + 1);
	flow_event(FLOW_BEGIN_USE, &to->task, 0, object);
	flow_thread_wake(to);
}

void flow_resource_unlock(unsigned object)
{
	struct flow_thread *self = flow_thread_current(), *next;
	struct resource *lock = &resources_here()->resources[object];

	flow_event(FLOW_END_USE, &self->task, 0, object);
	next = (struct flow_thread *)thread_queue_pop(&lock->waiting);
	lock->is_taken = next != NULL;
	if (next != NULL)
		give_lock(self, next, object);
}
