/* SPDX-License-Identifier: MIT */
/* The process that makes threads and processes: a small static program, begun anew, so that the
 * same lies in its address space whatever was measured before. Nothing is in it but what loading
 * it and the C library's start put there, and the memory that is asked for. bareline-linux holds
 * the program in itself. */
#ifndef LINUX_SERVER_TASK_SERVER_H
#define LINUX_SERVER_TASK_SERVER_H

#include "bench/platform.h"

/* It reads a struct platform_task, whose work is taken to be work_write, from standard input and
 * answers with an int, 0 or a negative errno; then for each byte that it reads it makes a task, and
 * answers with a struct task_reply. It ends when nothing comes any more. */
struct task_reply {
	int status;                     /* platform_task_trial's */
	struct task_stamps stamps;
};

#endif
