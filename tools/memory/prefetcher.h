/* SPDX-License-Identifier: MIT */
/* The line that a prefetcher would load after an access. Prefetching stays within a 4 KiB page, as
 * in hardware without access to translations. */
#ifndef TOOLS_MEMORY_PREFETCHER_H
#define TOOLS_MEMORY_PREFETCHER_H

#include <stdbool.h>
#include <stdint.h>

#include "tools/memory/geometry.h"

#define PREFETCHER_PAGES 64

struct prefetcher_page {
	uint64_t page;          /* number + 1; 0: none */
	uint64_t line;          /* last accessed line in the page */
	int64_t step;           /* from the previous line; 0: none yet */
};

/* State of the most recently accessed pages. Initialize with zeros. */
struct prefetcher {
	struct prefetcher_page pages[PREFETCHER_PAGES];
};

/* Process an access to another line than the previous one. Returns true and sets *prefetched if a
 * prefetcher of that kind loads a line. */
bool prefetcher_look(struct prefetcher *prefetcher, enum memory_prefetch kind, uint64_t line,
		     uint64_t line_bytes, uint64_t *prefetched);

#endif
