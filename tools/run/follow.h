/* SPDX-License-Identifier: MIT */
/* A machine while it runs: its log is read as it grows, until it has ended or is to be. */
#ifndef TOOLS_RUN_FOLLOW_H
#define TOOLS_RUN_FOLLOW_H

#include "tools/run/input/input_sender.h"
#include "tools/run/options.h"
#include "tools/run/progress.h"
#include "tools/run/qemu_process.h"

#define FAILURE_TEXT_MAX 256

struct follow {
	const struct run_options *run;
	struct qemu *qemu;
	const char *log_path;           /* of the serial log that QEMU writes */
	struct progress *progress;
	struct input_sender *sender;    /* what types meanwhile, or NULL */
	/* What came of it. */
	bool has_exited;                /* by itself */
	int status;                     /* as from waitpid */
	char why[FAILURE_TEXT_MAX];     /* what failed, or "" */
};

/* Follow it to its end, whoever makes it: nothing of it runs any more after this. */
void follow_machine(struct follow *follow);

#endif
