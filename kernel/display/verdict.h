/* SPDX-License-Identifier: MIT */
/* Whether a run is valid, as far as its records say before anybody judges the self-tests. */
#ifndef KERNEL_DISPLAY_VERDICT_H
#define KERNEL_DISPLAY_VERDICT_H

#include <stdbool.h>

#include "lib/wire/wire.h"

/* A run begins: nothing speaks against it. */
void verdict_begin(void);

/* Take what a record says of it. Returns whether it is a doubt. */
bool verdict_take(enum wire_kind kind);

/* Not valid is what is in doubt, or of which one timed sample in ten was disturbed. */
bool verdict_is_valid(void);

/* "VALID", "INVALID" or, as long as the run goes on, "VALID so far". */
const char *verdict_word(void);

#endif
