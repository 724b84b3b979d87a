/* SPDX-License-Identifier: MIT */
/* A device's time of service is counted by the timer of the CPU on which it began. Most devices
 * are this time and nothing else; a disk, which is memory, has a block to show for it. */
#include "kernel/flow/resource.h"

#include <stddef.h>

#include "kernel/cpu/cpu.h"
#include "kernel/dev/tsc.h"
#include "lib/text/string.h"

#define BLOCK_WORDS 128                 /* 512 bytes, as a disk's */

struct resource {
	bool is_taken;
	struct thread_queue waiting;
};

/* Resources by the objects' numbers, which begin with 1; their queues have the numbers behind. */
static struct {
	const struct flow_script *script;
	struct resource resources[FLOW_OBJECTS_MAX + 1];
	struct thread_link *served[FLOW_CPUS_MAX];       /* threads, the first to end first */
	unsigned serving;
	uint32_t disk[FLOW_DISK_BLOCKS][BLOCK_WORDS];
	uint32_t buffer[BLOCK_WORDS];                   /* of the disk, to which it reads */
} state;

void flow_resources_begin(const struct flow_script *script)
{
	memset(&state, 0, sizeof(state));
	state.script = script;
	for (uint32_t block = 0; block < FLOW_DISK_BLOCKS; block++)
		state.disk[block][0] = FLOW_WORD_BLOCK | block;
}

static bool is_of_kind(unsigned object, enum flow_object_kind kind)
{
	return state.script->objects[object - 1].kind == kind;
}

static bool is_delay(unsigned object)
{
	return is_of_kind(object, FLOW_DELAY);
}

/* ---- Devices ---- */

static void resource_start(struct flow_thread *thread)
{
	struct thread_link **place = &state.served[this_cpu()->index];

	uint32_t queue = is_delay(thread->device) ? 0 : thread->device + 1;

	flow_event(FLOW_DEVICE_START, &thread->task, queue, thread->device);
	thread->deadline_tsc = tsc_read_fenced() + thread->request_ticks;
	while (*place != NULL && ((struct flow_thread *)*place)->deadline_tsc < thread->deadline_tsc)
		place = &(*place)->next;
	thread->link.next = *place;
	*place = &thread->link;
	state.serving++;
}

void flow_device_use(unsigned object, uint64_t ticks)
{
	struct flow_thread *self = flow_thread_current();
	struct resource *device = &state.resources[object];
	bool waits = !is_delay(object) && device->is_taken;

	self->device = object;
	self->request_ticks = ticks;
	if (!is_delay(object))
		flow_event(FLOW_WITH(waits ? FLOW_BLOCKED : 0, FLOW_REQUEST), &self->task, 0,
			   object + 1);
	if (!waits) {
		device->is_taken = true;
		resource_start(self);
	} else {
		thread_queue_push(&device->waiting, &self->link);
	}
	flow_thread_sleep();
}

static uint64_t resource_deadline(void)
{
	const struct thread_link *first = state.served[this_cpu()->index];

	return first != NULL ? ((const struct flow_thread *)first)->deadline_tsc : UINT64_MAX;
}

static bool resource_is_busy(void)
{
	return state.serving > 0;
}

/* Whoever holds the disk is the only one who uses its buffer. */
static void read_block(struct flow_thread *thread)
{
	memcpy(state.buffer, state.disk[thread->word % FLOW_DISK_BLOCKS], sizeof(state.buffer));
	thread->word = state.buffer[0];
}

static void end_first(void)
{
	struct thread_link **served = &state.served[this_cpu()->index];
	struct flow_thread *thread = (struct flow_thread *)*served, *next;
	struct resource *device = &state.resources[thread->device];

	*served = thread->link.next;
	state.serving--;
	if (is_of_kind(thread->device, FLOW_DISK))
		read_block(thread);
	flow_event(FLOW_DEVICE_END, &thread->task, 0, thread->device);
	next = (struct flow_thread *)thread_queue_pop(&device->waiting);
	device->is_taken = next != NULL;
	if (next != NULL) {
		flow_task_unblock(&thread->task, &next->task, thread->device);
		resource_start(next);
	}
	flow_thread_wake(thread);
}

static void resource_serve(void)
{
	uint64_t now_tsc = tsc_read_fenced();

	while (resource_deadline() <= now_tsc)
		end_first();
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
	struct resource *lock = &state.resources[object];

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

/* The lock is the next one's at once, whenever that gets a CPU. */
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
	struct resource *lock = &state.resources[object];

	flow_event(FLOW_END_USE, &self->task, 0, object);
	next = (struct flow_thread *)thread_queue_pop(&lock->waiting);
	lock->is_taken = next != NULL;
	if (next != NULL)
		give_lock(self, next, object);
}
