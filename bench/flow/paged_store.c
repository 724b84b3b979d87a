/* SPDX-License-Identifier: MIT */
#include "bench/flow/paged_store.h"

#include "lib/text/string.h"

#define CACHE_PAGES_MAX 65536u

bool paged_store_is_possible(const struct flow_store_plan *plan, uint32_t threads)
{
	bool is_possible = plan->relation_count <= STORE_RELATIONS_MAX &&
			   plan->cache_pages > threads && plan->cache_pages <= CACHE_PAGES_MAX;

	for (uint8_t i = 0; is_possible && i < plan->relation_count; i++)
		is_possible = plan->rows[i] > 0 && plan->rows[i] <= STORE_ROWS_MAX;
	return is_possible;
}

static size_t cache_bytes(const struct flow_store_plan *plan)
{
	return (block_cache_bytes(plan->cache_pages) + 7) / 8 * 8;
}

size_t paged_store_bytes(const struct flow_store_plan *plan)
{
	struct store store;
	size_t pages;

	store_lay_out(&store, plan->rows, plan->relation_count);
	pages = (size_t)store.page_count + plan->cache_pages;
	return cache_bytes(plan) + pages * STORE_PAGE_BYTES;
}

/* Fill the cache with evenly spaced pages, as many as fit. */
static void fill_cache(struct paged_store *paged)
{
	uint32_t slots = paged->cache.slot_count, pages = paged->store.page_count;

	for (uint32_t i = 0; i < slots && i < pages; i++) {
		uint32_t page = slots < pages ? (uint32_t)((uint64_t)i * pages / slots) : i;

		paged_store_finish_read(paged, block_cache_take(&paged->cache, page), page);
	}
}

void paged_store_begin(struct paged_store *paged, const struct flow_store_plan *plan, void *memory)
{
	uint8_t *place = memory;

	paged->plan = plan;
	store_lay_out(&paged->store, plan->rows, plan->relation_count);
	block_cache_init(&paged->cache, place, plan->cache_pages);
	paged->disk = (uint32_t (*)[STORE_PAGE_WORDS])(place + cache_bytes(plan));
	paged->frames = paged->disk + paged->store.page_count;
	for (uint32_t page = 0; page < paged->store.page_count; page++)
		store_write_page(&paged->store, page, paged->disk[page]);
	fill_cache(paged);
}

void paged_store_finish_read(struct paged_store *paged, uint32_t slot, uint32_t page)
{
	memcpy(paged->frames[slot], paged->disk[page], STORE_PAGE_BYTES);
	block_cache_settle(&paged->cache, slot, false);
}

uint32_t paged_store_reading_slot(const struct paged_store *paged, uint32_t page)
{
	uint32_t slot = 0;

	while (paged->cache.slots[slot].state != BLOCK_READING ||
	       paged->cache.slots[slot].block != page)
		slot++;
	return slot;
}

void paged_store_request(const struct paged_store *paged, struct store_cursor *cursor,
			 const struct flow_step *step, uint32_t word)
{
	uint32_t relation = (uint32_t)(step->object - paged->plan->first_relation);
	uint32_t key = (word & FLOW_WORD_KEY) % paged->plan->rows[relation] * 2;

	store_begin(cursor, &paged->store, relation, key,
		    step->op == FLOW_OP_SCAN ? FLOW_SCAN_PAGES : 1);
}

bool paged_store_step(struct paged_store *paged, struct store_cursor *cursor,
		      const struct flow_step *step, uint32_t slot)
{
	uint32_t *words = paged->frames[slot];
	bool goes_on = store_step(cursor, words);

	if (!goes_on && step->op == FLOW_OP_CHANGE && cursor->is_found) {
		store_change(cursor, words);
		memcpy(paged->disk[cursor->page], words, STORE_PAGE_BYTES);
	}
	return goes_on;
}
