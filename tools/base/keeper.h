/* SPDX-License-Identifier: MIT */
/* What stands between this process and a child: a process of its own, which outlives this one by as
 * much as it takes to end the child and whatever that has started. */
#ifndef TOOLS_BASE_KEEPER_H
#define TOOLS_BASE_KEEPER_H

#include <signal.h>

#include "tools/base/child.h"

struct keeper {
	char *const *arguments;
	const struct child_files *files;
	sigset_t mask;                  /* of signals, that the child is to have */
	pid_t parent;
	int exec_pipe;                  /* gets the errno if the child can't be run, else nothing */
	int status_pipe;                /* gets the child's status once nothing of it is left */
};

/* Be the keeper, in a process that was forked for it with all signals blocked: until the child
 * ends, the parent does, or SIGTERM comes. */
void keeper_run(const struct keeper *keeper) __attribute__((noreturn));

/* End every child of this process, and those that they leave it as the one to adopt them. Returns
 * whether none is left: what the kernel holds, or is another user's, can't be ended. */
bool keeper_end_all(void);

#endif
