/* A map from numbers to numbers: sub-tasks that are under way, streams, names. It takes room for
 * what it holds and no more, however far apart the numbers are, as they come from a log. */
#ifndef TOOLS_NUMBER_MAP_H
#define TOOLS_NUMBER_MAP_H

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

/* The value of a key, which must not be 0; NULL if it has none. Valid until the next change. */
uint32_t *number_map_find(const struct number_map *map, uint64_t key);

/* Give a key that has none a value. */
void number_map_add(struct number_map *map, uint64_t key, uint32_t value);

/* Forget a key that is there. */
void number_map_remove(struct number_map *map, uint64_t key);

#endif
