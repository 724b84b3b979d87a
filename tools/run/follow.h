/* SPDX-License-Identifier: MIT */
/* Reads the log of a running machine as it grows, until the machine ends or must be ended. */
#ifndef TOOLS_RUN_FOLLOW_H
#define TOOLS_RUN_FOLLOW_H

#include "tools/run/input/input_sender.h"
#include "tools/run/request.h"
#include "tools/run/progress.h"
#include "tools/run/qemu_process.h"

#define FAILURE_TEXT_MAX 256

struct follow {
	const struct run_request *request;
	struct qemu *qemu;
	const char *log_path;           /* serial log, written by QEMU */
	struct progress *progress;
	struct input_sender *sender;    /* sender of input, or NULL */
	/* Results. */
	bool has_exited;                /* QEMU exited by itself */
	int status;                     /* as from waitpid */
	char why[FAILURE_TEXT_MAX];     /* cause of failure, or "" */
	bool is_log_changed;            /* by another program, since it was read */
};

/* Follow the machine to its end, and end it if necessary. Afterwards no process of it is left. */
void follow_machine(struct follow *follow);

#endif
