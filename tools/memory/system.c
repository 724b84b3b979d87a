/* SPDX-License-Identifier: MIT */
#include "tools/memory/system.h"

/* A TLB key contains a frame number below 2^28 and a page number below 2^36: all pages of 48-bit
 * addresses, and frames up to 1 TiB. */
#define FRAME_BITS 28
#define SMALL_PAGE_BYTES 4096

static void count_miss(struct memory_counts *counts, enum memory_store store)
{
	counts->of[MEMORY_MISSES + store]++;
}

/* ---- Creation ---- */

static void store_make(struct cache *cache, const struct memory_geometry *geometry,
		       enum memory_store store)
{
	if (geometry->stores[store].size != 0)
		cache_make(cache, memory_sets(geometry, store), geometry->stores[store].ways);
	else
		*cache = (struct cache){0};
}

void memory_last_level_make(struct cache *last_level, const struct memory_geometry *geometry)
{
	store_make(last_level, geometry, MEMORY_LLC);
}

void memory_system_make(struct memory_system *memory, const struct memory_geometry *geometry,
			struct cache *last_level)
{
	*memory = (struct memory_system){.geometry = *geometry, .last_level = last_level};
	for (enum memory_store store = 0; store < MEMORY_STORES; store++) {
		if (store != MEMORY_LLC)
			store_make(&memory->stores[store], geometry, store);
	}
}

void memory_system_free(struct memory_system *memory)
{
	for (enum memory_store store = 0; store < MEMORY_STORES; store++)
		cache_free(&memory->stores[store]);
}

void memory_system_clear(struct memory_system *memory)
{
	for (enum memory_store store = 0; store < MEMORY_STORES; store++)
		cache_clear(&memory->stores[store]);
	memory->prefetcher = (struct prefetcher){0};
	memory->fetched_line = memory->accessed_line = 0;
}

/* ---- Translations ---- */

static void memory_translate(struct memory_system *memory, enum memory_store first,
			     uint64_t address_virt, uint64_t address_phys,
			     struct memory_counts *counts)
{
	uint64_t page = address_virt / memory->geometry.page_bytes;
	uint64_t frame = address_phys / memory->geometry.page_bytes;
	uint64_t key = page << FRAME_BITS | (frame & (((uint64_t)1 << FRAME_BITS) - 1));

	if (cache_use(&memory->stores[first], page, key))
		return;
	count_miss(counts, first);
	if (memory->stores[MEMORY_STLB].ways != 0 &&
	    !cache_use(&memory->stores[MEMORY_STLB], page, key))
		count_miss(counts, MEMORY_STLB);
}

/* ---- Lines ---- */

/* Access the levels after a miss in the first. */
static void memory_use_next_levels(struct memory_system *memory, uint64_t line,
				   struct memory_counts *counts)
{
	if (memory->stores[MEMORY_L2].ways != 0) {
		if (cache_use(&memory->stores[MEMORY_L2], line, line))
			return;
		count_miss(counts, MEMORY_L2);
	}
	if (memory->last_level->ways != 0 && !cache_use(memory->last_level, line, line))
		count_miss(counts, MEMORY_LLC);
}

/* Load the line that the prefetcher selects, if it is missing, into all levels. Its misses are not
 * counted. */
static void memory_prefetch(struct memory_system *memory, uint64_t line,
			    struct memory_counts *counts)
{
	struct memory_counts uncounted = {0};
	uint64_t prefetched;

	if (!prefetcher_look(&memory->prefetcher, memory->geometry.prefetch, line,
			     memory->geometry.line_bytes, &prefetched) ||
	    cache_has(&memory->stores[MEMORY_L1D], prefetched, prefetched))
		return;
	cache_use(&memory->stores[MEMORY_L1D], prefetched, prefetched);
	memory_use_next_levels(memory, prefetched, &uncounted);
	counts->of[MEMORY_PREFETCHES]++;
}

static void memory_use_line(struct memory_system *memory, uint64_t line,
			    struct memory_counts *counts)
{
	bool is_another = memory->accessed_line != line + 1;

	if (!cache_use(&memory->stores[MEMORY_L1D], line, line)) {
		count_miss(counts, MEMORY_L1D);
		memory_use_next_levels(memory, line, counts);
	}
	memory->accessed_line = line + 1;
	if (is_another && memory->geometry.prefetch != MEMORY_PREFETCH_NONE)
		memory_prefetch(memory, line, counts);
}

/* ---- Accesses ---- */

void memory_fetch(struct memory_system *memory, uint64_t address_virt, uint64_t address_phys,
		  struct memory_counts *counts)
{
	uint64_t line = address_phys / memory->geometry.line_bytes;

	if (memory->fetched_line == line + 1)
		return;
	memory->fetched_line = line + 1;
	counts->of[MEMORY_FETCHES]++;
	memory_translate(memory, MEMORY_ITLB, address_virt, address_phys, counts);
	if (!cache_use(&memory->stores[MEMORY_L1I], line, line)) {
		count_miss(counts, MEMORY_L1I);
		memory_use_next_levels(memory, line, counts);
	}
}

void memory_use(struct memory_system *memory, const struct memory_access *access,
		struct memory_counts *counts)
{
	uint64_t in_page = SMALL_PAGE_BYTES - access->address_phys % SMALL_PAGE_BYTES;
	uint64_t bytes = access->bytes < in_page ? access->bytes : in_page;
	uint64_t line_bytes = memory->geometry.line_bytes;
	uint64_t last = (access->address_phys + (bytes > 0 ? bytes - 1 : 0)) / line_bytes;

	counts->of[access->is_write ? MEMORY_WRITES : MEMORY_READS]++;
	counts->of[access->is_write ? MEMORY_WRITTEN_BYTES : MEMORY_READ_BYTES] += access->bytes;
	memory_translate(memory, MEMORY_DTLB, access->address_virt, access->address_phys, counts);
	for (uint64_t line = access->address_phys / line_bytes; !access->is_device && line <= last;
	     line++)
		memory_use_line(memory, line, counts);
}
