/* SPDX-License-Identifier: MIT */
/* Segments repeat, so a profile is written once, and then named by number. */
#include "tools/plugin/tally.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tools/base/alloc.h"
#include "tools/base/number_map.h"

#define FORMAT 1
#define LIST_MIN 4096
#define BUFFER_BYTES (1u << 20)

struct entry {
	uint32_t node, leaf;
	uint64_t insns;
	uint64_t segment;               /* of insns */
};

struct leaf {
	struct block *block;
	uint32_t from, to;
	bool is_written;
};

static struct {
	FILE *file;
	struct number_map entry_of, leaf_of, node_of, profile_of;
	struct entry *entries;          /* from 1, as the leaves */
	struct leaf *leaves;
	uint32_t *touched;              /* entries of this segment, in order of first use */
	size_t entry_count, entry_capacity, leaf_count, leaf_capacity, touched_count,
		touched_capacity;
	uint32_t nodes, profiles;
	uint64_t segment;
} tally = {.segment = 1};

bool tally_begin(const char *path)
{
	tally.file = fopen(path, "we");
	if (tally.file == NULL) {
		perror(path);
		return false;
	}
	setvbuf(tally.file, NULL, _IOFBF, BUFFER_BYTES);
	fprintf(tally.file, "bareline-counts %d\n", FORMAT);
	return true;
}

void tally_end(void)
{
	fputs("E 0\n", tally.file);
	if (fclose(tally.file) != 0)
		perror("bareline's plugin: the trace");
}

/* Make room for one more item. */
static void *tally_grow(void *items, size_t count, size_t *capacity, size_t size)
{
	if (count < *capacity)
		return items;
	*capacity = 2 * *capacity + LIST_MIN;
	return xreallocarray(items, *capacity, size);
}

/* ---- Blocks, leaves and nodes ---- */

static void tally_write_hex(const uint8_t *bytes, uint32_t count)
{
	putc(' ', tally.file);
	for (uint32_t i = 0; i < count; i++)
		fprintf(tally.file, "%02x", bytes[i]);
}

void tally_write_block(struct block *block)
{
	if (block->is_written)
		return;
	block->is_written = true;
	fprintf(tally.file, "B %" PRIu32 " %" PRIx64, block->id, block->address);
	tally_write_hex(block->sizes, block->insns);
	tally_write_hex(block->code, block->bytes);
	putc('\n', tally.file);
}

uint32_t tally_leaf(struct block *block, uint32_t from, uint32_t to)
{
	/* Indices fit 12 bits, because a translated block is in at most two pages. */
	uint64_t key = (uint64_t)block->id << 24 | (uint64_t)from << 12 | to;
	const uint32_t *found = number_map_find(&tally.leaf_of, key);

	if (found != NULL)
		return *found;
	tally.leaf_count++;
	tally.leaves = tally_grow(tally.leaves, tally.leaf_count, &tally.leaf_capacity,
				  sizeof(*tally.leaves));
	tally.leaves[tally.leaf_count] = (struct leaf){block, from, to, false};
	number_map_add(&tally.leaf_of, key, (uint32_t)tally.leaf_count);
	return (uint32_t)tally.leaf_count;
}

void tally_number_block(struct block *block)
{
	if (block->whole == 0)
		block->whole = tally_leaf(block, 0, block->insns);
}

uint32_t tally_node(uint32_t parent, enum node_kind kind, struct block *block)
{
	uint64_t key = (uint64_t)parent << 35 | (uint64_t)kind << 32 | block->id;
	const uint32_t *found = number_map_find(&tally.node_of, key);

	if (found != NULL)
		return *found;
	number_map_add(&tally.node_of, key, ++tally.nodes);
	tally_write_block(block);
	fprintf(tally.file, "N %" PRIu32 " %" PRIu32 " %c %" PRIu32 "\n", tally.nodes, parent,
		NODE_LETTERS[kind], block->id);
	return tally.nodes;
}

/* ---- Counts ---- */

