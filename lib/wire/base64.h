/* SPDX-License-Identifier: MIT */
/* Base64 with the standard alphabet and padding: bytes inside a record line. */
#ifndef LIB_WIRE_BASE64_H
#define LIB_WIRE_BASE64_H

#include <stddef.h>
#include <stdint.h>

#define BASE64_QUANTUM_BYTES 3
#define BASE64_QUANTUM_CHARS 4

/* Encode bytes, four characters for every three begun, the last padded with '='. Returns the number
 * of characters. RFC 4648, "Base 64 Encoding". */
size_t base64_encode(const uint8_t *bytes, size_t size, char *out);

/* Decode length characters into out, which may be the text itself: it needs length / 4 * 3 bytes.
 * Returns the number of bytes, or -1 if the text is not well-formed padded base64. */
long base64_decode(const char *text, size_t length, uint8_t *out);

#endif
