/* SPDX-License-Identifier: MIT */
/* The file of a program's counts that QEMU's plugin writes (docs/reference/plugin-files.md). */
#ifndef TOOLS_COUNT_PROGRAM_COUNTS_H
#define TOOLS_COUNT_PROGRAM_COUNTS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "tools/base/arena.h"
#include "tools/base/number_map.h"

/* A block of instructions that was executed. */
struct counted_block {
	uint64_t address;
	const uint8_t *code;
	uint32_t bytes;
};

enum counted_kind {
	COUNTED_TASK = 'T',             /* a program that a task executes: the root of its calls */
	COUNTED_FUNCTION = 'C',
	COUNTED_CALL = 'S',             /* a system call */
	COUNTED_EXCEPTION = 'X',
	COUNTED_INTERRUPT = 'I',
	COUNTED_START = 'K',            /* of rows only: the start of a task in the kernel */
};

struct counted_node {
	enum counted_kind kind;
	uint32_t parent;                /* index; of a task: its serial number */
	uint32_t block;                 /* index, of a function */
	const char *name;               /* of an entry to the kernel */
};

enum task_class {CLASS_PROGRAM, CLASS_INIT, CLASS_KERNEL, CLASS_IDLE, TASK_CLASSES};

struct counted_task {
	uint32_t serial;
	enum task_class class;
	uint64_t before;                /* user instructions before the program */
	uint64_t user, kernel;
	uint64_t user_repeats, kernel_repeats;
};

/* Entries to the kernel of equal cost. */
struct counted_entry {
	uint32_t task;                  /* serial number */
	enum counted_kind kind;
	const char *name;
	uint64_t insns, times;
	bool is_new;                    /* they began in the window */
};

struct counted_tally {
	uint32_t node, block;           /* indices */
	uint64_t insns;
};

/* The counts from one mark to the next. Members are first items and numbers of items in the
 * lists. */
struct counted_window {
	size_t task, task_count, entry, entry_count, tally, tally_count;
};

struct program_counts {
	struct arena arena;
	struct counted_block *blocks;
	struct counted_node *nodes;
	struct counted_task *tasks;
	struct counted_entry *entries;
	struct counted_tally *tallies;
	struct counted_window *windows;
	size_t block_count, node_count, task_count, entry_count, tally_count, window_count;
	struct number_map block_index, node_index;      /* by number */
};

/* Read the file. On failure, prints the line and the cause and returns false. */
bool program_counts_read(struct program_counts *counts, const char *path);
void program_counts_free(struct program_counts *counts);

#endif
