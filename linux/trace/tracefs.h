/* SPDX-License-Identifier: MIT */
/* The kernel's own trace of scheduler, interrupts and disks, by an instance of tracefs. Its times
 * are the TSC, as in all records. */
#ifndef LINUX_TRACE_TRACEFS_H
#define LINUX_TRACE_TRACEFS_H

#include <stdint.h>

/* Why there is no trace, as a text; NULL: tracefs_open() may succeed. */
const char *tracefs_missing_reason(void);

/* The name, argv[0], by which the program is started to remove an instance when its standard input
 * closes; and what it then does. Returns its exit status. */
#define TRACEFS_KEEPER "bareline-linux: tracefs"

int tracefs_keep(const char *path);

/* Make the instance, once. Returns 0 or a negative errno, with a text in tracefs_problem(). The
 * instance is removed when the process ends, even if it is killed. */
int tracefs_open(void);
const char *tracefs_problem(void);

/* Begin with an empty trace. Returns 0 or a negative errno. */
int tracefs_start(void);
void tracefs_stop(void);

/* What a trace is of: a record, and, if it is an idle loop, the loop's thread and Linux's number of
 * its CPU. */
struct tracefs_subject {
	const char *kind;
	uint64_t id;
	uint32_t tid, cpu;
};

/* Write os_trace records of what was traced. */
void tracefs_write(const struct tracefs_subject *subject);

#endif
