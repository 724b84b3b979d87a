/* SPDX-License-Identifier: MIT */
/* The cache has one lock. A page is used with it, so that it is not replaced meanwhile; its work
 * follows without. A thread that needs a page being read sleeps until the reader wakes it. */
#include "linux/flow/store.h"

#include <errno.h>
#include <string.h>

#include "lib/app/store.h"
#include "lib/block_cache.h"
#include "lib/x86/tsc.h"
#include "linux/flow/resource.h"

#define CACHE_PAGES_MAX 65536u

static struct {
	pthread_mutex_t mutex;
	const struct flow_store_plan *plan;
	struct store store;
	struct block_cache cache;
	uint32_t (*disk)[STORE_PAGE_WORDS];      /* all pages */
	uint32_t (*frames)[STORE_PAGE_WORDS];    /* of the cache, by slot */
	struct flow_thread **waiting;            /* for the page being read into a slot*/
} paging = {.mutex = PTHREAD_MUTEX_INITIALIZER};

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
	       plan->cache_pages * sizeof(struct flow_thread *) +
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
	paging.waiting = (struct flow_thread **)place;
	memset(paging.waiting, 0, plan->cache_pages * sizeof(struct flow_thread *));
	place += plan->cache_pages * sizeof(struct flow_thread *);
	paging.disk = (uint32_t (*)[STORE_PAGE_WORDS])place;
	paging.frames = paging.disk + paging.store.page_count;
	for (uint32_t page = 0; page < paging.store.page_count; page++)
		store_write_page(&paging.store, page, paging.disk[page]);
	fill_cache();
}

/* ---- Page faults ---- */

static unsigned paging_device(void)
{
	return paging.plan->device + 1u;
}

/* With the lock. */
static void wake_waiting(struct flow_thread *self, uint32_t slot)
{
	struct flow_thread *other = paging.waiting[slot], *next;

	paging.waiting[slot] = NULL;
	for (; other != NULL; other = next) {
		next = other->next;
		flow_task_unblock(tsc_read_fenced(), &self->task, &other->task, paging_device());
		flow_task_event(FLOW_END_USE, 0, &other->task, 0, paging_device() + 1);
		flow_thread_wake(self, other);
	}
}

/* There are more slots than threads that can be reading. */
static void read_page(struct flow_thread *self, uint32_t page)
{
	uint32_t slot = block_cache_take(&paging.cache, page);

	pthread_mutex_unlock(&paging.mutex);
	flow_device_use(self, paging_device(), flow_us_to_ticks(paging.plan->read_us));
	pthread_mutex_lock(&paging.mutex);
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
	struct flow_thread **place = &paging.waiting[slot_being_read(page)];

	flow_task_event(FLOW_WAIT, FLOW_BLOCKED, &self->task, 0, paging_device());
	flow_task_event(FLOW_BEGIN_USE, 0, &self->task, 0, paging_device() + 1);
	while (*place != NULL)
		place = &(*place)->next;
	self->next = NULL;
	*place = self;
	pthread_mutex_unlock(&paging.mutex);
	flow_thread_sleep(self);
	pthread_mutex_lock(&paging.mutex);
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

/* ---- Requests ---- */

/* A changed page is written back at once and takes no time. */
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
			void (*work)(uint32_t turns))
{
	struct store_cursor cursor;
	bool goes_on;

	begin_request(&cursor, self, step);
	do {
		uint32_t *words;

		pthread_mutex_lock(&paging.mutex);
		words = fetch(self, cursor.page);
		goes_on = store_step(&cursor, words);
		if (!goes_on && step->op == FLOW_OP_CHANGE && cursor.is_found)
			change(&cursor, words);
		pthread_mutex_unlock(&paging.mutex);
		work(step->argument);
	} while (goes_on);
	if (!cursor.is_found || cursor.wrong > 0)
		flow_process_fail(-EIO);
}
