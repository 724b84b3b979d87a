/* SPDX-License-Identifier: MIT */
/* The end of a run: write its files, print its tables, choose the exit status. */
#ifndef TOOLS_RUN_FINISH_H
#define TOOLS_RUN_FINISH_H

#include <jansson.h>

#include "tools/run/input/input_sender.h"
#include "tools/run/progress.h"
#include "tools/run/request.h"

struct run_end {
	const struct run_request *request; /* NULL: the machine was started by others */
	struct progress *progress;
	const char *directory;
	json_t *manifest; /* released */
	const char *failure; /* cause; NULL: success */
	const struct input_sender *sender; /* sender of input, or NULL */
};

/* Complete the run's directory. A failure is printed last, with the end of the console output.
 * Returns the exit status, which is EXIT_FAILED also for invalid, incomplete or partly aborted
 * results. */
int finish_run(const struct run_end *end);

#endif
