/* SPDX-License-Identifier: MIT */
/* Whether a run is valid by its records, and whether self-tests ran. The host tool judges their
 * values. */
#ifndef KERNEL_DISPLAY_VERDICT_H
#define KERNEL_DISPLAY_VERDICT_H

#include <stdbool.h>

#include "kernel/dev/screen/screen.h"
#include "lib/wire/wire.h"

void verdict_begin(void);

/* Take a record. Returns whether it makes the run invalid. */
bool verdict_take(enum wire_kind kind);

/* The title's text and its ink. */
struct verdict_shown {
	const char *word;
	enum screen_ink ink;
};

/* "INVALID" after a failed check or a panic, or if more than one timed sample in ten was disturbed;
 * "NOT CHECKED" without a self-test; otherwise "VALID". The last two have "so far" during the
 * run. */
struct verdict_shown verdict_shown(void);

#endif
