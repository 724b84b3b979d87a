/* SPDX-License-Identifier: MIT */
/* Raw counts of an event in a count record. */
#ifndef TOOLS_RECORD_COUNT_RECORD_H
#define TOOLS_RECORD_COUNT_RECORD_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "lib/wire/wire.h"

#define COUNT_VALUES_MAX WIRE_BYTES_MAX         /* a value takes at least one byte */

/* Unpack a field of a record. Returns the number of values, or 0 if that number is not n. */
size_t count_record_unpack(const struct wire_bytes *bytes, uint64_t n,
			   uint64_t values[COUNT_VALUES_MAX]);

/* Whether each of the two fields has as many values as the record says, and at least one. */
bool count_record_is_whole(const struct wire_count *count);

#endif
