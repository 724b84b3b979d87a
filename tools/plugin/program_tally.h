/* SPDX-License-Identifier: MIT */
/* What a program's tasks have executed in a window, by call path and by entry to the kernel, and
 * the file in which it is written (docs/reference/plugin-files.md). */
#ifndef TOOLS_PLUGIN_PROGRAM_TALLY_H
#define TOOLS_PLUGIN_PROGRAM_TALLY_H

#include <stdbool.h>
#include <stdint.h>

#include "tools/plugin/block.h"

#define PROGRAM_COUNTS_MARK "bareline-program-counts 1"

/* Create the file. On failure, prints the cause and returns false. */
bool program_tally_begin(const char *path);

/* Nodes of the tree of calls: of a task's program, a function, and an entry to the kernel. */
uint32_t program_node_task(uint32_t serial, uint32_t image);
uint32_t program_node_call(uint32_t parent, struct block *function);
uint32_t program_node_entry(uint32_t parent, char kind, uint32_t name);

/* Count the block below this node from now on. */
void program_tally_move(uint32_t node, struct block *block);

/* Count instructions of a block below a node, which is not 0. */
static inline void program_tally_add(uint32_t node, struct block *block, uint64_t insns)
{
	if (block->last_node != node)
		program_tally_move(node, block);
	block->counted += insns;
}

/* Count an entry of the task with this serial number that took this number of instructions. kind is
 * an enum entry_kind, or 'K', the start of a task. is_new: the entry began in this window.
 * Otherwise, adds instructions, but no entry. */
void program_tally_entry(uint32_t serial, char kind, uint32_t name, uint64_t insns, bool is_new);

/* Instructions of a task in the window. */
struct task_sums {
	uint64_t before;        /* of the first task before its program, in user mode */
	uint64_t user, kernel;
	uint64_t user_repeats, kernel_repeats;  /* of string instructions */
};

/* Write the sums of a task, of a class such as "program". */
void program_tally_task(uint32_t serial, const char *class, const struct task_sums *sums);

/* Write the rest of the window, and begin another one. */
void program_tally_window(void);

void program_tally_end(void);

#endif
