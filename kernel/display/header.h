/* SPDX-License-Identifier: MIT */
/* The machine's description in the upper rows of the screen. */
#ifndef KERNEL_DISPLAY_HEADER_H
#define KERNEL_DISPLAY_HEADER_H

#include <stdbool.h>

#include "kernel/display/row.h"
#include "kernel/display/verdict.h"
#include "lib/wire/wire.h"

#define HEADER_ROWS 4

/* Take data about the machine from a record. Ignore records without such data. */
void header_take(enum wire_kind kind, const void *body);

/* Write one of the HEADER_ROWS rows. The first row ends with the verdict. */
void header_write(unsigned index, const struct verdict_shown *verdict, struct row *row);

#endif
