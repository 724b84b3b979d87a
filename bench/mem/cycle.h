/* SPDX-License-Identifier: MIT */
/* Cache lines linked into a cycle, for pointer chases. */
#ifndef BENCH_MEM_CYCLE_H
#define BENCH_MEM_CYCLE_H

#include <stdint.h>

#include "lib/rng.h"

#define LINE_BYTES 64

struct line {
	struct line *next;
	uint8_t rest[LINE_BYTES - sizeof(struct line *)];
};

/* Link count lines into one cycle that visits each once: in random order, with equal probability of
 * all orders; or sequentially. */
void cycle_link_random(struct line *lines, uint32_t count, struct rng *rng);
void cycle_link_sequential(struct line *lines, uint32_t count);

/* Link count lines into one cycle that visits each once, in groups of near lines. All lines of a
 * group follow in random order, then the next group. Each group is entered at its first line. */
void cycle_link_tlb_local(struct line *lines, uint32_t count, uint32_t near, struct rng *rng);

/* Like cycle_link_random, with one line in each of count pages of page_bytes. The lines have
 * different offsets in their pages, because lines with equal offsets would compete for one set of a
 * cache. Returns the first page's line. */
struct line *cycle_link_pages(void *pages, uint64_t page_bytes, uint32_t count, struct rng *rng);

/* Number of steps along a cycle of count lines from the first line to place nth of number places,
 * which are at equal distances. */
static inline uint32_t cycle_distance(uint32_t count, uint32_t nth, uint32_t number)
{
	return (uint32_t)((uint64_t)nth * count / number);
}

/* Store the addresses of the lines at number places of the cycle. */
void cycle_spread(struct line *first, uint32_t count, struct line **lines, uint32_t number);

#endif
