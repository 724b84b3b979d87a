/* SPDX-License-Identifier: MIT */
/* The block cache compared with a simple model, an array in order of use, over random operations. A
 * loop over one block more than the capacity never hits. */
#include "tests/unit/unit.h"

#include <stdlib.h>
#include <string.h>

#include "lib/block_cache.h"
#include "lib/rng.h"

#define SLOTS_MOST 24
#define BLOCKS 40
#define STEPS 20000

/* ---- The model: entries from the most to the least recently used ---- */

struct entry {
	uint64_t block;
	uint32_t slot;
	bool is_kept;
};

static struct {
	struct entry entries[SLOTS_MOST];
	uint32_t count, slots;
	uint64_t hits, misses, evicted;
} model;

static long model_place(uint64_t block)
{
	for (uint32_t i = 0; i < model.count; i++) {
		if (model.entries[i].block == block)
			return i;
	}
	return -1;
}

static struct entry model_remove(long place)
{
	struct entry entry = model.entries[place];

	memmove(&model.entries[place], &model.entries[place + 1],
		(--model.count - (size_t)place) * sizeof(entry));
	return entry;
}

static void model_put_first(struct entry entry)
{
	memmove(&model.entries[1], &model.entries[0], model.count++ * sizeof(entry));
	model.entries[0] = entry;
}

/* The victim: the least recently used block that is not being read; -1 if all are. */
static long model_victim(void)
{
	long place = (long)model.count - 1;

	while (place >= 0 && !model.entries[place].is_kept)
		place--;
	return place;
}

/* ---- Operations on both ---- */

static void check_find(struct block_cache *cache, uint64_t block)
{
	long place = model_place(block);
	uint32_t slot;

	assert_int_equal(block_cache_is_reading(cache, block),
			 place >= 0 && !model.entries[place].is_kept);
	slot = block_cache_find(cache, block);
	if (place < 0 || !model.entries[place].is_kept) {
		model.misses++;
		assert_int_equal(slot, BLOCK_CACHE_NONE);
		return;
	}
	model.hits++;
	assert_int_equal(slot, model.entries[place].slot);
	model_put_first(model_remove(place));
}

static void check_take(struct block_cache *cache, uint64_t block)
{
	bool is_there = model_place(block) >= 0;
	uint32_t slot = block_cache_take(cache, block);

	if (is_there || (model.count == model.slots && model_victim() < 0)) {
		assert_int_equal(slot, BLOCK_CACHE_NONE);
		return;
	}
	assert_true(slot < model.slots);
	if (model.count == model.slots) {
		assert_int_equal(slot, model_remove(model_victim()).slot);
		model.evicted++;
	}
	for (uint32_t i = 0; i < model.count; i++)
		assert_int_not_equal(slot, model.entries[i].slot);
	model_put_first((struct entry){.block = block, .slot = slot});
}

/* Reads end in any order. */
static void check_settle(struct block_cache *cache, uint32_t chosen, bool has_failed)
{
	struct entry entry;

	if (model.count == 0 || model.entries[chosen % model.count].is_kept)
		return;
	entry = model_remove(chosen % model.count);
	block_cache_settle(cache, entry.slot, has_failed);
	entry.is_kept = true;
	if (!has_failed)
		model_put_first(entry);
}

static void check_forget(struct block_cache *cache, uint64_t block)
{
	long place = model_place(block);

	block_cache_forget(cache, block);
	if (place >= 0 && model.entries[place].is_kept)
		model_remove(place);
}

static void check_drop(struct block_cache *cache)
{
	block_cache_drop(cache);
	for (long place = (long)model.count - 1; place >= 0; place--) {
		if (model.entries[place].is_kept)
			model_remove(place);
	}
}

static void check_step(struct block_cache *cache, struct rng *rng)
{
	uint64_t block = rng_next(rng) % BLOCKS;
	uint32_t draw = (uint32_t)rng_next(rng);

	switch (rng_next(rng) % 64) {
	case 0:
		check_drop(cache);
		break;
	case 1 ... 3:
		check_forget(cache, block);
		break;
	case 4 ... 27:
		check_find(cache, block);
		break;
	case 28 ... 43:
		check_take(cache, block);
		break;
	default:
		check_settle(cache, draw, draw % 5 == 0);
		break;
	}
}

TEST(cache_matches_the_simple_model)
{
	for (uint32_t slots = 0; slots <= SLOTS_MOST; slots++) {
		void *memory = malloc(block_cache_bytes(slots));
		struct block_cache cache;
		struct rng rng;

		rng_seed(&rng, slots);
		memset(&model, 0, sizeof(model));
		model.slots = slots;
		block_cache_init(&cache, memory, slots);
		for (unsigned step = 0; step < STEPS; step++)
			check_step(&cache, &rng);
		assert_int_equal(cache.hits, model.hits);
		assert_int_equal(cache.misses, model.misses);
		assert_int_equal(cache.evicted, model.evicted);
		assert_true(slots < 2 || (model.hits > 100 && model.evicted > 100));
		free(memory);
	}
}

/* ---- Consequences ---- */

/* Loop over this many blocks. Returns the hits of all rounds except the first. */
static uint64_t rounds(uint32_t slots, uint64_t blocks, unsigned count)
{
	void *memory = malloc(block_cache_bytes(slots));
	struct block_cache cache;
	uint64_t hits;

	block_cache_init(&cache, memory, slots);
	for (unsigned round = 0; round < count; round++) {
		for (uint64_t block = 0; block < blocks; block++) {
			if (block_cache_find(&cache, block << 33) == BLOCK_CACHE_NONE && slots > 0)
				block_cache_settle(&cache, block_cache_take(&cache, block << 33),
						   false);
		}
	}
	hits = cache.hits;
	assert_int_equal(cache.hits + cache.misses, blocks * count);
	free(memory);
	return hits;
}

TEST(cache_hits_always_in_a_short_loop_and_never_in_a_longer_one)
{
	assert_int_equal(rounds(64, 64, 5), 4 * 64);
	assert_int_equal(rounds(64, 65, 5), 0);
	assert_int_equal(rounds(1, 1, 5), 4);
	assert_int_equal(rounds(1, 2, 5), 0);
	assert_int_equal(rounds(0, 3, 5), 0);
}

TEST(cache_without_slots_needs_no_memory_and_never_hits)
{
	struct block_cache cache;

	assert_int_equal(block_cache_bytes(0), 0);
	block_cache_init(&cache, NULL, 0);
	assert_int_equal(block_cache_find(&cache, 0), BLOCK_CACHE_NONE);
	assert_int_equal(block_cache_take(&cache, 0), BLOCK_CACHE_NONE);
	block_cache_forget(&cache, 0);
	block_cache_drop(&cache);
	assert_int_equal(cache.misses, 1);
}
