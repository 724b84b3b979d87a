/* SPDX-License-Identifier: MIT */
#include "tools/plugin/miss_tally.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "tools/base/alloc.h"
#include "tools/base/number_map.h"
#include "tools/plugin/tally.h"

#define FORMAT 1
#define LIST_MIN 4096
#define BUFFER_BYTES (1u << 20)

struct miss_entry {
	uint32_t node;
	struct block *block;
	uint32_t insn;
	uint64_t segment;               /* of the counts */
	struct memory_counts counts;
};

static struct {
	FILE *file;
	struct number_map entry_of, profile_of;
	struct miss_entry *entries;     /* from 1 */
	uint32_t *touched;              /* entries of this segment, in order of first use */
	size_t entry_count, entry_capacity, touched_count, touched_capacity;
	uint32_t sites, profiles;
	uint64_t segment;
} misses = {.segment = 1};

bool miss_tally_begin(const char *path, const struct memory_geometry *geometry)
{
	char text[MEMORY_TEXT_MAX];

	misses.file = fopen(path, "we");
	if (misses.file == NULL) {
		perror(path);
		return false;
	}
	setvbuf(misses.file, NULL, _IOFBF, BUFFER_BYTES);
	memory_geometry_write(geometry, text);
	fprintf(misses.file, "bareline-memory-model %d\nG %s\n", FORMAT, text);
	return true;
}

void miss_tally_end(void)
{
	fputs("E 0\n", misses.file);
	if (fclose(misses.file) != 0)
		perror("bareline's plugin: the modelled memory");
}

static void *miss_grow(void *items, size_t count, size_t *capacity, size_t size)
{
	if (count < *capacity)
		return items;
	*capacity = 2 * *capacity + LIST_MIN;
	return xreallocarray(items, *capacity, size);
}

/* ---- Counts ---- */

struct miss_site miss_site_make(struct block *block, uint32_t insn)
{
	return (struct miss_site){.block = block, .insn = insn, .id = ++misses.sites};
}

static uint32_t miss_entry(uint32_t node, const struct miss_site *site)
{
	uint64_t key = (uint64_t)node << 32 | site->id;
	const uint32_t *found = number_map_find(&misses.entry_of, key);

	if (found != NULL)
		return *found;
	misses.entry_count++;
	misses.entries = miss_grow(misses.entries, misses.entry_count, &misses.entry_capacity,
				   sizeof(*misses.entries));
	misses.entries[misses.entry_count] = (struct miss_entry){
		.node = node, .block = site->block, .insn = site->insn,
	};
	number_map_add(&misses.entry_of, key, (uint32_t)misses.entry_count);
	return (uint32_t)misses.entry_count;
}

struct memory_counts *miss_tally_at(uint32_t node, struct miss_site *site)
{
	struct miss_entry *entry;

	if (site->last_node != node) {
		site->last_node = node;
		site->last_entry = miss_entry(node, site);
	}
	entry = &misses.entries[site->last_entry];
	if (entry->segment != misses.segment) {
		entry->segment = misses.segment;
		entry->counts = (struct memory_counts){0};
		misses.touched = miss_grow(misses.touched, misses.touched_count,
					   &misses.touched_capacity, sizeof(*misses.touched));
		misses.touched[misses.touched_count++] = site->last_entry;
	}
	return &entry->counts;
}

/* ---- Segments ---- */

/* A hash of the profile, never 0. As in tally.c, a repeated profile is written once, and then named
 * by number. */
static uint64_t miss_hash(void)
{
	uint64_t hash = misses.touched_count + 1;

	for (size_t i = 0; i < misses.touched_count; i++) {
		const struct miss_entry *entry = &misses.entries[misses.touched[i]];

		hash = (hash ^ misses.touched[i]) * NUMBER_MAP_HASH_FACTOR;
		for (size_t event = 0; event < MEMORY_EVENTS; event++)
			hash = (hash ^ hash >> 29 ^ entry->counts.of[event]) * 0xbf58476d1ce4e5b9;
		hash ^= hash >> 32;
	}
	return hash | 1;
}

static void miss_write_profile(uint32_t profile)
{
	fprintf(misses.file, "P %" PRIu32, profile);
	for (size_t i = 0; i < misses.touched_count; i++) {
		const struct miss_entry *entry = &misses.entries[misses.touched[i]];

		tally_write_block(entry->block);
		fprintf(misses.file, " %" PRIu32 ":%" PRIu32 ":%" PRIu32, entry->node,
			entry->block->id, entry->insn);
		for (size_t event = 0; event < MEMORY_EVENTS; event++)
			fprintf(misses.file, ":%" PRIu64, entry->counts.of[event]);
	}
	putc('\n', misses.file);
}

static uint32_t miss_profile(void)
{
	uint64_t hash = miss_hash();
	const uint32_t *found = number_map_find(&misses.profile_of, hash);

	if (misses.touched_count == 0)
		return 0;
	if (found != NULL)
		return *found;
	number_map_add(&misses.profile_of, hash, ++misses.profiles);
	miss_write_profile(misses.profiles);
	return misses.profiles;
}

void miss_tally_mark(void)
{
	fprintf(misses.file, "M %" PRIu32 "\n", miss_profile());
	misses.touched_count = 0;
	misses.segment++;
}
