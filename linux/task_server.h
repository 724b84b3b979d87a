/* SPDX-License-Identifier: MIT */
/* The process that makes threads and processes: this program again, just begun, so that the same
 * lies in its address space whatever was measured before. Nothing is in it but what the loader and
 * the C library's start put there, and the memory that is asked for. */
#ifndef LINUX_TASK_SERVER_H
#define LINUX_TASK_SERVER_H

#include <stdbool.h>
#include <stdint.h>

#include "bench/platform.h"

/* What the program is called then. It reads a struct platform_task from standard input and answers
 * with an int, 0 or a negative errno; then for each byte that it reads it makes a task, and answers
 * with a struct task_reply. It ends when nothing comes any more. */
#define TASK_SERVER_NAME "bareline-tasks"

struct task_reply {
	int status;                     /* platform_task_trial's */
	struct task_stamps stamps;
};

/* Whether the program was started as one, by its name; and what it then does instead of all else.
 * Returns its exit status. */
bool task_server_is(const char *program);
int task_server_run(void);

#endif
