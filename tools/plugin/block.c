/* SPDX-License-Identifier: MIT */
#include "tools/plugin/block.h"

#include <string.h>

#include "tools/base/alloc.h"
#include "tools/base/number_map.h"

static struct {
	struct number_map by_hash;      /* to the id of the latest block */
	struct block **items;
	size_t count, capacity;
	uint64_t ready_virt;            /* where the latest code that readies a guest goes on */
	uint64_t entry_virt;            /* of the instruction that enters a guest; 0: unknown */
} blocks;

/* FNV-1a of the address and the code: Fowler, Noll and Vo. Never 0. */
static uint64_t block_hash(uint64_t address, const uint8_t *code, uint32_t bytes)
{
	uint64_t hash = 0xcbf29ce484222325 ^ address;

	for (uint32_t i = 0; i < bytes; i++)
		hash = (hash ^ code[i]) * 0x100000001b3;
	return hash | 1;
}

static const uint8_t *block_copy(const uint8_t *bytes, size_t count)
{
	uint8_t *copy = xmalloc(count);

	return memcpy(copy, bytes, count);
}

/* Whether the last instruction of a block enters a guest. The instruction that readies the guest
 * may end the block before. QEMU may divide the code elsewhere later, so its end is remembered. */
static bool block_enters_guest(const struct block *block, uint64_t last_virt)
{
	if (branch_enters_guest(block->code, block->bytes, block->address == blocks.ready_virt))
		blocks.entry_virt = last_virt;
	return blocks.entry_virt != 0 && last_virt == blocks.entry_virt;
}

static struct block *block_make(uint64_t address, const uint8_t *code, uint32_t bytes,
				const uint8_t *sizes, uint32_t insns)
{
	struct block *block = xcalloc(1, sizeof(*block));
	uint32_t last = sizes[insns - 1];

	if (blocks.count == blocks.capacity) {
		blocks.capacity = 2 * blocks.capacity + 1024;
		blocks.items = xreallocarray(blocks.items, blocks.capacity, sizeof(*blocks.items));
	}
	blocks.items[blocks.count++] = block;
	*block = (struct block){
		.id = (uint32_t)blocks.count, .address = address, .next = address + bytes,
		.insns = insns, .bytes = bytes, .sizes = block_copy(sizes, insns),
		.code = block_copy(code, bytes),
		.branch = branch_of(code + bytes - last, last, address + bytes - last),
	};
	if (block->branch.kind == BRANCH_OUT_OF_SYSTEM &&
	    block_enters_guest(block, address + bytes - last))
		block->branch.kind = BRANCH_INTO_GUEST;
	if (branch_readies_guest(code + bytes - last, last))
		blocks.ready_virt = block->next;
	block->is_guest_exit = branch_is_guest_exit(code, bytes, address);
	block->is_loop = block->branch.target == address &&
		(block->branch.kind == BRANCH_JUMP || block->branch.kind == BRANCH_CONDITIONAL);
	block->ends_in_memory = branch_accesses_memory(code + bytes - last, last);
	return block;
}

struct block *block_get(uint64_t address, const uint8_t *code, uint32_t bytes, const uint8_t *sizes,
			uint32_t insns)
{
	uint64_t hash = block_hash(address, code, bytes);
	uint32_t *newest = number_map_find(&blocks.by_hash, hash);
	struct block *made;

	for (const struct block *block = newest != NULL ? blocks.items[*newest - 1] : NULL;
	     block != NULL; block = block->same_hash) {
		if (block->address == address && block->bytes == bytes && block->insns == insns &&
		    memcmp(block->code, code, bytes) == 0)
			return blocks.items[block->id - 1];
	}
	made = block_make(address, code, bytes, sizes, insns);
	if (newest != NULL) {
		made->same_hash = blocks.items[*newest - 1];
		*newest = made->id;
	} else {
		number_map_add(&blocks.by_hash, hash, made->id);
	}
	return made;
}

uint64_t block_address(const struct block *block, uint32_t insn)
{
	uint64_t address = block->address;

	for (uint32_t i = 0; i < insn; i++)
		address += block->sizes[i];
	return address;
}

bool block_has(const struct block *block, uint64_t address)
{
	uint64_t at = block->address;

	for (uint32_t i = 0; i < block->insns && at < address; i++)
		at += block->sizes[i];
	return at == address && address < block->next;
}
