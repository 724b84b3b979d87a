/* SPDX-License-Identifier: MIT */
/* Programs are loaded page by page, so each page of a file has one possible place for a block. Each
 * place with the block's bytes is a vote for its distance to the block. The distance with the most
 * bytes wins. */
#include "tools/explain/moved_program.h"

#include <stdlib.h>
#include <string.h>

#include "tools/base/alloc.h"
#include "tools/base/number_map.h"
#include "tools/base/utf8.h"

#define PAGE_BYTES 4096u
/* Blocks with fewer bytes occur in many programs; minimum number of bytes of all matching
 * blocks. */
#define BLOCK_BYTES_MIN 16
#define BYTES_MIN 32
/* Addresses in 64-bit mode are sign-extended: the kernel is above. */
#define PROCESS_END 0x800000000000u

/* Number of matching bytes for each distance between the addresses in the process and those in the
 * file. A key is the distance in pages, plus 1. */
struct votes {
	struct number_map bytes;
	uint64_t best;
	uint32_t best_bytes;
};

static void votes_add(struct votes *votes, uint64_t shift, uint32_t bytes)
{
	uint64_t key = shift / PAGE_BYTES + 1;
	uint32_t *sum = number_map_find(&votes->bytes, key);

	if (sum == NULL) {
		number_map_add(&votes->bytes, key, 0);
		sum = number_map_find(&votes->bytes, key);
	}
	*sum += bytes;
	if (*sum > votes->best_bytes) {
		votes->best = shift;
		votes->best_bytes = *sum;
	}
}

static void votes_add_block(struct votes *votes, const struct elf_code *code,
			    const struct profile_block *block)
{
	uint64_t at = (block->address - code->address) % PAGE_BYTES;

	for (; at <= code->size && block->bytes <= code->size - at; at += PAGE_BYTES) {
		if (memcmp(code->bytes + at, block->code, block->bytes) == 0)
			votes_add(votes, block->address - code->address - at, block->bytes);
	}
}

/* Uses only blocks that are function entries of the process. */
static void votes_add_blocks(struct votes *votes, const struct elf_file *file,
			     const struct instruction_profile *trace)
{
	struct elf_code code;

	for (size_t i = 0; elf_file_code_part(file, &i, &code); i++) {
		for (size_t j = 0; j < trace->node_list.count; j++) {
			const struct profile_block *block = &trace->blocks[trace->nodes[j].block];

			if (trace->nodes[j].is_host && block->address < PROCESS_END &&
			    block->bytes >= BLOCK_BYTES_MIN)
				votes_add_block(votes, &code, block);
		}
	}
}

bool moved_program_read(struct moved_program *program, const char *path,
			const struct instruction_profile *trace)
{
	struct votes votes = {0};
	const char *slash;
	char *label;

	*program = (struct moved_program){0};
	if (!elf_file_load(&program->file, path))
		return false;
	votes_add_blocks(&votes, &program->file, trace);
	number_map_free(&votes.bytes);
	program->shift = votes.best;
	slash = strrchr(path, '/');
	label = xasprintf("[%s]", slash != NULL ? slash + 1 : path);
	utf8_make_printable(label);
	program->label = label;
	if (votes.best_bytes >= BYTES_MIN)
		return true;
	moved_program_free(program);
	return false;
}

void moved_program_free(struct moved_program *program)
{
	elf_file_free(&program->file);
	free(program->label);
	*program = (struct moved_program){0};
}

bool moved_program_has(const struct moved_program *program, const struct profile_block *block)
{
	const uint8_t *code = elf_file_code(&program->file, block->address - program->shift,
					    block->bytes);

	return code != NULL && memcmp(code, block->code, block->bytes) == 0;
}
