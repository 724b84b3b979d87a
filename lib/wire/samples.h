/* SPDX-License-Identifier: MIT */
/* Packed samples: the first value, then differences, as zigzag varints. Samples of one operation
 * are similar, so most samples take one or two bytes. */
#ifndef LIB_WIRE_SAMPLES_H
#define LIB_WIRE_SAMPLES_H

#include <stddef.h>
#include <stdint.h>

#define SAMPLE_BYTES_MAX 10

/* Pack values to out until count values are packed or fewer than SAMPLE_BYTES_MAX bytes are left.
 * Returns the number of packed values and stores the used bytes in *size. */
size_t samples_pack(const uint64_t *values, size_t count, uint8_t *out, size_t capacity,
		    size_t *size);

/* Unpack at most capacity values. Returns their number, or -1 if the data are malformed or contain
 * more values. */
long samples_unpack(const uint8_t *data, size_t size, uint64_t *values, size_t capacity);

#endif
