/* SPDX-License-Identifier: MIT */
/* The time when a device will be free is known. So it is known when a request begins and ends, and
 * the request's thread sleeps until then. Only the kernel's timer comes between the end of the
 * service and the thread. */
#include "linux/flow/resource.h"

#include <string.h>

#include "bench/platform.h"
#include "lib/cpu/clock.h"
#include "lib/text/ticks.h"


struct resource {
	struct flow_thread *first, *last;       /* that wait for a lock */
	uint64_t free_tsc;              /* of a device */
	struct flow_task served;         /* the device's latest request, as of its end */
	bool is_taken;                  /* a lock */
};

static struct {
	pthread_mutex_t mutex;
	struct resource resources[FLOW_OBJECTS_MAX + 1];
} all = {.mutex = PTHREAD_MUTEX_INITIALIZER};

void flow_resources_begin(void)
{
	memset(all.resources, 0, sizeof(all.resources));
}

uint64_t flow_us_to_ticks(uint64_t us)
{
	return ticks_of_us(us, platform_clock_hz());
}

static enum flow_object_kind kind_of(unsigned object)
{
	return flow_process.script->objects[object - 1].kind;
}

/* ---- Devices ---- */

/* Returns when the device will have served the request. */
static uint64_t device_reserve(struct flow_thread *self, unsigned object, uint64_t ticks)
{
	struct resource *device = &all.resources[object];
	uint64_t now_tsc = clock_read(), begin_tsc = now_tsc + 1;
	bool waits = device->free_tsc > now_tsc;

	flow_task_event_at(now_tsc, FLOW_REQUEST, waits ? FLOW_BLOCKED : 0, &self->task, 0,
			   object + 1);
	if (waits) {
		begin_tsc = device->free_tsc + 1;
		flow_task_unblock(begin_tsc, &device->served, &self->task, object);
		begin_tsc += 2;
	}
	flow_task_event_at(begin_tsc, FLOW_DEVICE_START, 0, &self->task, object + 1, object);
	device->free_tsc = begin_tsc + ticks;
	device->served = self->task;
	flow_task_account(device->free_tsc, FLOW_DEVICE_END, &device->served, object);
	return device->free_tsc;
}

/* The first word of a block, as a disk in memory returns it. */
static uint32_t disk_word(uint32_t word)
{
	return FLOW_WORD_BLOCK | word % FLOW_DISK_BLOCKS;
}

void flow_device_use(struct flow_thread *self, unsigned object, uint64_t ticks)
{
	uint64_t end_tsc, woken_tsc;

	flow_kernel_enter(self);
	if (kind_of(object) == FLOW_DELAY) {
		uint64_t begin_tsc = flow_task_event(FLOW_DEVICE_START, 0, &self->task, 0, object);

		end_tsc = begin_tsc + ticks;
	} else {
		pthread_mutex_lock(&all.mutex);
		end_tsc = device_reserve(self, object, ticks);
		pthread_mutex_unlock(&all.mutex);
	}
	flow_task_event_at(end_tsc, FLOW_DEVICE_END, 0, &self->task, 0, object);
	if (platform_sleep_until(end_tsc, &woken_tsc) != 0)
		flow_process_fail(-1);
	flow_kernel_leave(self);
	if (kind_of(object) == FLOW_DISK)
		self->word = disk_word(self->word);
}

/* ---- Locks ---- */

void flow_lock_take(struct flow_thread *self, unsigned object)
{
	struct resource *lock = &all.resources[object];
	bool waits;

	pthread_mutex_lock(&all.mutex);
	waits = lock->is_taken;
	lock->is_taken = true;
	if (!waits) {
		flow_task_event(FLOW_BEGIN_USE, 0, &self->task, 0, object);
	} else {
		flow_task_event(FLOW_WAIT, FLOW_BLOCKED, &self->task, 0, object);
		flow_task_event(FLOW_BEGIN_USE, 0, &self->task, 0, object + 1);
		self->next = NULL;
		*(lock->first == NULL ? &lock->first : &lock->last->next) = self;
		lock->last = self;
		flow_kernel_enter(self);
	}
	pthread_mutex_unlock(&all.mutex);
	if (waits)
		flow_thread_sleep(self);
}

/* The next thread owns the lock before it runs. */
void flow_lock_release(struct flow_thread *self, unsigned object)
{
	struct resource *lock = &all.resources[object];
	struct flow_thread *next;

	flow_task_event(FLOW_END_USE, 0, &self->task, 0, object);
	pthread_mutex_lock(&all.mutex);
	next = lock->first;
	lock->is_taken = next != NULL;
	if (next != NULL) {
		lock->first = next->next;
		flow_task_unblock(clock_read(), &self->task, &next->task, object);
		flow_task_event(FLOW_END_USE, 0, &next->task, 0, object + 1);
		flow_task_event(FLOW_BEGIN_USE, 0, &next->task, 0, object);
	}
	pthread_mutex_unlock(&all.mutex);
	if (next != NULL)
		flow_thread_wake(self, next);
}
