/* SPDX-License-Identifier: MIT */
/* The pointer chase orders of bench/mem/cycle.h, run through a modelled memory system. The misses
 * must match theory, and plateau detection must find the modelled sizes. Addresses are link
 * addresses less the buffer's. */
#include "tests/unit/unit.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "bench/mem/cycle.h"
#include "tools/memory/system.h"
#include "tools/stats/plateau.h"

#define SIZE_MIN 1024
#define PER_OCTAVE 4
#define SIZE_MAX_BYTES (4 << 20)
#define PAGES_MAX 4096
#define POINTS_MAX 80

struct chase {
	struct memory_system memory;
	struct cache last_level;
	struct memory_counts counts;
	char *buffer;
};

static void chase_begin(struct chase *chase, const char *text, size_t bytes)
{
	struct memory_geometry geometry;
	char problem[MEMORY_TEXT_MAX];

	*chase = (struct chase){.buffer = aligned_alloc(1 << 21, bytes)};
	assert_non_null(chase->buffer);
	assert_true(memory_geometry_parse(&geometry, text, problem));
	memory_last_level_make(&chase->last_level, &geometry);
	memory_system_make(&chase->memory, &geometry, &chase->last_level);
}

static void chase_end(struct chase *chase)
{
	memory_system_free(&chase->memory);
	cache_free(&chase->last_level);
	free(chase->buffer);
}

/* One round of the cycle from a line. Returns the loads. */
static uint32_t chase_round(struct chase *chase, const struct line *first)
{
	const struct line *at = first;
	uint32_t loads = 0;

	do {
		uint64_t address = (uint64_t)((const char *)at - chase->buffer);
		const struct memory_access access = {
			.address_virt = address, .address_phys = address, .bytes = 8,
		};

		memory_use(&chase->memory, &access, &chase->counts);
		at = at->next;
		loads++;
	} while (at != first);
	return loads;
}

/* One round with empty caches, then a counted round. Returns its loads. */
static uint32_t chase_rounds(struct chase *chase, const struct line *first)
{
	memory_system_clear(&chase->memory);
	cache_clear(&chase->last_level);
	chase_round(chase, first);
	chase->counts = (struct memory_counts){0};
	return chase_round(chase, first);
}

static uint64_t misses(const struct chase *chase, enum memory_store store)
{
	return chase->counts.of[MEMORY_MISSES + store];
}

/* ---- Sizes ---- */

static uint64_t size_at(unsigned n)
{
	uint64_t octave = (uint64_t)SIZE_MIN << n / PER_OCTAVE;

	return octave + octave / PER_OCTAVE * (n % PER_OCTAVE);
}

/* Each level smaller than the buffer must miss every load. The others must not miss. */
static void assert_theory(const struct chase *chase, uint64_t bytes, uint32_t loads)
{
	static const enum memory_store stores[] = {MEMORY_L1D, MEMORY_L2, MEMORY_LLC};

	for (size_t i = 0; i < 3; i++) {
		uint64_t capacity = chase->memory.geometry.stores[stores[i]].size;

		assert_int_equal(misses(chase, stores[i]), bytes > capacity ? loads : 0);
	}
}

static void assert_capacities(const struct curve_point *points, size_t count,
			      const uint64_t *capacities, size_t stores)
{
	struct plateau plateaus[PLATEAUS_MAX];

	assert_int_equal(plateau_find(points, count, plateaus), stores + 1);
	for (size_t i = 0; i < stores; i++) {
		assert_int_equal(plateaus[i].ends_bytes, capacities[i]);
		assert_true(fabs(plateaus[i].level - (double)(i + 1)) < 1e-6);
	}
}

TEST(chase_misses_match_theory_and_plateaus_match_the_caches)
{
	static const uint64_t capacities[] = {32 << 10, 256 << 10, 2 << 20};
	struct curve_point points[POINTS_MAX];
	struct chase chase;
	struct rng rng;
	size_t count = 0;

	rng_seed(&rng, 1);
	chase_begin(&chase, "l1d=32K/8,l2=256K/16,llc=2M/16", SIZE_MAX_BYTES);
	for (unsigned n = 0; size_at(n) <= SIZE_MAX_BYTES; n++) {
		struct line *lines = (struct line *)chase.buffer;
		uint32_t loads, linked = (uint32_t)(size_at(n) / LINE_BYTES);

		cycle_link_random(lines, linked, &rng);
		loads = chase_rounds(&chase, lines);
		assert_int_equal(loads, linked);
		assert_theory(&chase, size_at(n), loads);
		points[count++] = (struct curve_point){
			size_at(n), 1 + (double)(misses(&chase, MEMORY_L1D) +
						 misses(&chase, MEMORY_L2) +
						 misses(&chase, MEMORY_LLC)) / loads};
	}
	assert_capacities(points, count, capacities, 3);
	chase_end(&chase);
}

