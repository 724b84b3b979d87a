/* SPDX-License-Identifier: MIT */
/* A hash map from numbers to numbers, for example of sub-tasks or streams. Its size depends on the
 * number of entries only, since keys come from untrusted logs. */
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
	unsigned bits;          /* 2^bits slots, if slots is not NULL */
};

void number_map_free(struct number_map *map);

/* 2^64 divided by the golden ratio: Knuth, The Art of Computer Programming vol. 3, "Hashing". */
#define NUMBER_MAP_HASH_FACTOR 0x9e3779b97f4a7c15u

static inline size_t number_map_mask(const struct number_map *map)
{
	return ((size_t)1 << map->bits) - 1;
}

/* The slot at which the search for a key starts. */
static inline size_t number_map_home(const struct number_map *map, uint64_t key)
{
	return (size_t)(key * NUMBER_MAP_HASH_FACTOR >> (64 - map->bits));
}

/* The slot of the key, or the free slot for it. */
static inline size_t number_map_slot(const struct number_map *map, uint64_t key)
{
	size_t i = number_map_home(map, key);

	while (map->slots[i].key != 0 && map->slots[i].key != key)
		i = (i + 1) & number_map_mask(map);
	return i;
}

/* The value of a key, which must not be 0; NULL if absent. Valid until the map changes. The
 * function is inline because it is called several times per event. */
static inline uint32_t *number_map_find(const struct number_map *map, uint64_t key)
{
	struct number_slot *slot;

	if (map->slots == NULL)
		return NULL;
	slot = &map->slots[number_map_slot(map, key)];
	return slot->key == key ? &slot->value : NULL;
}

/* Add a key that is absent. */
void number_map_add(struct number_map *map, uint64_t key, uint32_t value);

/* Remove a key that is present. */
void number_map_remove(struct number_map *map, uint64_t key);

#endif
