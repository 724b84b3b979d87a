/* SPDX-License-Identifier: MIT */
/* Count the instructions executed between two marks, by node of the call tree and block, and write
 * them to the file of counts (docs/reference/plugin-files.md). */
#ifndef TOOLS_PLUGIN_TALLY_H
#define TOOLS_PLUGIN_TALLY_H

#include <stdbool.h>
#include <stdint.h>

#include "tools/plugin/block.h"

/* How a node was entered. NODE_LETTERS are its letters in the trace. */
enum node_kind {
	NODE_ROOT,
	NODE_CALL,
	NODE_SYSTEM,            /* by SYSCALL, INT or a gate */
	NODE_INTERRUPT,         /* by an interrupt or exception */
	NODE_LEAVE,             /* by a return to an address without a frame */
	NODE_STACK,             /* by a switch to another stack: another thread */
	NODE_EXIT,              /* by a guest exit */
	NODE_GUEST,             /* by an entry to a new guest */
};

#define NODE_LETTERS "RCSILTXG"

/* Create the file. On failure, prints the cause and returns false. */
bool tally_begin(const char *path);
void tally_end(void);

/* Write the block to the trace, unless it was written before. */
void tally_write_block(struct block *block);

/* Set block->whole, if the block is new. Must be called before tally_add. */
void tally_number_block(struct block *block);

/* The number of a leaf: instructions [from, to) of a block. */
uint32_t tally_leaf(struct block *block, uint32_t from, uint32_t to);

/* The number of a node of the call tree: the child of parent that begins with the block. */
uint32_t tally_node(uint32_t parent, enum node_kind kind, struct block *block);

/* Add the executed instructions [from, to) of a block to a node. */
void tally_add(uint32_t node, struct block *block, uint32_t from, uint32_t to);

/* Add `times` executions of a whole block to a node. */
void tally_add_repeats(uint32_t node, struct block *block, uint64_t times);

/* End the segment with a mark. letter is M for a clock read, I for the start and O for the end of
 * counting. */
void tally_mark(char letter, uint64_t address, uint64_t executed);

#endif
