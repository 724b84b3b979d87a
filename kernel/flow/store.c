/* SPDX-License-Identifier: MIT */
/* A page is looked up and used with the lock, so that it is not replaced meanwhile; its work
 * follows without. A thread that needs a page being read waits in the page-fault queue, and the
 * reader wakes it, as with a lock. */
#include "kernel/flow/store.h"

#include "kernel/dev/tsc.h"
#include "kernel/flow/resource.h"
#include "kernel/flow/scale.h"
#include "lib/app/store.h"
#include "lib/block_cache.h"
#include "lib/text/errno.h"
#include "lib/text/string.h"

#define CACHE_PAGES_MAX 65536u

/* With node 0's lock. */
static struct {
	const struct flow_store_plan *plan;
	struct store store;
	struct block_cache cache;
	uint32_t (*disk)[STORE_PAGE_WORDS];      /* all pages */
	uint32_t (*frames)[STORE_PAGE_WORDS];    /* of the cache, by slot */
	struct thread_queue *waiting;            /* for the page being read into a slot */
} paging;

/* ---- Begin ---- */

bool flow_store_is_possible(const struct flow_store_plan *plan, uint32_t threads)
{
	bool is_possible = plan->relation_count <= STORE_RELATIONS_MAX &&
			   plan->cache_pages > threads && plan->cache_pages <= CACHE_PAGES_MAX;

	for (uint8_t i = 0; is_possible && i < plan->relation_count; i++)
		is_possible = plan->rows[i] > 0 && plan->rows[i] <= STORE_ROWS_MAX;
	return is_possible;
}

static size_t round_up(size_t bytes)
{
	return (bytes + 7) / 8 * 8;
}

size_t flow_store_bytes(const struct flow_store_plan *plan)
{
	struct store store;

	store_lay_out(&store, plan->rows, plan->relation_count);
	return round_up(block_cache_bytes(plan->cache_pages)) +
	       plan->cache_pages * sizeof(*paging.waiting) +
	       ((size_t)store.page_count + plan->cache_pages) * STORE_PAGE_BYTES;
}

/* Evenly spaced pages, as many as fit. */
static void fill_cache(void)
{
	uint32_t slots = paging.cache.slot_count, pages = paging.store.page_count;

	for (uint32_t i = 0; i < slots && i < pages; i++) {
		uint32_t page = slots < pages ? (uint32_t)((uint64_t)i * pages / slots) : i;
		uint32_t slot = block_cache_take(&paging.cache, page);

		memcpy(paging.frames[slot], paging.disk[page], STORE_PAGE_BYTES);
		block_cache_settle(&paging.cache, slot, false);
	}
}

void flow_store_begin(const struct flow_store_plan *plan, void *memory)
{
	uint8_t *place = memory;

	paging.plan = plan;
	store_lay_out(&paging.store, plan->rows, plan->relation_count);
	block_cache_init(&paging.cache, place, plan->cache_pages);
	place += round_up(block_cache_bytes(plan->cache_pages));
	paging.waiting = (struct thread_queue *)place;
	memset(paging.waiting, 0, plan->cache_pages * sizeof(*paging.waiting));
	place += plan->cache_pages * sizeof(*paging.waiting);
	paging.disk = (uint32_t (*)[STORE_PAGE_WORDS])place;
	paging.frames = paging.disk + paging.store.page_count;
	for (uint32_t page = 0; page < paging.store.page_count; page++)
		store_write_page(&paging.store, page, paging.disk[page]);
	fill_cache();
}

/* ---- Page faults ---- */

static unsigned device(void)
{
	return paging.plan->device + 1;
}

static void wake_waiting(struct flow_thread *self, uint32_t slot)
{
	struct flow_thread *other;

	while ((other = (struct flow_thread *)thread_queue_pop(&paging.waiting[slot])) != NULL) {
		flow_task_unblock(&self->task, &other->task, device());
		flow_event(FLOW_END_USE, &other->task, 0, device() + 1);
		flow_thread_wake(other);
	}
}

/* There are more slots than threads that can be reading. */
static void read_page(struct flow_thread *self, uint32_t page)
{
	uint32_t slot = block_cache_take(&paging.cache, page);
	uint64_t ticks = paging.plan->read_us * (tsc_hz() / 1000000);

	flow_device_use(device(), flow_scaled(&self->task, ticks, device()));
	memcpy(paging.frames[slot], paging.disk[page], STORE_PAGE_BYTES);
	block_cache_settle(&paging.cache, slot, false);
	wake_waiting(self, slot);
}

static uint32_t slot_being_read(uint32_t page)
{
	uint32_t slot = 0;

	while (paging.cache.slots[slot].state != BLOCK_READING ||
	       paging.cache.slots[slot].block != page)
		slot++;
	return slot;
}

static void wait_for_page(struct flow_thread *self, uint32_t page)
{
	flow_event(FLOW_WITH(FLOW_BLOCKED, FLOW_WAIT), &self->task, 0, device());
	flow_event(FLOW_BEGIN_USE, &self->task, 0, device() + 1);
	thread_queue_push(&paging.waiting[slot_being_read(page)], &self->link);
	flow_thread_sleep();
}

/* The page's frame; valid until the lock is released. */
static uint32_t *fetch(struct flow_thread *self, uint32_t page)
{
	uint32_t slot;

	while ((slot = block_cache_find(&paging.cache, page)) == BLOCK_CACHE_NONE) {
		if (block_cache_is_reading(&paging.cache, page))
			wait_for_page(self, page);
		else
			read_page(self, page);
	}
	return paging.frames[slot];
}

void flow_store_discard(void)
{
	paging.plan = NULL;
}

/* ---- Requests ---- */

/* A changed page is written back at once and takes no time. The cost of a change is in the log's
 * device, which a script has. */
static void change(const struct store_cursor *cursor, uint32_t *words)
{
	store_change(cursor, words);
	memcpy(paging.disk[cursor->page], words, STORE_PAGE_BYTES);
}

static void begin_request(struct store_cursor *cursor, const struct flow_thread *self,
			  const struct flow_step *step)
{
	uint32_t relation = (uint32_t)(step->object - paging.plan->first_relation);
	uint32_t key = (self->word & FLOW_WORD_KEY) % paging.plan->rows[relation] * 2;

	store_begin(cursor, &paging.store, relation, key,
		    step->op == FLOW_OP_SCAN ? FLOW_SCAN_PAGES : 1);
}

void flow_store_request(struct flow_thread *self, const struct flow_step *step,
			void (*work)(struct flow_thread *self, uint32_t turns))
{
	struct store_cursor cursor;
	bool goes_on;

	begin_request(&cursor, self, step);
	do {
		uint32_t *words = fetch(self, cursor.page);

		goes_on = store_step(&cursor, words);
		if (!goes_on && step->op == FLOW_OP_CHANGE && cursor.is_found)
			change(&cursor, words);
		work(self, step->argument);
	} while (goes_on);
	if (!cursor.is_found || cursor.wrong > 0)
		flow_add_error(-EIO);
}
