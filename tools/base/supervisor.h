/* SPDX-License-Identifier: MIT */
/* The supervisor of a child process: a process between this one and the child. If this process
 * ends, the supervisor runs until it has ended the child and the child's descendants. */
#ifndef TOOLS_BASE_SUPERVISOR_H
#define TOOLS_BASE_SUPERVISOR_H

#include <signal.h>
#include <stdbool.h>
#include <sys/types.h>

/* Number of descriptors that the child gets: standard input, output and error, and one more. */
#define SUPERVISOR_FILES 4

/* A queued signal whose value is the number of a signal for the child. */
#define SUPERVISOR_PASS SIGUSR1

struct supervisor {
	char *const *arguments;
	int files[SUPERVISOR_FILES];    /* become the child's 0, 1, ...; negative: none */
	pid_t group;                    /* process group of the child; 0: its own */
	sigset_t mask;                  /* signal mask of the child */
	pid_t parent;
	int exec_pipe;                  /* receives the errno if the child cannot run, else
					 * nothing */
	int status_pipe;                /* receives the child's process ID, and its status after all
					 * processes have ended */
};

/* Run the supervisor in a process forked for it, with all signals blocked, until the child ends,
 * the parent ends, or SIGTERM arrives. */
void supervisor_run(const struct supervisor *supervisor) __attribute__((noreturn));

/* End all children of this process, and the orphans that this process adopts. Returns false if some
 * processes remain, because they are stuck in the kernel or belong to another user. */
bool supervisor_end_all(void);

#endif
