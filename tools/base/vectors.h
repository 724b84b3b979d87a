/* SPDX-License-Identifier: MIT */
/* Fast paths with CPU instructions: for x86-64 in vectors_x86.c, none in vectors_other.c. */
#ifndef TOOLS_BASE_VECTORS_H
#define TOOLS_BASE_VECTORS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Encode whole vectors, in groups of three bytes. Returns the number of encoded bytes; 0 without
 * such instructions. */
size_t vectors_encode_base64(const uint8_t *bytes, size_t size, char *out);

/* Decode whole vectors, in groups of four characters; each vector writes sixteen bytes. Returns the
 * number of decoded characters. Stops at a character outside the alphabet. */
size_t vectors_decode_base64(const char *text, size_t length, uint8_t *out);

/* Update *crc with data. Without such an instruction, does nothing and returns false. */
bool vectors_crc32c(uint32_t *crc, const void *data, size_t size);

#endif
