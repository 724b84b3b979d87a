/* SPDX-License-Identifier: MIT */
/* Cache lines linked into a cycle, for chases through them. */
#ifndef BENCH_MEM_CYCLE_H
#define BENCH_MEM_CYCLE_H

#include <stdint.h>

#include "lib/rng.h"

#define LINE_BYTES 64

struct line {
	struct line *next;
	uint8_t rest[LINE_BYTES - sizeof(struct line *)];
};

/* Link count lines into one cycle that visits each once: in random order, all orders equally
 * likely; or one after the other. */
void cycle_link_random(struct line *lines, uint32_t count, struct rng *rng);
void cycle_link_sequential(struct line *lines, uint32_t count);

/* Link count lines into one cycle that visits each once, near lines at a time: all of the first
 * near ones in random order, then all of the next, and after the last ones the first line again.
 * It goes from one lot to the next by that one's first line. */
void cycle_link_tlb_local(struct line *lines, uint32_t count, uint32_t near, struct rng *rng);

/* As cycle_link_random, of a line in each of count pages of page_bytes. The lines differ in their
 * place within the page, since with the same one they would all compete for the same set of a
 * cache. Returns the first page's. */
struct line *cycle_link_pages(void *pages, uint64_t page_bytes, uint32_t count, struct rng *rng);

#endif
