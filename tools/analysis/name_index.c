/* SPDX-License-Identifier: MIT */
/* A map from hashes of names to chains of positions. Names are compared along a chain only. */
#include "tools/analysis/name_index.h"

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "tools/base/alloc.h"

#define CAPACITY_MIN 64

/* Fowler, Noll and Vo, "The FNV Non-Cryptographic Hash Algorithm": 64 bits, variant 1a. */
#define FNV_OFFSET 0xcbf29ce484222325u
#define FNV_PRIME 0x100000001b3u

static uint64_t hash_text(uint64_t hash, const char *text)
{
	for (; *text != '\0'; text++)
		hash = (hash ^ (unsigned char)*text) * FNV_PRIME;
	return hash * FNV_PRIME;
}

/* Never 0, which is not a valid key of a map. */
static uint64_t hash_name(const struct metric_name *name)
{
	uint64_t hash = hash_text(FNV_OFFSET, name->bench);

	hash = hash_text(hash_text(hash, name->point), name->stage);
	return hash != 0 ? hash : 1;
}

static bool is_same(const struct metric_name *a, const struct metric_name *b)
{
	return strcmp(a->bench, b->bench) == 0 && strcmp(a->point, b->point) == 0 &&
	       strcmp(a->stage, b->stage) == 0;
}

void name_index_free(struct name_index *index)
{
	number_map_free(&index->first);
	free(index->entries);
	*index = (struct name_index){0};
}

size_t name_index_add(struct name_index *index, const struct metric_name *name)
{
	uint64_t hash = hash_name(name);
	uint32_t *link, place = (uint32_t)index->count;
	struct name_entry *first;

	if (index->count == index->capacity) {
		index->capacity = index->capacity == 0 ? CAPACITY_MIN : 2 * index->capacity;
		index->entries = xreallocarray(index->entries, index->capacity,
					       sizeof(*index->entries));
	}
	index->entries[place] = (struct name_entry){.name = *name, .last = place + 1};
	index->count++;
	link = number_map_find(&index->first, hash);
	if (link == NULL) {
		number_map_add(&index->first, hash, place + 1);
		return place;
	}
	first = &index->entries[*link - 1];
	index->entries[first->last - 1].next = place + 1;
	first->last = place + 1;
	return place;
}

/* The first position of the name in a chain. */
static size_t name_index_follow(const struct name_index *index, uint32_t link,
				const struct metric_name *name)
{
	while (link != 0 && !is_same(&index->entries[link - 1].name, name))
		link = index->entries[link - 1].next;
	return link != 0 ? link - 1 : NAME_NOT_FOUND;
}

size_t name_index_find(const struct name_index *index, const struct metric_name *name)
{
	const uint32_t *link = number_map_find(&index->first, hash_name(name));

	return link != NULL ? name_index_follow(index, *link, name) : NAME_NOT_FOUND;
}

size_t name_index_next(const struct name_index *index, size_t place)
{
	const struct name_entry *entry = &index->entries[place];

	return name_index_follow(index, entry->next, &entry->name);
}