static uint32_t tally_entry(uint32_t node, uint32_t leaf)
{
	uint64_t key = (uint64_t)node << 32 | leaf;
	const uint32_t *found = number_map_find(&tally.entry_of, key);

	if (found != NULL)
		return *found;
	tally.entry_count++;
	tally.entries = tally_grow(tally.entries, tally.entry_count, &tally.entry_capacity,
				   sizeof(*tally.entries));
	tally.entries[tally.entry_count] = (struct entry){.node = node, .leaf = leaf};
	number_map_add(&tally.entry_of, key, (uint32_t)tally.entry_count);
	return (uint32_t)tally.entry_count;
}

static uint32_t tally_entry_whole(uint32_t node, struct block *block)
{
	if (block->last_node != node) {
		block->last_node = node;
		block->last_entry = tally_entry(node, block->whole);
	}
	return block->last_entry;
}

static void tally_count(uint32_t number, uint64_t insns)
{
	struct entry *entry = &tally.entries[number];

	if (entry->segment != tally.segment) {
		entry->segment = tally.segment;
		entry->insns = 0;
		tally.touched = tally_grow(tally.touched, tally.touched_count,
					   &tally.touched_capacity, sizeof(*tally.touched));
		tally.touched[tally.touched_count++] = number;
	}
	entry->insns += insns;
}

void tally_add(uint32_t node, struct block *block, uint32_t from, uint32_t to)
{
	bool is_whole = from == 0 && to == block->insns;

	tally_count(is_whole ? tally_entry_whole(node, block)
			     : tally_entry(node, tally_leaf(block, from, to)), to - from);
}

void tally_add_repeats(uint32_t node, struct block *block, uint64_t times)
{
	tally_count(tally_entry_whole(node, block), times * block->insns);
}

/* ---- Segments ---- */

static void tally_write_profile(uint32_t profile)
{
	for (size_t i = 0; i < tally.touched_count; i++) {
		uint32_t number = tally.entries[tally.touched[i]].leaf;
		struct leaf *leaf = &tally.leaves[number];

		if (!leaf->is_written) {
			leaf->is_written = true;
			tally_write_block(leaf->block);
			fprintf(tally.file, "L %" PRIu32 " %" PRIu32 " %" PRIu32 " %" PRIu32 "\n",
				number, leaf->block->id, leaf->from, leaf->to);
		}
	}
	fprintf(tally.file, "P %" PRIu32, profile);
	for (size_t i = 0; i < tally.touched_count; i++) {
		const struct entry *entry = &tally.entries[tally.touched[i]];

		fprintf(tally.file, " %" PRIu32 ":%" PRIu32 ":%" PRIu64, entry->node, entry->leaf,
			entry->insns);
	}
	putc('\n', tally.file);
}

/* A hash of 64 bits identifies a profile. `bareline explain` checks every sum, so it would notice a
 * collision. Never 0. */
static uint64_t tally_hash(void)
{
	uint64_t hash = tally.touched_count + 1;

	for (size_t i = 0; i < tally.touched_count; i++) {
		const struct entry *entry = &tally.entries[tally.touched[i]];

		hash = (hash ^ tally.touched[i]) * NUMBER_MAP_HASH_FACTOR;
		hash = (hash ^ hash >> 29 ^ entry->insns) * 0xbf58476d1ce4e5b9;
		hash ^= hash >> 32;
	}
	return hash | 1;
}

static uint32_t tally_profile(void)
{
	uint64_t hash = tally_hash();
	const uint32_t *found = number_map_find(&tally.profile_of, hash);

	if (tally.touched_count == 0)
		return 0;
	if (found != NULL)
		return *found;
	number_map_add(&tally.profile_of, hash, ++tally.profiles);
	tally_write_profile(tally.profiles);
	return tally.profiles;
}

void tally_mark(char letter, uint64_t address, uint64_t executed)
{
	uint32_t profile = tally_profile();

	fprintf(tally.file, "%c %" PRIx64 " %" PRIu64 " %" PRIu32 "\n", letter, address, executed,
		profile);
	tally.touched_count = 0;
	tally.segment++;
}
