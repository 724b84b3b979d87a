/* SPDX-License-Identifier: MIT */
/* Read the output of the QEMU plugin (docs/reference/plugin-files.md): blocks of instructions, the
 * call tree, and the instructions executed between marks, by node and block. */
#ifndef TOOLS_EXPLAIN_INSTRUCTION_PROFILE_H
#define TOOLS_EXPLAIN_INSTRUCTION_PROFILE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "tools/base/arena.h"
#include "tools/base/number_map.h"

struct profile_block {
	uint64_t address;
	const uint8_t *sizes;           /* of each instruction */
	const uint8_t *code;
	uint32_t insns, bytes;
};

/* A range of a block's instructions, from inclusive and to exclusive. */
struct profile_leaf {
	uint32_t block;                 /* index, from 0, as all numbers here */
	uint32_t from, to;
};

/* The start of a file of the plugin, the maximum size of the file and of a line. */
#define PLUGIN_FILE_MARK "bareline-"
#define PLUGIN_FILE_BYTES_MAX ((uint64_t)4 << 30)
#define PLUGIN_LINE_MAX ((size_t)4 << 20)

#define PROFILE_NO_PARENT UINT32_MAX
/* Maximum depth of the call tree; larger than the plugin's stacks. */
#define PROFILE_DEPTH_MAX 1024

struct profile_node {
	uint32_t parent;                /* a smaller index, or PROFILE_NO_PARENT */
	uint32_t block;                 /* its first block */
	char kind;                      /* a letter of NODE_LETTERS in tools/plugin/stack.h */
	bool is_host;                   /* executed by a guest's host: an exit, or a callee */
	uint16_t depth;                 /* 1: no parent */
};

struct profile_count {
	uint32_t node, leaf;
	uint64_t insns;
};

struct mark_profile {
	const struct profile_count *counts;     /* each counts executions of the complete leaf */
	size_t count;
	uint64_t insns;
};

struct profile_mark {
	char kind;                      /* 'M': the clock is read; 'I', 'O': a point begins, ends */
	uint64_t address, executed;
	uint32_t profile;               /* since the previous mark; MARK_NO_PROFILE: nothing */
};

#define MARK_NO_PROFILE UINT32_MAX

struct memory_trace;

struct profile_list_size {
	size_t count, capacity;
};

struct instruction_profile {
	struct arena arena;
	struct profile_block *blocks;
	struct profile_leaf *leaves;
	struct profile_node *nodes;
	struct mark_profile *profiles;
	struct profile_mark *marks;
	struct profile_list_size block_list, leaf_list, node_list, profile_list, mark_list;
	struct number_map block_of, leaf_of;    /* by the plugin's numbers */
	size_t list_bytes;              /* allocated */
	bool is_whole;                  /* the last line is present */
	const struct memory_trace *memory;      /* counted in the same run, not owned; NULL: none */
};

/* Read a file of the plugin. On failure, prints the cause and returns false. */
bool instruction_profile_read(struct instruction_profile *trace, const char *path);
void instruction_profile_free(struct instruction_profile *trace);

/* The address of an instruction of a block. */
uint64_t instruction_profile_address(const struct profile_block *block, uint32_t insn);

#endif
