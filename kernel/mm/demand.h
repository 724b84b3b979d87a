/* SPDX-License-Identifier: MIT */
/* A mapping whose pages come at their first touch, as those of a process do: looked up, taken from
 * an allocator, cleared, mapped and counted. A data structure like page_tables.h's, tested
 * natively; whose fault it is and when a CPU's translation must be dropped is its caller's to
 * know. */
#ifndef KERNEL_MM_DEMAND_H
#define KERNEL_MM_DEMAND_H

#include <stdbool.h>
#include <stdint.h>

#include "kernel/mm/frames.h"
#include "kernel/mm/page_tables.h"

struct demand_mapping {
	const struct page_tables *tables;
	uint64_t base_virt, size_bytes; /* multiples of page_bytes */
	uint64_t page_bytes;
	uint64_t bits;                  /* of an entry: what the owner may do with a page */
	bool clears_by_bytes;           /* the CPU clears fastest by bytes: CPUID's ERMS */
	struct frames frames;           /* of page_bytes each */
	uint64_t resident_bytes;        /* that the owner has been given and not given back */
};

/* Give the page that holds virt memory, cleared. Returns false, and nothing has changed, if virt is
 * not in the mapping, its page has memory, or none is left. */
bool demand_populate(struct demand_mapping *mapping, uint64_t virt);

/* Take the memory of the page that holds virt, if it has any. */
void demand_release(struct demand_mapping *mapping, uint64_t virt);

#endif
