/* SPDX-License-Identifier: MIT */
/* A child process that runs a program. All descendants of the child end when the program ends. They
 * also end when this process ends, even if it is killed. */
#ifndef TOOLS_BASE_CHILD_H
#define TOOLS_BASE_CHILD_H

#include <stdbool.h>
#include <sys/types.h>

/* Number of the optional fourth descriptor of a child. */
#define CHILD_EXTRA 3

/* Standard input, output and error of the child, and CHILD_EXTRA (negative: none). Other
 * descriptors are inherited only if this process inherited them itself. */
struct child_files {
	int input, output, messages;
	int extra;
	bool shares_group;              /* the child is in this process's group, so that the
					 * terminal gives it input and signals; else in its own */
};

struct child {
	pid_t supervisor;               /* see supervisor.h */
	pid_t program;
	int status_pipe;
	bool has_ended;
	int status;                     /* as from waitpid, after the end */
};

/* Returns the path of a program in PATH, with symbolic links resolved, to be freed; NULL if there
 * is none. */
char *child_program(const char *name);

/* Start arguments[0], searched in PATH. The arguments end with NULL. Returns 0 or an errno. */
int child_start(struct child *child, char *const *arguments, const struct child_files *files);

/* Whether the program and all its descendants have ended. */
bool child_has_ended(struct child *child);

/* Wait until child_has_ended, for at most this many seconds, until the deadline, or until a signal
 * is caught (signals.h). Returns child_has_ended. */
bool child_await(struct child *child, double seconds);

/* Whether the deadline is not reached and no signal was caught. */
bool child_may_wait(void);

/* Send a signal to the program, unless it has ended. */
void child_signal(const struct child *child, int signal);

/* End the program and its descendants. Returns its status. */
int child_stop(struct child *child);

/* Set the time of clock_seconds() at which waits for all children end. Default: none. */
void child_set_deadline(double deadline);

#endif
