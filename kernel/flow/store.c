/* SPDX-License-Identifier: MIT */
/* A page is looked up and used with the lock, so that it is not replaced meanwhile. The work for
 * the page follows without the lock. A thread that needs a page which is being read waits in the
 * page-fault queue, and the reader wakes the thread, as with a lock. */
#include "kernel/flow/store.h"

#include "bench/flow/paged_store.h"
#include "kernel/flow/resource.h"
#include "kernel/flow/scale.h"
#include "kernel/machine/clock.h"
#include "lib/text/errno.h"
#include "lib/text/string.h"
#include "lib/text/ticks.h"

/* With node 0's lock. */
static struct paged_store paged;
static struct thread_queue *waiting;    /* threads that wait for the page that is being read into a
					 * slot */

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

void flow_store_discard(void)
{
	paged.plan = NULL;
}

/* ---- Page faults ---- */

static unsigned device(void)
{
	return paged.plan->device + 1;
}

static void wake_waiting(struct flow_thread *self, uint32_t slot)
{
	struct flow_thread *other;

	while ((other = (struct flow_thread *)thread_queue_pop(&waiting[slot])) != NULL) {
		flow_task_unblock(&self->task, &other->task, device());
		flow_event(FLOW_END_USE, &other->task, 0, device() + 1);
		flow_thread_wake(other);
	}
}

/* Read a page. There is always a slot, because there are more slots than threads that can be
 * reading. */
static void read_page(struct flow_thread *self, uint32_t page)
{
	uint32_t slot = block_cache_take(&paged.cache, page);
	uint64_t ticks = ticks_of_us(paged.plan->read_us, clock_hz());

	flow_device_use(device(), flow_scaled(&self->task, ticks, device()));
	paged_store_finish_read(&paged, slot, page);
	wake_waiting(self, slot);
}

static void wait_for_page(struct flow_thread *self, uint32_t page)
{
	flow_event(FLOW_WITH(FLOW_BLOCKED, FLOW_WAIT), &self->task, 0, device());
	flow_event(FLOW_BEGIN_USE, &self->task, 0, device() + 1);
	thread_queue_push(&waiting[paged_store_reading_slot(&paged, page)], &self->link);
	flow_thread_sleep();
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
			void (*work)(struct flow_thread *self, uint32_t turns))
{
	struct store_cursor cursor;
	bool goes_on;

	paged_store_request(&paged, &cursor, step, self->word);
	do {
		goes_on = paged_store_step(&paged, &cursor, step, fetch(self, cursor.page));
		work(self, step->argument);
	} while (goes_on);
	if (!cursor.is_found || cursor.wrong > 0)
		flow_add_error(-EIO);
}
