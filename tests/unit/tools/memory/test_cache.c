/* SPDX-License-Identifier: MIT */
/* Known answers of one cache: the set of a line, the replaced line, and the hits of a cycle. */
#include "tests/unit/unit.h"

#include "tools/memory/cache.h"

/* Misses of this many rounds over lines 0 to lines - 1. */
static uint64_t misses_of_rounds(struct cache *cache, uint64_t lines, unsigned rounds)
{
	uint64_t misses = 0;

	for (unsigned round = 0; round < rounds; round++) {
		for (uint64_t line = 0; line < lines; line++)
			misses += !cache_use(cache, line, line);
	}
	return misses;
}

TEST(two_lines_of_a_direct_mapped_set_evict_each_other)
{
	struct cache cache;

	cache_make(&cache, 8, 1);
	for (unsigned i = 0; i < 4; i++) {
		assert_false(cache_use(&cache, 3, 3));
		assert_false(cache_use(&cache, 3 + 8, 3 + 8));
	}
	assert_false(cache_use(&cache, 4, 4));
	assert_true(cache_use(&cache, 4, 4));
	assert_true(cache_use(&cache, 3 + 8, 3 + 8));
	cache_free(&cache);
}

TEST(lowest_bits_of_a_line_select_its_set)
{
	struct cache cache;

	cache_make(&cache, 4, 2);
	for (uint64_t line = 0; line < 8; line++)
		cache_use(&cache, line, line);
	cache_use(&cache, 9, 9);        /* set 1: replaces 1, and nothing in other sets */
	for (uint64_t line = 0; line < 8; line++)
		assert_int_equal(cache_has(&cache, line, line), line != 1);
	cache_free(&cache);
}

TEST(least_recently_used_line_is_replaced)
{
	struct cache cache;

	cache_make(&cache, 1, 4);
	for (uint64_t line = 1; line <= 4; line++)
		cache_use(&cache, line, line);
	assert_true(cache_use(&cache, 1, 1));   /* so 2 is the oldest */
	assert_false(cache_use(&cache, 5, 5));
	assert_false(cache_has(&cache, 2, 2));
	assert_true(cache_has(&cache, 3, 3));   /* cache_has is no use of a line */
	assert_false(cache_use(&cache, 6, 6));
	assert_false(cache_has(&cache, 3, 3));
	assert_true(cache_has(&cache, 1, 1) && cache_has(&cache, 4, 4) && cache_has(&cache, 5, 5));
	cache_free(&cache);
}

TEST(cycle_hits_always_or_never)
{
	for (uint64_t lines = 1; lines <= 3 * 64; lines++) {
		struct cache cache;
		uint64_t first, later, crowded = lines % 16;

		cache_make(&cache, 16, 4);
		first = misses_of_rounds(&cache, lines, 1);
		later = misses_of_rounds(&cache, lines, 1);
		assert_int_equal(first, lines);
		/* Misses occur in the sets that have one line too many. */
		if (lines <= 64)
			assert_int_equal(later, 0);
		else if (lines < 80)
			assert_int_equal(later, 5 * crowded);
		else
			assert_int_equal(later, lines);
		cache_free(&cache);
	}
}

TEST(cleared_cache_is_empty)
{
	struct cache cache;

	cache_make(&cache, 2, 2);
	cache_use(&cache, 0, 0);
	cache_clear(&cache);
	assert_false(cache_has(&cache, 0, 0));
	assert_int_equal(misses_of_rounds(&cache, 4, 2), 4);
	cache_free(&cache);
}
