/* SPDX-License-Identifier: MIT */
/* Which line a prefetcher would bring along with one that is accessed. None goes beyond the page of
 * 4 KiB, as hardware's don't that know no translations. */
#ifndef TOOLS_MEMORY_PREFETCHER_H
#define TOOLS_MEMORY_PREFETCHER_H

#include <stdbool.h>
#include <stdint.h>

#include "tools/memory/geometry.h"

#define PREFETCHER_PAGES 64

struct prefetcher_page {
	uint64_t page;          /* and 1; 0: none */
	uint64_t line;          /* of it, that was accessed last */
	int64_t step;           /* that led there; 0: none yet */
};

/* Of each of the pages that were accessed last. Zeroed at first. */
struct prefetcher {
	struct prefetcher_page pages[PREFETCHER_PAGES];
};

/* Whether a line of line_bytes, accessed after another one, has a prefetcher of that kind bring
 * another, and which. */
bool prefetcher_look(struct prefetcher *prefetcher, enum memory_prefetch kind, uint64_t line,
		     uint64_t line_bytes, uint64_t *prefetched);

#endif