/* 1, 2, 3, 4, 6, 8, 12 … */
static uint32_t pages_after(uint32_t pages)
{
	bool is_power = (pages & (pages - 1)) == 0;

	if (pages == 1)
		return 2;
	return is_power ? pages / 2 * 3 : pages / 3 * 4;
}

TEST(one_line_per_page_finds_the_tlb_sizes)
{
	static const uint64_t entries[] = {64, 768};
	struct curve_point points[POINTS_MAX];
	struct chase chase;
	struct rng rng;
	size_t count = 0;

	rng_seed(&rng, 2);
	chase_begin(&chase, "dtlb=64/4,stlb=768/12", (size_t)PAGES_MAX << 12);
	for (uint32_t pages = 1; pages <= PAGES_MAX; pages = pages_after(pages)) {
		struct line *first = cycle_link_pages(chase.buffer, 4096, pages, &rng);
		uint32_t loads = chase_rounds(&chase, first);
		uint64_t dtlb = misses(&chase, MEMORY_DTLB), stlb = misses(&chase, MEMORY_STLB);

		assert_int_equal(dtlb, pages > entries[0] ? loads : 0);
		assert_int_equal(stlb, pages > entries[1] ? loads : 0);
		points[count++] = (struct curve_point){pages, 1 + (double)(dtlb + stlb) / loads};
	}
	assert_capacities(points, count, entries, 2);
	chase_end(&chase);
}

/* ---- Prefetchers ---- */

#define PREFETCHED_BYTES (256 << 10)

/* The fraction of loads that miss a cache of half the buffer's size while a prefetcher fills it. */
static double missed_part(const char *prefetch, bool is_random)
{
	struct chase chase;
	struct rng rng;
	char text[64];
	uint32_t loads, lines = PREFETCHED_BYTES / LINE_BYTES;
	double part;

	rng_seed(&rng, 3);
	snprintf(text, sizeof(text), "l1d=128K/8,l2=none,llc=none,prefetch=%s", prefetch);
	chase_begin(&chase, text, 2 << 20);
	if (is_random)
		cycle_link_random((struct line *)chase.buffer, lines, &rng);
	else
		cycle_link_sequential((struct line *)chase.buffer, lines);
	loads = chase_rounds(&chase, (struct line *)chase.buffer);
	part = (double)misses(&chase, MEMORY_L1D) / loads;
	chase_end(&chase);
	return part;
}

/* The same with the next line taken from an unrelated random order: the effect of a prefetcher
 * without knowledge. */
static double missed_part_by_chance(void)
{
	static char buffer[PREFETCHED_BYTES], other[PREFETCHED_BYTES];
	uint32_t lines = PREFETCHED_BYTES / LINE_BYTES;
	struct line *first = (struct line *)buffer, *others = (struct line *)other, *at = first;
	struct cache cache;
	uint64_t missed = 0;
	struct rng rng;

	rng_seed(&rng, 4);
	cache_make(&cache, (128 << 10) / LINE_BYTES / 8, 8);
	cycle_link_random(first, lines, &rng);
	cycle_link_random(others, lines, &rng);
	for (uint32_t i = 0; i < 2 * lines; i++, at = at->next) {
		uint64_t line = (uint64_t)(at - first);
		uint64_t brought = (uint64_t)(others[line].next - others);

		missed += !cache_use(&cache, line, line) && i >= lines;
		if (!cache_has(&cache, brought, brought))
			cache_use(&cache, brought, brought);
	}
	cache_free(&cache);
	return (double)missed / lines;
}

TEST(prefetchers_predict_a_sequential_chase)
{
	assert_true(fabs(missed_part("none", false) - 1) < 1e-9);
	/* The first line of each 64-line page, and three with two steps before prediction
	 * begins. */
	assert_true(fabs(missed_part("next", false) - 1.0 / 64) < 1e-9);
	assert_true(fabs(missed_part("stride", false) - 3.0 / 64) < 1e-9);
}

TEST(prefetchers_predict_the_random_chase_only_by_chance)
{
	double chance = missed_part_by_chance();

	assert_true(fabs(missed_part("none", true) - 1) < 1e-9);
	assert_true(chance > 0.5 && chance < 0.9);
	assert_true(fabs(missed_part("next", true) - chance) < 0.03);
	assert_true(missed_part("stride", true) > 0.98);
}
