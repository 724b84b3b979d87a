/* SPDX-License-Identifier: MIT */
/* A line is inserted into the cycle after an existing one. If the existing line is random, this is
 * Sattolo's algorithm, "An Algorithm to Generate a Random Cyclic Permutation", 1986, in the
 * inside-out form without a second array. */
#include "bench/mem/cycle.h"

static void cycle_insert(struct line *line, struct line *before)
{
	line->next = before->next;
	before->next = line;
}

void cycle_link_random(struct line *lines, uint32_t count, struct rng *rng)
{
	lines[0].next = &lines[0];
	for (uint32_t i = 1; i < count; i++)
		cycle_insert(&lines[i], &lines[rng_below(rng, i)]);
}

void cycle_link_sequential(struct line *lines, uint32_t count)
{
	lines[0].next = &lines[0];
	for (uint32_t i = 1; i < count; i++)
		cycle_insert(&lines[i], &lines[i - 1]);
}

/* The line before the first one of its cycle. */
static struct line *cycle_last(struct line *first)
{
	struct line *line = first;

	while (line->next != first)
		line = line->next;
	return line;
}

void cycle_link_tlb_local(struct line *lines, uint32_t count, uint32_t near, struct rng *rng)
{
	for (uint32_t begin = 0; begin < count; begin += near) {
		uint32_t left = count - begin, lot = left < near ? left : near;

		cycle_link_random(&lines[begin], lot, rng);
		cycle_last(&lines[begin])->next = &lines[left > near ? begin + near : 0];
	}
}

/* Offsets are chosen so that the lines of any 1024 consecutive small pages spread over all sets of
 * a cache with up to 1024 sets. The page's address gives four bits of the set. For each value of
 * these bits, the offset goes through all lines of a page, because 17 is odd. */
static struct line *line_of_page(void *pages, uint64_t page_bytes, uint32_t number)
{
	char *page = (char *)pages + number * page_bytes;
	uint64_t place = number + number / 16;

	return (struct line *)(page + place * LINE_BYTES % page_bytes);
}

struct line *cycle_link_pages(void *pages, uint64_t page_bytes, uint32_t count, struct rng *rng)
{
	struct line *first = line_of_page(pages, page_bytes, 0);

	first->next = first;
	for (uint32_t i = 1; i < count; i++)
		cycle_insert(line_of_page(pages, page_bytes, i),
			     line_of_page(pages, page_bytes, rng_below(rng, i)));
	return first;
}

void cycle_spread(struct line *first, uint32_t count, struct line **lines, uint32_t number)
{
	struct line *line = first;
	uint32_t nth = 0;

	for (uint32_t step = 0; nth < number; step++, line = line->next) {
		while (nth < number && step == cycle_distance(count, nth, number))
			lines[nth++] = line;
	}
}
