/* SPDX-License-Identifier: MIT */
/* Demand-zero mapping. At the first access to a page the kernel looks the page up, allocates,
 * clears, maps and counts it. No hardware access: the caller assigns faults to mappings and flushes
 * translations. */
#ifndef KERNEL_MM_DEMAND_H
#define KERNEL_MM_DEMAND_H

#include <stdbool.h>
#include <stdint.h>

#include "kernel/machine/paging.h"
#include "kernel/mm/frames.h"

struct demand_mapping {
	const struct page_tables *tables;
	uint64_t base_virt, size_bytes; /* multiples of page_bytes */
	uint64_t page_bytes;
	uint64_t bits;                  /* page-entry bits: the owner's permissions */
	bool has_clear;                 /* cpu_has_clear() of this CPU */
	struct frames frames;           /* of page_bytes each */
	uint64_t resident_bytes;        /* bytes of pages that were populated and not released */
};

/* Populate the page that holds virt, cleared. Returns false, with nothing changed, if virt is
 * outside the mapping, the page is populated, or no frame is free. */
bool demand_populate(struct demand_mapping *mapping, uint64_t virt);

/* Release the page that holds virt, if it is populated. */
void demand_release(struct demand_mapping *mapping, uint64_t virt);

#endif
