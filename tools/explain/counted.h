/* SPDX-License-Identifier: MIT */
/* What the plugin of QEMU has counted (docs/design.md, "Counting from outside"): blocks of
 * instructions, the tree of calls, and between marks what each node executed of each block. */
#ifndef TOOLS_EXPLAIN_COUNTED_H
#define TOOLS_EXPLAIN_COUNTED_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "tools/base/arena.h"
#include "tools/base/number_map.h"

struct counted_block {
	uint64_t address;
	const uint8_t *sizes;           /* of its instructions */
	const uint8_t *code;
	uint32_t insns, bytes;
};

/* Instructions of a block from one to before another. */
struct counted_leaf {
	uint32_t block;                 /* places, from 0 on, as all numbers here */
	uint32_t from, to;
};

#define COUNTED_NO_PARENT UINT32_MAX
/* How deep the tree of calls may be: more than the plugin's stacks have frames. */
#define COUNTED_DEPTH_MAX 1024

struct counted_node {
	uint32_t parent;                /* an earlier one, or COUNTED_NO_PARENT */
	uint32_t block;                 /* that it begins with */
	char kind;                      /* a letter of NODE_LETTERS in tools/plugin/stack.h */
	bool is_host;                   /* a guest's host executes it: an exit, or below one */
	uint16_t depth;                 /* 1: no parent */
};

struct counted_count {
	uint32_t node, leaf;
	uint64_t insns;
};

struct counted_profile {
	const struct counted_count *counts;     /* each of executions of the whole leaf */
	size_t count;
	uint64_t insns;
};

struct counted_mark {
	char kind;                      /* 'M': the clock is read; 'I', 'O': a point begins, ends */
	uint64_t address, executed;
	uint32_t profile;               /* what led here from the mark before;
					 * COUNTED_NO_PROFILE: nothing */
};

#define COUNTED_NO_PROFILE UINT32_MAX

struct memory_trace;

struct counted_list {
	size_t count, capacity;
};

struct counted {
	struct arena arena;
	struct counted_block *blocks;
	struct counted_leaf *leaves;
	struct counted_node *nodes;
	struct counted_profile *profiles;
	struct counted_mark *marks;
	struct counted_list block_list, leaf_list, node_list, profile_list, mark_list;
	struct number_map block_of, leaf_of;    /* by the plugin's numbers */
	bool is_whole;                  /* its last line is there */
	const struct memory_trace *memory;      /* modelled meanwhile; NULL: nothing. Not the
						 * trace's own */
};

/* Read a file that the plugin wrote. On failure says why and returns false. */
bool counted_read(struct counted *trace, const char *path);
void counted_free(struct counted *trace);

/* The address of an instruction of a block. */
uint64_t counted_address(const struct counted_block *block, uint32_t insn);

#endif
