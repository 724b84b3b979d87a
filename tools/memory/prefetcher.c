/* SPDX-License-Identifier: MIT */
#include "tools/memory/prefetcher.h"

#define REACH_BYTES 4096

/* The stride between accesses in the page, if it occurred twice in succession; else 0. */
static int64_t prefetcher_step(struct prefetcher *prefetcher, uint64_t page, uint64_t line)
{
	struct prefetcher_page *seen = &prefetcher->pages[page % PREFETCHER_PAGES];
	int64_t step = (int64_t)(line - seen->line), before = seen->step;

	if (seen->page != page + 1) {
		*seen = (struct prefetcher_page){page + 1, line, 0};
		return 0;
	}
	seen->line = line;
	seen->step = step;
	return step == before ? step : 0;
}

bool prefetcher_look(struct prefetcher *prefetcher, enum memory_prefetch kind, uint64_t line,
		     uint64_t line_bytes, uint64_t *prefetched)
{
	uint64_t page = line * line_bytes / REACH_BYTES;
	int64_t step = 0;

	if (kind == MEMORY_PREFETCH_NEXT)
		step = 1;
	else if (kind == MEMORY_PREFETCH_STRIDE)
		step = prefetcher_step(prefetcher, page, line);
	*prefetched = line + (uint64_t)step;
	return step != 0 && *prefetched * line_bytes / REACH_BYTES == page;
}
