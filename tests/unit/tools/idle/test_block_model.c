/* SPDX-License-Identifier: MIT */
/* The host's model of a buffer cache, alone and compared with the target's cache. */
#include "tests/unit/unit.h"

#include <stdlib.h>

#include "lib/block_cache.h"
#include "lib/rng.h"
#include "tools/idle/block_model.h"

#define USES 20000
#define CAPACITY_MAX 40
#define BLOCKS 60

static void use_all(struct block_model *model, const char *blocks)
{
	for (; *blocks != '\0'; blocks++)
		block_model_use(model, (uint32_t)*blocks);
}

TEST(least_recently_used_block_is_replaced)
{
	struct block_model model;

	block_model_init(&model, 3);
	use_all(&model, "abca");        /* b is the oldest now */
	assert_int_equal(model.hits, 1);
	assert_int_equal(model.misses, 3);
	use_all(&model, "dacd");
	assert_int_equal(model.hits, 4);
	assert_int_equal(model.misses, 4);
	use_all(&model, "b");
	assert_int_equal(model.misses, 5);
	free(model.blocks);
}

TEST(model_without_capacity_never_hits)
{
	struct block_model model;

	block_model_init(&model, 0);
	use_all(&model, "aaaa");
	assert_int_equal(model.hits, 0);
	assert_int_equal(model.misses, 4);
	free(model.blocks);
}

static void use_cache(struct block_cache *cache, uint64_t block)
{
	if (block_cache_find(cache, block) == BLOCK_CACHE_NONE)
		block_cache_settle(cache, block_cache_take(cache, block), false);
}

TEST(model_hits_equal_the_targets_cache_hits)
{
	struct rng rng;

	rng_seed(&rng, 1);
	for (uint32_t capacity = 1; capacity <= CAPACITY_MAX; capacity += 13) {
		void *memory = calloc(1, block_cache_bytes(capacity));
		struct block_cache cache;
		struct block_model model;

		block_cache_init(&cache, memory, capacity);
		block_model_init(&model, capacity);
		for (size_t i = 0; i < USES; i++) {
			uint32_t block = rng_below(&rng, 1 + rng_below(&rng, BLOCKS));

			use_cache(&cache, block);
			block_model_use(&model, block);
			assert_int_equal(model.hits, cache.hits);
			assert_int_equal(model.misses, cache.misses);
		}
		assert_true(model.hits > 0 && model.misses > capacity);
		free(model.blocks);
		free(memory);
	}
}
