/* SPDX-License-Identifier: MIT */
/* The threads of an imported trace: their current state and interaction. */
#ifndef TOOLS_FLOW_IMPORT_TASKS_H
#define TOOLS_FLOW_IMPORT_TASKS_H

#include "tools/flow/import/trace.h"

#define TASK_NONE UINT32_MAX

enum task_state {TASK_UNSEEN, TASK_RUNNING, TASK_READY, TASK_ASLEEP};

struct task {
	uint32_t pid;
	uint32_t subtask;               /* 0: none */
	uint32_t interaction;           /* from 1; 0: none */
	uint32_t wait;                  /* log index of its current WAIT, or TASK_NONE */
	uint32_t last;                  /* log index of its last event */
	uint32_t ready;                 /* log index of the READY event of its wake-up, or
					 * TASK_NONE */
	uint32_t slices;                /* that it is in, from its interaction's on; 0: none */
	uint64_t futex;                 /* address, while it is in that system call; or 0 */
	FLOW_LIST(uint16_t) procedures; /* objects that it is in, the outermost first */
	struct number_map depths;       /* of each object in procedures */
	uint32_t reading;               /* log index of the WAIT of its read of memory; or
					 * TASK_NONE */
	uint16_t thread;                /* its number in the log; 0: not named yet */
	uint16_t object;                /* for waits for this thread; likewise */
	uint16_t served_by;             /* device that completed its request; 0: none */
	uint16_t cpu;                   /* on which it ran last */
	uint8_t host;
	uint8_t state;
	char sleep_state;               /* the kernel's letter */
	bool is_continuation;           /* its sub-task came with a message */
	bool is_woken_early;            /* before the switch that begins its sleep */
	bool is_woken;                  /* ready by a wake-up, not by a preemption */
	bool is_exiting;
	bool is_housekeeping;           /* of the kernel: a wake-up of it is not a message */
	bool is_kernel_worker;          /* works for others, or the same: a wake-up by it does not
					 * show that the woken thread had finished its work */
	char comm[16];
};

struct tasks {
	FLOW_LIST(struct task) items;
	struct number_map by_pid;       /* host and pid to index of its current thread */
	uint8_t host;                   /* of the threads that the functions below find */
};

/* The index of a thread, which is added if it is new; that invalidates pointers to tasks. */
uint32_t tasks_get(struct tasks *tasks, uint32_t pid, struct trace_text comm);

/* Add a new thread, which replaces an earlier one of that pid. */
uint32_t tasks_add(struct tasks *tasks, uint32_t pid, struct trace_text comm);

/* The thread with a number; NULL: none. */
struct task *tasks_find(struct tasks *tasks, uint32_t pid);

/* Give a thread the number of another one, which has ended. */
void tasks_renumber(struct tasks *tasks, uint32_t index, uint32_t pid);

void tasks_free(struct tasks *tasks);

#endif
