/* SPDX-License-Identifier: MIT */
/* QEMU's machine protocol (QMP): commands to a QEMU that runs, over a pair of sockets that it was
 * started with. No wait is without a bound. */
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
	char problem[QMP_PROBLEM_MAX];  /* what failed, after something did */
};

/* Make the pair: ours goes into *qmp, the other one is returned, for QEMU to inherit and for the
 * caller to close. -1, having said why, on failure. */
int qmp_make(struct qmp *qmp);

/* Wait for QEMU's greeting and leave its negotiation mode. */
bool qmp_greet(struct qmp *qmp);

/* Send a command and wait for its answer. arguments may be NULL, and are released. False with a
 * problem if QEMU refuses, says nothing for some seconds, or is gone. */
bool qmp_command(struct qmp *qmp, const char *name, json_t *arguments);

void qmp_close(struct qmp *qmp);

#endif
