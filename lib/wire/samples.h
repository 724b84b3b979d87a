/* SPDX-License-Identifier: MIT */
/* The packed form of a run of samples: the first value, then differences, as zigzag varints.
 * Timings of one operation differ little, so most samples take one or two bytes. */
#ifndef LIB_WIRE_SAMPLES_H
#define LIB_WIRE_SAMPLES_H

#include <stddef.h>
#include <stdint.h>

#define SAMPLE_BYTES_MAX 10

/* Pack values into out until count are done or fewer than SAMPLE_BYTES_MAX bytes are left.
 * Returns how many values were packed and stores the bytes used in *size. */
size_t samples_pack(const uint64_t *values, size_t count, uint8_t *out, size_t capacity,
		    size_t *size);

/* Unpack at most capacity values. Returns how many the bytes held, or -1 if they are malformed or
 * hold more than capacity. */
long samples_unpack(const uint8_t *data, size_t size, uint64_t *values, size_t capacity);

#endif
