/* SPDX-License-Identifier: MIT */
/* The threads of an imported trace: what each does at the moment, and for which interaction. */
#ifndef TOOLS_FLOW_IMPORT_TASKS_H
#define TOOLS_FLOW_IMPORT_TASKS_H

#include "tools/flow/import/trace.h"

#define TASK_NONE UINT32_MAX

enum task_state {TASK_UNSEEN, TASK_RUNNING, TASK_READY, TASK_ASLEEP};

struct task {
	uint32_t pid;
	uint32_t subtask;               /* it works for; 0: none */
	uint32_t interaction;           /* likewise, counted from 1; 0: none */
	uint32_t wait;                  /* its last WAIT, by index in the log */
	uint32_t last;                  /* its last event, likewise */
	uint16_t thread;                /* number in the log; 0: not named yet */
	uint16_t object;                /* that stands for who held what was waited for; likewise */
	uint16_t served_by;             /* device that has ended a request of its; 0: none */
	uint16_t cpu;                   /* it runs on */
	uint8_t state;
	char slept_as;                  /* the kernel's letter */
	bool is_taken_on;               /* it got its sub-task by a message */
	bool is_woken_early;            /* between its decision to sleep and its switch */
	bool is_ending;
	char comm[16];
};

struct tasks {
	FLOW_LIST(struct task) items;
	struct number_map by_pid;       /* pid + 1 to index: who has that number now */
};

/* Its index; it becomes one if it is new. Pointers to tasks are valid until then. */
uint32_t tasks_of(struct tasks *tasks, uint32_t pid, struct trace_text comm);

/* A new thread has this number, whoever had it before. */
uint32_t tasks_create(struct tasks *tasks, uint32_t pid, struct trace_text comm);

void tasks_free(struct tasks *tasks);

/* A thread of the kernel that does what is left over for everybody: to be woken tells nothing. */
bool task_is_housekeeper(const struct task *task);

/* One that does work for others: who wakes up does not do so for a message of its own. */
bool task_is_kernel_worker(const struct task *task);

#endif
