/* SPDX-License-Identifier: MIT */
/* The process that creates threads and processes. It is a small static program that is started
 * fresh, so that its address space does not depend on earlier benchmarks. It contains only the C
 * library's start-up and the requested memory. bareline-linux contains this program. */
#ifndef LINUX_SERVER_TASK_SERVER_H
#define LINUX_SERVER_TASK_SERVER_H

#include "bench/platform.h"

/* The process reads a struct platform_task from standard input, assumes work_write as its work, and
 * answers with an int, 0 or a negative errno. Then for each byte it creates a task and answers with
 * a struct task_reply. The process exits at the end of input. */
struct task_reply {
	int status;                     /* status of platform_task_trial */
	struct task_stamps stamps;
};

#endif
