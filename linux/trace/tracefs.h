/* SPDX-License-Identifier: MIT */
/* The kernel's own trace of scheduler, interrupts and disks, from an instance of tracefs that the
 * program creates. Its times are of the TSC, like those of all records. */
#ifndef LINUX_TRACE_TRACEFS_H
#define LINUX_TRACE_TRACEFS_H

#include <stdint.h>

/* Why there is no trace, as a text; NULL: tracefs_open() may succeed. */
const char *tracefs_missing_reason(void);

/* TRACEFS_KEEPER is argv[0] for a start of the program that removes an instance when the program's
 * standard input closes. The function does that, and returns the exit status. */
#define TRACEFS_KEEPER "bareline-linux: tracefs"

int tracefs_keep(const char *path);

/* Create the instance, once. Returns 0, or a negative errno with a text in tracefs_problem(). The
 * instance is removed when the process ends, even if the process is killed. */
int tracefs_open(void);
const char *tracefs_problem(void);

/* Begin with an empty trace. Returns 0 or a negative errno. */
int tracefs_start(void);
void tracefs_stop(void);

/* What a trace belongs to: a record, and for an idle loop, the thread of the loop and Linux's
 * number of the loop's CPU. */
struct tracefs_subject {
	const char *kind;
	uint64_t id;
	uint32_t tid, cpu;
};

/* Write os_trace records with what was traced. */
void tracefs_write(const struct tracefs_subject *subject);

#endif
