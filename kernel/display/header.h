/* SPDX-License-Identifier: MIT */
/* The machine's description in the upper rows of the screen. */
#ifndef KERNEL_DISPLAY_HEADER_H
#define KERNEL_DISPLAY_HEADER_H

#include <stdbool.h>

#include "kernel/display/row.h"
#include "kernel/display/verdict.h"
#include "lib/wire/wire.h"

#define HEADER_ROWS 4

/* Take a record's data about the machine; ignores other records. */
void header_take(enum wire_kind kind, const void *body);

/* Write one of the HEADER_ROWS. The verdict is at the end of the first. */
void header_write(unsigned index, const struct verdict_shown *verdict, struct row *row);

#endif
