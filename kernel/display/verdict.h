/* SPDX-License-Identifier: MIT */
/* The verdict on the run under way, in the words of lib/run_verdict.h. */
#ifndef KERNEL_DISPLAY_VERDICT_H
#define KERNEL_DISPLAY_VERDICT_H

#include <stdbool.h>

#include "kernel/dev/screen/screen.h"
#include "lib/run_verdict.h"
#include "lib/wire/wire.h"

/* Begin a run. */
void verdict_begin(void);

/* Take a record of the run. Returns whether it changes the verdict at once. */
bool verdict_take(enum wire_kind kind, const void *body);

/* The title's text, which stays valid until the next call, and its ink. Words that the rest of the
 * run can change have "so far". */
struct verdict_shown {
	enum run_verdict verdict;
	const char *words;
	enum screen_ink ink;
};

struct verdict_shown verdict_shown(void);

#endif
