/* SPDX-License-Identifier: MIT */
/* How many instructions a node of the call tree has executed of a block, in the segment between two
 * marks; and the trace that it is written to. docs/design.md has the trace's format. */
#ifndef TOOLS_PLUGIN_TALLY_H
#define TOOLS_PLUGIN_TALLY_H

#include <stdbool.h>
#include <stdint.h>

#include "tools/plugin/block.h"

/* How a node was entered. The trace has the letters in this order. */
enum node_kind {
	NODE_ROOT,
	NODE_CALL,
	NODE_SYSTEM,            /* by an instruction that enters the system */
	NODE_INTERRUPT,         /* by an interrupt or an exception */
	NODE_LEAVE,             /* by one that leaves it or a function, to what was not yet seen */
	NODE_STACK,             /* another stack: another thread */
	NODE_EXIT,              /* out of a guest */
	NODE_GUEST,             /* into one that has not been seen before */
};

#define NODE_LETTERS "RCSILTXG"

/* The file to write. On failure says why and returns false. */
bool tally_begin(const char *path);
void tally_end(void);

/* Have the trace say what the block is, if it has not yet. */
void tally_name_block(struct block *block);

/* Number the part of a block that is all its instructions, if the block is new. A block needs this
 * before tally_add. */
void tally_number_block(struct block *block);

/* Part of a block: its instructions from one to before another. */
uint32_t tally_leaf(struct block *block, uint32_t from, uint32_t to);

/* A node of the tree of calls: the child of parent that begins with the block. */
uint32_t tally_node(uint32_t parent, enum node_kind kind, struct block *block);

/* The node has executed such a part. */
void tally_add(uint32_t node, struct block *block, uint32_t from, uint32_t to);

/* A mark: what was added since the last one is what led here. letter is M for a read of the clock,
 * I and O for where counting begins and ends. */
void tally_mark(char letter, uint64_t address, uint64_t executed);

#endif
