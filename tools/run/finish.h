/* SPDX-License-Identifier: MIT */
/* The end of a run, however it went: files written, table printed, exit status found. */
#ifndef TOOLS_RUN_FINISH_H
#define TOOLS_RUN_FINISH_H

#include <jansson.h>

#include "tools/run/input/input_sender.h"
#include "tools/run/progress.h"

struct run_end {
	struct progress *progress;
	const char *directory;
	json_t *manifest; /* released */
	const char *failure; /* in words; NULL if it did not fail */
	const struct input_sender *sender; /* what typed meanwhile, or NULL */
};

/* Close the run and leave its directory complete; a failure is shown last, with the end of the
 * console. Returns the exit status: failed too when the results are invalid or incomplete. */
int finish_run(const struct run_end *end);

#endif
