/* SPDX-License-Identifier: MIT */
/* Counts a program's instructions in a Linux guest, its kernel's included, by task, entry to the
 * kernel and call path. Windows begin and end with an instruction of the guest's first process
 * (lib/count_marks.h). A window begins in the program's process before its execve(), and ends in
 * the first process after waitpid(), so it has all tasks of the program. */
#ifndef TOOLS_PLUGIN_PROGRAM_COUNTER_H
#define TOOLS_PLUGIN_PROGRAM_COUNTER_H

#include <limits.h>
#include <stdbool.h>
#include <stdint.h>

#include "tools/plugin/block.h"

/* The CPU that executes; PROGRAM_NONE before the first window. Read only. */
#define PROGRAM_NONE UINT_MAX
extern unsigned program_counter_running;

/* Describe a new block, before it is executed. */
void program_counter_describe(struct block *block);

/* A CPU begins a block. executed is the number of instructions that this CPU has executed since the
 * last event of any CPU. */
void program_counter_block(unsigned vcpu, struct block *to, uint64_t executed);

/* The last instruction of the current block accessed memory. */
void program_counter_access(unsigned vcpu);

/* The kernel saves the stack pointer of one task, and loads the stack pointer of another. */
void program_counter_switch_from(unsigned vcpu, uint64_t task);
void program_counter_switch_to(unsigned vcpu, uint64_t task, uint64_t executed);

/* A mark in a block. */
void program_counter_mark(unsigned vcpu, struct block *block, bool is_begin, uint64_t executed);

#endif
