/* SPDX-License-Identifier: MIT */
/* Orders of pointer chases, checked by their strides: each line is visited once, and random orders
 * are random. */
#include "tests/unit/unit.h"

#include <stdlib.h>

#include "bench/mem/cycle.h"

TEST(sequential_cycle_goes_from_line_to_line)
{
	struct line lines[5];

	cycle_link_sequential(lines, 5);
	for (size_t i = 0; i < 5; i++)
		assert_ptr_equal(lines[i].next, &lines[(i + 1) % 5]);
}

/* Strides of a cycle. */
struct strides {
	uint32_t lines;                 /* in the cycle */
	uint32_t leaving;               /* strides into another group, */
	uint32_t back;                  /* into the one before, */
	uint32_t ahead;                 /* to the very next line */
	double mean;                    /* mean distance in lines within a group */
};

#define CYCLE_LINES 1000
#define LOT_LINES 64
#define LOTS 16                         /* the last one smaller */

static struct strides strides_of(const struct line *lines, uint32_t count, uint32_t lot)
{
	struct strides strides = {0};
	const struct line *line = lines;
	uint64_t sum = 0;

	do {
		uint32_t from = (uint32_t)(line - lines), to = (uint32_t)(line->next - lines);

		assert_uint_in_range(to, 0, count - 1);
		strides.ahead += to == from + 1;
		strides.leaving += from / lot != to / lot;
		strides.back += to / lot < from / lot;
		if (from / lot == to / lot)
			sum += to > from ? to - from : from - to;
		line = line->next;
		strides.lines++;
	} while (line != lines && strides.lines <= count);
	strides.mean = (double)sum / (strides.lines - strides.leaving);
	return strides;
}

TEST(tlb_local_cycle_visits_all_lines_of_a_group_before_the_next_group)
{
	static struct line lines[CYCLE_LINES];
	struct strides strides;
	struct rng rng;

	rng_seed(&rng, 3);
	cycle_link_tlb_local(lines, CYCLE_LINES, LOT_LINES, &rng);
	strides = strides_of(lines, CYCLE_LINES, LOT_LINES);
	assert_int_equal(strides.lines, CYCLE_LINES);
	assert_int_equal(strides.leaving, LOTS);
	assert_int_equal(strides.back, 1);
}

/* In a uniformly random order, the mean stride is a third of the lines, and one stride on average
 * goes to the next line. */
TEST(order_is_random_within_a_group_and_over_all_lines)
{
	static struct line lines[CYCLE_LINES];
	struct strides strides;
	struct rng rng;

	rng_seed(&rng, 4);
	cycle_link_tlb_local(lines, CYCLE_LINES, LOT_LINES, &rng);
	strides = strides_of(lines, CYCLE_LINES, LOT_LINES);
	assert_uint_in_range(strides.ahead, 1, CYCLE_LINES / 20);
	assert_float_equal(strides.mean, LOT_LINES / 3.0, 3);
	cycle_link_random(lines, CYCLE_LINES, &rng);
	strides = strides_of(lines, CYCLE_LINES, CYCLE_LINES);
	assert_uint_in_range(strides.ahead, 0, CYCLE_LINES / 100);
	assert_float_equal(strides.mean, CYCLE_LINES / 3.0, 30);
}

TEST(one_group_or_less_is_one_random_cycle)
{
	static struct line lines[LOT_LINES];
	struct rng rng;

	rng_seed(&rng, 5);
	cycle_link_tlb_local(lines, LOT_LINES, LOT_LINES, &rng);
	assert_int_equal(strides_of(lines, LOT_LINES, LOT_LINES).lines, LOT_LINES);
	cycle_link_tlb_local(lines, 3, LOT_LINES, &rng);
	assert_int_equal(strides_of(lines, 3, LOT_LINES).lines, 3);
	cycle_link_tlb_local(lines, 1, LOT_LINES, &rng);
	assert_ptr_equal(lines[0].next, &lines[0]);
}

#define PAGES 1024

TEST(cycle_over_pages_has_a_line_in_each_and_uses_all_sets)
{
	static uint8_t lines_in_page[PAGES], lines_in_set[PAGES];
	char *pages = aligned_alloc(64 << 10, PAGES * 4096);
	struct line *first, *line;
	struct rng rng;

	rng_seed(&rng, 1);
	first = line = cycle_link_pages(pages, 4096, PAGES, &rng);
	do {
		size_t offset = (size_t)((char *)line - pages);

		lines_in_page[offset / 4096]++;
		lines_in_set[offset / LINE_BYTES % 1024]++;
		line = line->next;
	} while (line != first);
	for (size_t i = 0; i < PAGES; i++) {
		assert_int_equal(lines_in_page[i], 1);
		assert_int_equal(lines_in_set[i], 1);
	}
	free(pages);
}
