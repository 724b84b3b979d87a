/* SPDX-License-Identifier: MIT */
/* The verdict on the current run, in the words of lib/run_verdict.h. */
#ifndef KERNEL_DISPLAY_VERDICT_H
#define KERNEL_DISPLAY_VERDICT_H

#include <stdbool.h>

#include "kernel/dev/screen/screen.h"
#include "lib/run_verdict.h"
#include "lib/wire/wire.h"

/* Begin a run. */
void verdict_begin(void);

/* Take a record of the run. Returns whether the verdict changes at once. */
bool verdict_take(enum wire_kind kind, const void *body);

/* The title's text with its ink. The text stays valid until the next call. While the rest of the
 * run can still change the verdict, the text includes "so far". */
struct verdict_shown {
	enum run_verdict verdict;
	const char *words;
	enum screen_ink ink;
};

struct verdict_shown verdict_shown(void);

#endif
