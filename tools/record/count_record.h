/* SPDX-License-Identifier: MIT */
/* The raw counts of an event as a record holds them. */
#ifndef TOOLS_RECORD_COUNT_RECORD_H
#define TOOLS_RECORD_COUNT_RECORD_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "lib/wire/wire.h"

#define COUNT_VALUES_MAX WIRE_BYTES_MAX         /* a value takes a byte at least */

/* The raw values of one of a record's fields. Returns how many, or 0 if they are not n. */
size_t count_record_unpack(const struct wire_bytes *bytes, uint64_t n,
			   uint64_t values[COUNT_VALUES_MAX]);

/* Whether both fields hold what the record says, and something. */
bool count_record_is_whole(const struct wire_count *count);

#endif
