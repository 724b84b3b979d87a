/* SPDX-License-Identifier: MIT */
/* What machine it is, in the upper rows of the screen: from the records that describe it. */
#ifndef KERNEL_DISPLAY_HEADER_H
#define KERNEL_DISPLAY_HEADER_H

#include <stdbool.h>

#include "kernel/display/row.h"
#include "lib/wire/wire.h"

#define HEADER_ROWS 4

/* Take what a record says of the machine; of most it is nothing. */
void header_take(enum wire_kind kind, const void *body);

/* Write one of the HEADER_ROWS. The verdict stands at the end of the first. */
void header_write(unsigned index, const char *verdict, bool is_good, struct row *row);

#endif
