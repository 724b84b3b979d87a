/* SPDX-License-Identifier: MIT */
/* The tasks of a Linux guest. Each has the entries by which it is in the kernel, and the calls in
 * progress. A task is known by the address of its structure, which the kernel reuses after the
 * task's end. */
#ifndef TOOLS_PLUGIN_PROGRAM_TASK_H
#define TOOLS_PLUGIN_PROGRAM_TASK_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "tools/plugin/block.h"

/* The upper half of the addresses belongs to the kernel. */
static inline bool is_kernel(uint64_t address_virt)
{
	return address_virt >> 63 != 0;
}

enum entry_kind {ENTRY_CALL = 'S', ENTRY_EXCEPTION = 'X', ENTRY_INTERRUPT = 'I'};

/* An entry to the kernel that has not been left. */
struct entry {
	enum entry_kind kind;
	bool is_from_user;
	bool is_new;            /* it began in this window */
	uint32_t name;          /* number of a place's name; 0: not known yet */
	uint32_t node;
	uint64_t return_virt;   /* of a system call */
	uint64_t repeated;      /* address of a string instruction that may go on after it, or 0 */
	uint64_t insns;         /* own instructions in this window, without entries within */
	size_t depth;           /* number of calls in progress when it began */
};

struct call {
	uint64_t return_virt;
	uint32_t node;
	const struct block *first;      /* of the called function */
};

#define ENTRIES_MAX 32

struct task {
	uint64_t id;            /* address of its structure; 0: not known yet */
	uint32_t serial;        /* from 1 */
	uint32_t image;         /* number of programs that it has executed */
	bool is_user;           /* it has executed user instructions */
	bool is_idle, is_dead;
	bool is_first;          /* the program's first task */
	bool is_init;           /* the process that waits for the program */
	struct entry entries[ENTRIES_MAX];
	size_t entry_count;
	struct call *calls;
	size_t call_count, call_capacity;
	/* Instructions in this window: */
	uint64_t user, kernel;
	uint64_t before;        /* user instructions of the first task before its program */
	uint64_t outside;       /* kernel instructions outside of entries: of a task's start */
	uint64_t user_repeats, kernel_repeats;  /* of string instructions */
};

/* Number of all tasks so far, and the one of that index. */
size_t task_count(void);
struct task *task_at(size_t index);

/* A new task. */
struct task *task_new(uint64_t id);

/* The task with this structure, which is new if it was not seen or has ended. */
struct task *task_find(uint64_t id);

/* State the structure of a task that has none. */
void task_name(struct task *task, uint64_t id);

/* The node of the task's current function. */
uint32_t task_node(const struct task *task);

/* State that the latest entry, which began as an unnamed exception, is an interrupt. */
void task_become_interrupt(struct task *task);

/* task_enter() begins an entry to the kernel. task_name_entry() names the latest entry if the entry
 * has no name, and if it is a system call exactly when is_call is true. task_leave() ends the
 * latest entry when the kernel returns, to the kernel or to user mode. It returns the entry, or
 * NULL if none ended. */
void task_enter(struct task *task, const struct entry *entry);
void task_name_entry(struct task *task, bool is_call, uint32_t name);
const struct entry *task_leave(struct task *task, bool is_to_kernel);

/* Follow a call to a block, a return to one, and an indirect jump between two. */
void task_call(struct task *task, struct block *to, uint64_t return_virt);
void task_jump(struct task *task, const struct block *from, struct block *to);
void task_return(struct task *task, struct block *to);

/* Write the sums of the tasks that ran in this window. */
void tasks_write(void);

/* Forget the sums of the last window. */
void tasks_clear(void);

#endif
