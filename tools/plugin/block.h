/* SPDX-License-Identifier: MIT */
/* Translation blocks of QEMU, which are entered only at their first instruction. Equal instructions
 * at one address are one block, even if they are translated again. */
#ifndef TOOLS_PLUGIN_BLOCK_H
#define TOOLS_PLUGIN_BLOCK_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "tools/plugin/branch.h"

struct translation;

struct block {
	uint32_t id;                    /* from 1 */
	uint32_t insns;
	uint64_t address;
	/* Members that program_counter.c uses: */
	uint64_t repeated;              /* address of a repeated last instruction, or 0 */
	bool is_place;                  /* the kernel is entered, left or named here */
	bool is_kernel;                 /* of the kernel or firmware */
	bool goes_on;                   /* after it, task and function are the same */
	/* Members that program_tally.c uses: */
	uint32_t last_node, last_entry; /* where this block was counted last */
	uint64_t counted;               /* instructions that are not added there yet */
	uint32_t last_caller, last_call;        /* where it was called last, and that call */
	/* Members that several files use: */
	uint32_t whole;                 /* leaf of all its instructions, by tally_number_block */
	uint32_t bytes;
	uint64_t next;                  /* of the next instruction in memory */
	struct branch branch;           /* of its last instruction */
	bool ends_in_memory;            /* the last instruction has a memory operand */
	bool is_loop;                   /* it may branch to the first one */
	const uint8_t *sizes;           /* of each instruction */
	const uint8_t *code;
	const struct block *same_hash;
	bool is_handler;                /* an interrupt or exception has led here */
	bool is_exception_handler;      /* an exception has led here */
	bool is_guest_exit;             /* of KVM, by branch_is_guest_exit() */
	bool is_written;                /* to the trace */
	struct translation *translations;       /* of memory_model.c */
};

/* The block with these instructions, which is added if it is new. code and sizes are copied. */
struct block *block_get(uint64_t address, const uint8_t *code, uint32_t bytes, const uint8_t *sizes,
			uint32_t insns);

/* The address of an instruction by index; for insns, the address after the block. */
uint64_t block_address(const struct block *block, uint32_t insn);

/* Whether an instruction of the block begins at the address. */
bool block_has(const struct block *block, uint64_t address);

#endif
