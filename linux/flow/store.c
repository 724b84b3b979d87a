/* SPDX-License-Identifier: MIT */
/* The cache has one lock. A page is used with the lock, so that it is not replaced meanwhile. The
 * work for the page follows without the lock. A thread that needs a page which is being read sleeps
 * until the reader wakes it. */
#include "linux/flow/store.h"

#include <errno.h>
#include <string.h>

#include "bench/flow/paged_store.h"
#include "lib/cpu/clock.h"
#include "linux/flow/resource.h"

/* With the lock. */
static struct paged_store paged;
static struct flow_thread **waiting;    /* threads that wait for the page that is being read into a
					 * slot */
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

/* ---- Begin ---- */

static size_t queue_bytes(const struct flow_store_plan *plan)
{
	return plan->cache_pages * sizeof(*waiting);
}

size_t flow_store_bytes(const struct flow_store_plan *plan)
{
	return queue_bytes(plan) + paged_store_bytes(plan);
}

void flow_store_begin(const struct flow_store_plan *plan, void *memory)
{
	waiting = memory;
	memset(waiting, 0, queue_bytes(plan));
	paged_store_begin(&paged, plan, waiting + plan->cache_pages);
}

/* ---- Page faults ---- */

static unsigned device(void)
{
	return paged.plan->device + 1u;
}

/* With the lock. */
static void wake_waiting(struct flow_thread *self, uint32_t slot)
{
	struct flow_thread *other = waiting[slot], *next;

	waiting[slot] = NULL;
	for (; other != NULL; other = next) {
		next = other->next;
		flow_task_unblock(clock_read(), &self->task, &other->task, device());
		flow_task_event(FLOW_END_USE, 0, &other->task, 0, device() + 1);
		flow_thread_wake(self, other);
	}
}

/* Read a page. There is always a slot, because there are more slots than threads that can be
 * reading. */
static void read_page(struct flow_thread *self, uint32_t page)
{
	uint32_t slot = block_cache_take(&paged.cache, page);

	pthread_mutex_unlock(&lock);
	flow_device_use(self, device(), flow_us_to_ticks(paged.plan->read_us));
	pthread_mutex_lock(&lock);
	paged_store_finish_read(&paged, slot, page);
	wake_waiting(self, slot);
}

static void wait_for_page(struct flow_thread *self, uint32_t page)
{
	struct flow_thread **place = &waiting[paged_store_reading_slot(&paged, page)];

	flow_task_event(FLOW_WAIT, FLOW_BLOCKED, &self->task, 0, device());
	flow_task_event(FLOW_BEGIN_USE, 0, &self->task, 0, device() + 1);
	while (*place != NULL)
		place = &(*place)->next;
	self->next = NULL;
	*place = self;
	flow_kernel_enter(self);
	pthread_mutex_unlock(&lock);
	flow_thread_sleep(self);
	pthread_mutex_lock(&lock);
}

/* Get a page's slot, which is valid until the lock is released. */
static uint32_t fetch(struct flow_thread *self, uint32_t page)
{
	uint32_t slot;

	while ((slot = block_cache_find(&paged.cache, page)) == BLOCK_CACHE_NONE) {
		if (block_cache_is_reading(&paged.cache, page))
			wait_for_page(self, page);
		else
			read_page(self, page);
	}
	return slot;
}

/* ---- Requests ---- */

void flow_store_request(struct flow_thread *self, const struct flow_step *step,
			void (*work)(uint32_t turns))
{
	struct store_cursor cursor;
	bool goes_on;

	paged_store_request(&paged, &cursor, step, self->word);
	do {
		pthread_mutex_lock(&lock);
		goes_on = paged_store_step(&paged, &cursor, step, fetch(self, cursor.page));
		pthread_mutex_unlock(&lock);
		work(step->argument);
	} while (goes_on);
	if (!cursor.is_found || cursor.wrong > 0)
		flow_process_fail(-EIO);
}
