/* SPDX-License-Identifier: MIT */
/* A map from numbers to numbers: sub-tasks that are under way, streams, names. It takes room for
 * what it holds and no more, however far apart the numbers are, as they come from a log. */
#ifndef TOOLS_BASE_NUMBER_MAP_H
#define TOOLS_BASE_NUMBER_MAP_H

#include <stddef.h>
#include <stdint.h>

struct number_slot {
	uint64_t key;           /* 0: free */
	uint32_t value;
};

/* Empty when zeroed. */
struct number_map {
	struct number_slot *slots;
	size_t count;
	unsigned bits;          /* 2^bits slots, when there are any */
};

void number_map_free(struct number_map *map);

/* 2^64 divided by the golden ratio: Knuth, The Art of Computer Programming vol. 3, "Hashing". */
#define NUMBER_MAP_HASH_FACTOR 0x9e3779b97f4a7c15u

static inline size_t number_map_mask(const struct number_map *map)
{
	return ((size_t)1 << map->bits) - 1;
}

/* The slot where the search for a key begins. */
static inline size_t number_map_home(const struct number_map *map, uint64_t key)
{
	return (size_t)(key * NUMBER_MAP_HASH_FACTOR >> (64 - map->bits));
}

/* Where the key is, or the free slot where it would be. */
static inline size_t number_map_slot(const struct number_map *map, uint64_t key)
{
	size_t i = number_map_home(map, key);

	while (map->slots[i].key != 0 && map->slots[i].key != key)
		i = (i + 1) & number_map_mask(map);
	return i;
}

/* The value of a key, which must not be 0; NULL if it has none. Valid until the next change. Here
 * with what it needs, as it is called several times for every event. */
static inline uint32_t *number_map_find(const struct number_map *map, uint64_t key)
{
	struct number_slot *slot;

	if (map->slots == NULL)
		return NULL;
	slot = &map->slots[number_map_slot(map, key)];
	return slot->key == key ? &slot->value : NULL;
}

/* Give a key that has none a value. */
void number_map_add(struct number_map *map, uint64_t key, uint32_t value);

/* Forget a key that is there. */
void number_map_remove(struct number_map *map, uint64_t key);

#endif
