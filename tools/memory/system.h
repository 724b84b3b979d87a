/* SPDX-License-Identifier: MIT */
/* A modelled memory system: what of it the accesses of a program would find in caches and TLBs. It
 * knows no time, and is a model in everything: no CPU's.
 *
 * Each CPU has first-level caches for instructions and data, a second level and TLBs of its own;
 * all share a last level. A level is looked at when the one before has missed, and keeps what it
 * then gets, whether it is written or read. A line that one level forgets stays in the others: none
 * is inclusive or exclusive. Writing costs what reading does, lines that go back to memory are not
 * counted, and CPUs don't take lines from one another. TLBs hold pages of one size, each entry with
 * the frame that it leads to, and nothing but another entry removes one: address spaces have each
 * their own. */
#ifndef TOOLS_MEMORY_SYSTEM_H
#define TOOLS_MEMORY_SYSTEM_H

#include "tools/memory/cache.h"
#include "tools/memory/geometry.h"
#include "tools/memory/prefetcher.h"

/* What is counted of accesses. Of lines and pages, each that an access touches counts. */
enum memory_event {
	MEMORY_FETCHES,         /* lines that instructions came from, each until another came */
	MEMORY_READS, MEMORY_WRITES,
	MEMORY_READ_BYTES, MEMORY_WRITTEN_BYTES,
	MEMORY_MISSES,          /* of the first store; those of the others follow, in their order */
	MEMORY_PREFETCHES = MEMORY_MISSES + MEMORY_STORES,
	MEMORY_EVENTS,
};

struct memory_counts {
	uint64_t of[MEMORY_EVENTS];
};

/* One CPU's part, and what it shares. */
struct memory_system {
	struct memory_geometry geometry;
	struct cache stores[MEMORY_STORES];     /* without the last level */
	struct cache *last_level;
	struct prefetcher prefetcher;
	uint64_t fetched_line, accessed_line;   /* the last ones, and 1; 0: none */
};

struct memory_access {
	uint64_t address_virt, address_phys;
	uint32_t bytes;
	bool is_write;
	bool is_device;         /* it is translated, and in no cache */
};

/* The last level of a geometry, to be freed with cache_free; without any it holds nothing. */
void memory_last_level_make(struct cache *last_level, const struct memory_geometry *geometry);

/* A CPU with empty caches; the last level has to outlive it. */
void memory_system_make(struct memory_system *memory, const struct memory_geometry *geometry,
			struct cache *last_level);
void memory_system_free(struct memory_system *memory);

/* As if it had been made anew, without the last level, which is its own matter. */
void memory_system_clear(struct memory_system *memory);

/* An instruction comes from a line: that of these addresses. */
void memory_fetch(struct memory_system *memory, uint64_t address_virt, uint64_t address_phys,
		  struct memory_counts *counts);

/* An access to data. Of one that goes over into the next page, what is behind is left out. */
void memory_use(struct memory_system *memory, const struct memory_access *access,
		struct memory_counts *counts);

#endif
