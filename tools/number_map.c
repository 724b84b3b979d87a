/* Open addressing with linear probing. Removing moves later entries of the same cluster back, so
 * that clusters stay short although sub-tasks come and go by the million. */
#include "tools/number_map.h"

#include <err.h>
#include <stdlib.h>

#define FEWEST_BITS 6
/* 2^64 divided by the golden ratio: Knuth, The Art of Computer Programming vol. 3, "Hashing". */
#define HASH_FACTOR 0x9e3779b97f4a7c15u

static size_t home_of(const struct number_map *map, uint64_t key)
{
	return (size_t)(key * HASH_FACTOR >> (64 - map->bits));
}

static size_t mask_of(const struct number_map *map)
{
	return ((size_t)1 << map->bits) - 1;
}

/* Where the key is, or the free slot where it would be. */
static size_t slot_of(const struct number_map *map, uint64_t key)
{
	size_t i = home_of(map, key);

	while (map->slots[i].key != 0 && map->slots[i].key != key)
		i = (i + 1) & mask_of(map);
	return i;
}

static void grow(struct number_map *map)
{
	struct number_map larger = {.bits = map->slots == NULL ? FEWEST_BITS : map->bits + 1};

	larger.slots = calloc((size_t)1 << larger.bits, sizeof(*larger.slots));
	if (larger.slots == NULL)
		err(2, "out of memory");
	for (size_t i = 0; map->slots != NULL && i <= mask_of(map); i++) {
		if (map->slots[i].key != 0)
			larger.slots[slot_of(&larger, map->slots[i].key)] = map->slots[i];
	}
	larger.count = map->count;
	free(map->slots);
	*map = larger;
}

void number_map_free(struct number_map *map)
{
	free(map->slots);
	*map = (struct number_map){0};
}

uint32_t *number_map_find(const struct number_map *map, uint64_t key)
{
	struct number_slot *slot;

	if (map->slots == NULL)
		return NULL;
	slot = &map->slots[slot_of(map, key)];
	return slot->key == key ? &slot->value : NULL;
}

void number_map_add(struct number_map *map, uint64_t key, uint32_t value)
{
	if (map->slots == NULL || 2 * map->count > mask_of(map))
		grow(map);
	map->slots[slot_of(map, key)] = (struct number_slot){key, value};
	map->count++;
}

void number_map_remove(struct number_map *map, uint64_t key)
{
	size_t hole = slot_of(map, key), mask = mask_of(map);

	for (size_t i = (hole + 1) & mask; map->slots[i].key != 0; i = (i + 1) & mask) {
		size_t home = home_of(map, map->slots[i].key);

		/* It may fill the hole unless its home lies behind the hole. */
		if (((i - home) & mask) >= ((i - hole) & mask)) {
			map->slots[hole] = map->slots[i];
			hole = i;
		}
	}
	map->slots[hole].key = 0;
	map->count--;
}
