/* SPDX-License-Identifier: MIT */
/* A modelled memory system: hits and misses of a program's accesses in caches and TLBs. It models
 * no time and no specific CPU.
 *
 * Each CPU has its own first-level caches for instructions and data, second level, and TLBs. All
 * CPUs share a last level. A level is accessed if the previous one missed, and then caches the
 * line, for writes and reads. Caches are neither inclusive nor exclusive: a line replaced in one
 * level stays in the others. Writes cost as much as reads. Write-backs and transfers of lines
 * between CPUs are not counted. TLBs hold pages of one size. An entry is only replaced, never
 * invalidated. It contains the frame number, so address spaces do not share entries. */
#ifndef TOOLS_MEMORY_SYSTEM_H
#define TOOLS_MEMORY_SYSTEM_H

#include "tools/memory/cache.h"
#include "tools/memory/geometry.h"
#include "tools/memory/prefetcher.h"

/* Counted events. An access counts once for each line and page that it touches. */
enum memory_event {
	/* lines of instructions; consecutive fetches from one line count once */
	MEMORY_FETCHES,
	MEMORY_READS, MEMORY_WRITES,
	MEMORY_READ_BYTES, MEMORY_WRITTEN_BYTES,
	MEMORY_MISSES,          /* of the first store; those of the others follow in order */
	MEMORY_PREFETCHES = MEMORY_MISSES + MEMORY_STORES,
	MEMORY_EVENTS,
};

struct memory_counts {
	uint64_t of[MEMORY_EVENTS];
};

/* The stores of one CPU, and the shared one. */
struct memory_system {
	struct memory_geometry geometry;
	struct cache stores[MEMORY_STORES];     /* without the last level */
	struct cache *last_level;
	struct prefetcher prefetcher;
	uint64_t fetched_line, accessed_line;   /* number of the last line + 1; 0: none */
};

struct memory_access {
	uint64_t address_virt, address_phys;
	uint32_t bytes;
	bool is_write;
	bool is_device;         /* translated, but not cached */
};

/* The last level of a geometry. Free it with cache_free. It is empty if the geometry has none. */
void memory_last_level_make(struct cache *last_level, const struct memory_geometry *geometry);

/* Create a CPU with empty caches. last_level must outlive it. */
void memory_system_make(struct memory_system *memory, const struct memory_geometry *geometry,
			struct cache *last_level);
void memory_system_free(struct memory_system *memory);

/* Empty all caches except the last level, which is not part of the CPU. */
void memory_system_clear(struct memory_system *memory);

/* Fetch an instruction from the line of these addresses. */
void memory_fetch(struct memory_system *memory, uint64_t address_virt, uint64_t address_phys,
		  struct memory_counts *counts);

/* Access data. The part of an access beyond the end of its page is ignored. */
void memory_use(struct memory_system *memory, const struct memory_access *access,
		struct memory_counts *counts);

#endif
