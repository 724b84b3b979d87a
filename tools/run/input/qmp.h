/* SPDX-License-Identifier: MIT */
/* QEMU Machine Protocol (QMP): commands to a running QEMU over a socket pair. Every wait has a
 * timeout. */
#ifndef TOOLS_RUN_QMP_H
#define TOOLS_RUN_QMP_H

#include <jansson.h>
#include <stdbool.h>

#define QMP_PROBLEM_MAX 256
#define QMP_LINE_MAX 16384

struct qmp {
	int socket;                     /* -1: closed */
	char line[QMP_LINE_MAX];
	size_t length;
	char problem[QMP_PROBLEM_MAX];  /* cause of the last failure */
};

/* Create the socket pair. Returns QEMU's end, for QEMU to inherit and the caller to close. On
 * failure, prints the cause and returns -1. */
int qmp_make(struct qmp *qmp);

/* Wait for QEMU's greeting and leave negotiation mode. */
bool qmp_greet(struct qmp *qmp);

/* Send a command and wait for its reply. arguments may be NULL and are released. If QEMU rejects
 * the command, does not reply within seconds, or has ended, sets problem and returns false. */
bool qmp_command(struct qmp *qmp, const char *name, json_t *arguments);

/* Like qmp_command(), and return the reply's value, to be released with json_decref(), or NULL. */
json_t *qmp_query(struct qmp *qmp, const char *name, json_t *arguments);

void qmp_close(struct qmp *qmp);

#endif
