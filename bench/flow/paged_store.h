/* SPDX-License-Identifier: MIT */
/* The store of a script (lib/app/store.h) on a simulated disk, behind a page cache
 * (lib/block_cache.h). An access to a missing page is a page fault, which uses a page-fault queue,
 * then a paging device. Ashton & Penny, "The Interaction Network", 1991, section 5.1.
 *
 * The platform reads missing pages, so that its threads wait, and serializes all calls. */
#ifndef BENCH_FLOW_PAGED_STORE_H
#define BENCH_FLOW_PAGED_STORE_H

#include <stddef.h>

#include "bench/flow/script.h"
#include "lib/app/store.h"
#include "lib/block_cache.h"

struct paged_store {
	const struct flow_store_plan *plan;
	struct store store;
	struct block_cache cache;
	uint32_t (*disk)[STORE_PAGE_WORDS];     /* all pages */
	uint32_t (*frames)[STORE_PAGE_WORDS];   /* pages in the cache, by slot */
};

/* Whether a script with this number of threads can have the store. */
bool paged_store_is_possible(const struct flow_store_plan *plan, uint32_t threads);

/* Bytes of memory that the store needs, aligned to 8 bytes; a multiple of 8. */
size_t paged_store_bytes(const struct flow_store_plan *plan);

/* Set up the store in memory of paged_store_bytes() bytes, with a full cache. The plan must stay
 * valid. */
void paged_store_begin(struct paged_store *paged, const struct flow_store_plan *plan, void *memory);

/* Account for a page that was read into a slot of block_cache_take(). */
void paged_store_finish_read(struct paged_store *paged, uint32_t slot, uint32_t page);

/* The slot into which a page is being read. */
uint32_t paged_store_reading_slot(const struct paged_store *paged, uint32_t page);

/* Begin the store operation of a step for the thread's last word. */
void paged_store_request(const struct paged_store *paged, struct store_cursor *cursor,
			 const struct flow_step *step, uint32_t word);

/* Continue with cursor->page, which is in the slot. If the step changes the page, the page is
 * written back at once, which takes no time. Returns whether another page is needed. */
bool paged_store_step(struct paged_store *paged, struct store_cursor *cursor,
		      const struct flow_step *step, uint32_t slot);

#endif
