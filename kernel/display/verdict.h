/* SPDX-License-Identifier: MIT */
/* Whether a run is valid by its records; self-tests are not judged. */
#ifndef KERNEL_DISPLAY_VERDICT_H
#define KERNEL_DISPLAY_VERDICT_H

#include <stdbool.h>

#include "lib/wire/wire.h"

void verdict_begin(void);

/* Take a record. Returns whether it makes the run invalid. */
bool verdict_take(enum wire_kind kind);

/* False after a failed check or a panic, or if more than one timed sample in ten was disturbed. */
bool verdict_is_valid(void);

/* "VALID", "INVALID", or "VALID so far" during the run. */
const char *verdict_word(void);

#endif
