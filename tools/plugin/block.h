/* SPDX-License-Identifier: MIT */
/* Blocks of instructions as QEMU translates them: each is entered at its first instruction only.
 * The same instructions at the same address are one block, however often they are translated. */
#ifndef TOOLS_PLUGIN_BLOCK_H
#define TOOLS_PLUGIN_BLOCK_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "tools/plugin/branch.h"

struct translation;

struct block {
	uint32_t id;                    /* from 1 on */
	uint32_t whole;                 /* leaf of all its instructions; see tally_number_block */
	uint64_t address;
	uint64_t next;                  /* behind it */
	uint32_t insns, bytes;
	struct branch branch;           /* of its last instruction */
	bool ends_in_memory;            /* that has an operand there */
	const uint8_t *sizes;           /* of each instruction */
	const uint8_t *code;
	const struct block *same_hash;
	bool is_handler;                /* an interrupt or an exception was seen to lead here */
	bool is_of_exceptions;          /* the latter */
	bool is_written;                /* to the trace */
	uint32_t last_node, last_entry; /* of the tally: where this block was counted last */
	struct translation *translations;       /* of the modelled memory system */
};

/* The block of that address, made if there is none. */
struct block *block_get(uint64_t address, const uint8_t *code, uint32_t bytes, const uint8_t *sizes,
			uint32_t insns);

/* The address of one of its instructions; with insns, what stands behind it. */
uint64_t block_address(const struct block *block, uint32_t insn);

/* Whether an instruction of the block is there. */
bool block_has(const struct block *block, uint64_t address);

#endif
