/* SPDX-License-Identifier: MIT */
/* What a processor has instructions for and tables do too, if slower: vectors_x86.c has them for
 * x86-64, vectors_other.c none for any other. */
#ifndef TOOLS_BASE_VECTORS_H
#define TOOLS_BASE_VECTORS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Encode as many bytes as can be by whole vectors, in whole groups of three. Returns how many: none
 * where the processor has no such vectors. */
size_t vectors_encode_base64(const uint8_t *bytes, size_t size, char *out);

/* Decode as many characters as can be by whole vectors, in whole groups of four, of which each
 * vector writes sixteen bytes. Returns how many: it stops where one is not of the alphabet. */
size_t vectors_decode_base64(const char *text, size_t length, uint8_t *out);

/* Go on from *crc over data. Returns false, having done nothing, where there is no instruction. */
bool vectors_crc32c(uint32_t *crc, const void *data, size_t size);

#endif
