/* SPDX-License-Identifier: MIT */
/* Files are loaded page by page, so each page of a file has one possible place for a block. A place
 * with the block's bytes is a vote for its distance to the block. */
#include "tools/count/loaded_file.h"

#include <stdlib.h>
#include <string.h>

#include "tools/base/alloc.h"
#include "tools/base/utf8.h"

#define PAGE_BYTES 4096u
/* Shorter blocks occur in many files. */
#define BLOCK_BYTES_MIN 16
/* Bytes of matching blocks that a place needs. */
#define PLACE_BYTES_MIN 32
/* A large file is searched for a sample of the blocks only. */
#define TRIALS_MAX ((size_t)200 << 20)
#define PROCESS_END (1ull << 63)  /* of processors with 48 bits or more */

struct vote {
	uint64_t shift, bytes;
};

struct votes {
	struct number_map index;        /* by pages + 1 */
	struct vote *items;
	size_t count;
};

static void votes_add(struct votes *votes, uint64_t shift, uint32_t bytes)
{
	uint64_t key = shift / PAGE_BYTES + 1;
	uint32_t *found = number_map_find(&votes->index, key);

	if (found != NULL) {
		votes->items[*found].bytes += bytes;
		return;
	}
	number_map_add(&votes->index, key, (uint32_t)votes->count);
	if ((votes->count & (votes->count - 1)) == 0)
		votes->items = xreallocarray(votes->items,
					     votes->count == 0 ? 1 : 2 * votes->count,
					     sizeof(*votes->items));
	votes->items[votes->count++] = (struct vote){shift, bytes};
}

static void votes_add_block(struct votes *votes, const struct elf_code *code,
			    const struct counted_block *block)
{
	uint64_t at = (block->address - code->address) % PAGE_BYTES;

	for (; at <= code->size && block->bytes <= code->size - at; at += PAGE_BYTES) {
		if (memcmp(code->bytes + at, block->code, block->bytes) == 0)
			votes_add(votes, block->address - code->address - at, block->bytes);
	}
}

static void votes_add_file(struct votes *votes, const struct elf_file *elf,
			   const struct program_counts *counts)
{
	struct elf_code code;

	for (size_t i = 0; elf_file_code_part(elf, &i, &code); i++) {
		size_t step = counts->block_count * (code.size / PAGE_BYTES + 1) / TRIALS_MAX + 1;

		for (size_t j = 0; j < counts->block_count; j += step) {
			const struct counted_block *block = &counts->blocks[j];

			if (block->address < PROCESS_END && block->bytes >= BLOCK_BYTES_MIN)
				votes_add_block(votes, &code, block);
		}
	}
}

static int by_bytes(const void *first, const void *second)
{
	const struct vote *a = first, *b = second;

	if (a->bytes != b->bytes)
		return a->bytes > b->bytes ? -1 : 1;
	return a->shift < b->shift ? -1 : a->shift > b->shift;
}

static bool is_at_its_address(const struct elf_file *elf, const struct program_counts *counts)
{
	for (size_t i = 0; i < counts->block_count; i++) {
		const struct counted_block *block = &counts->blocks[i];
		const uint8_t *code = elf_file_code(elf, block->address, block->bytes);

		if (code != NULL && memcmp(code, block->code, block->bytes) == 0)
			return true;
	}
	return false;
}

bool loaded_file_read(struct loaded_file *file, const char *path,
		      const struct program_counts *counts)
{
	const char *slash = strrchr(path, '/');
	struct votes votes = {0};

	*file = (struct loaded_file){0};
	if (!elf_file_load(&file->elf, path))
		return false;
	votes_add_file(&votes, &file->elf, counts);
	if (votes.count > 0)
		qsort(votes.items, votes.count, sizeof(*votes.items), by_bytes);
	/* A program that cannot move needs no votes. */
	if (is_at_its_address(&file->elf, counts))
		file->shifts[file->place_count++] = 0;
	for (size_t i = 0; file->place_count < LOADED_PLACES_MAX && i < votes.count &&
			   votes.items[i].bytes >= PLACE_BYTES_MIN; i++) {
		if (file->place_count == 0 || votes.items[i].shift != file->shifts[0])
			file->shifts[file->place_count++] = votes.items[i].shift;
	}
	free(votes.items);
	number_map_free(&votes.index);
	file->name = xstrdup(slash != NULL ? slash + 1 : path);
	utf8_make_printable(file->name);
	if (file->place_count > 0)
		return true;
	loaded_file_free(file);
	return false;
}

void loaded_file_free(struct loaded_file *file)
{
	elf_file_free(&file->elf);
	free(file->name);
	*file = (struct loaded_file){0};
}

bool loaded_file_has(const struct loaded_file *file, const struct counted_block *block,
		     uint64_t *address)
{
	for (size_t i = 0; i < file->place_count; i++) {
		const uint8_t *code = elf_file_code(&file->elf, block->address - file->shifts[i],
						    block->bytes);

		*address = block->address - file->shifts[i];
		if (code != NULL && memcmp(code, block->code, block->bytes) == 0)
			return true;
	}
	return false;
}
