/* SPDX-License-Identifier: MIT */
/* A program that runs beside this one, and all that it starts in turn: none of it outlives the
 * program's end or this process's, however either comes about. */
#ifndef TOOLS_BASE_CHILD_H
#define TOOLS_BASE_CHILD_H

#include <stdbool.h>
#include <sys/types.h>

/* The number of the descriptor that a child may have besides the first three. */
#define CHILD_EXTRA 3

/* What the child has as its standard input, output and messages, and as CHILD_EXTRA unless that is
 * negative. Of what else is open it has what this process was itself given. */
struct child_files {
	int input, output, messages;
	int extra;
};

struct child {
	pid_t keeper;                   /* see keeper.h */
	int status_pipe;
	bool has_ended;
	int status;                     /* as from waitpid, once it has ended */
};

/* Where a program of that name would be found, without symbolic links, to be freed; NULL if
 * nowhere. */
char *child_program(const char *name);

/* Start arguments[0], which is looked for in PATH. The arguments end with NULL. Returns 0, or an
 * errno when it can't be run. */
int child_start(struct child *child, char *const *arguments, const struct child_files *files);

/* Whether the program has ended, and with it all that it had started. */
bool child_has_ended(struct child *child);

/* Wait for that: for so many seconds at most, no longer than until the deadline, and no longer than
 * until a signal is caught (signals.h). Returns whether it has ended. */
bool child_await(struct child *child, double seconds);

/* Whether neither the deadline is over nor a signal was caught. */
bool child_may_wait(void);

/* End it and all that it has started, if it still runs. Returns its status. */
int child_stop(struct child *child);

/* From that time of clock_seconds() on this process awaits no child. Without one there is no
 * limit. */
void child_set_deadline(double deadline);

#endif
