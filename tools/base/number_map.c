/* SPDX-License-Identifier: MIT */
/* Open addressing with linear probing. Removal moves later entries of a cluster back, so clusters
 * stay short although millions of sub-tasks are added and removed. */
#include "tools/base/number_map.h"

#include <stdlib.h>

#include "tools/base/alloc.h"

#define BITS_MIN 6

void number_map_free(struct number_map *map)
{
	free(map->slots);
	*map = (struct number_map){0};
}

void number_map_add(struct number_map *map, uint64_t key, uint32_t value)
{
	if (map->slots == NULL || 2 * map->count > number_map_mask(map)) {
		struct number_map larger = {.bits = map->slots == NULL ? BITS_MIN : map->bits + 1};

		larger.slots = xcalloc((size_t)1 << larger.bits, sizeof(*larger.slots));
		for (size_t i = 0; map->slots != NULL && i <= number_map_mask(map); i++) {
			if (map->slots[i].key != 0)
				larger.slots[number_map_slot(&larger, map->slots[i].key)] =
					map->slots[i];
		}
		larger.count = map->count;
		free(map->slots);
		*map = larger;
	}
	map->slots[number_map_slot(map, key)] = (struct number_slot){key, value};
	map->count++;
}

void number_map_remove(struct number_map *map, uint64_t key)
{
	size_t hole = number_map_slot(map, key), mask = number_map_mask(map);

	for (size_t i = (hole + 1) & mask; map->slots[i].key != 0; i = (i + 1) & mask) {
		size_t home = number_map_home(map, map->slots[i].key);

		/* An entry can fill the hole unless its home position is after the hole. */
		if (((i - home) & mask) >= ((i - hole) & mask)) {
			map->slots[hole] = map->slots[i];
			hole = i;
		}
	}
	map->slots[hole].key = 0;
	map->count--;
}
