/* SPDX-License-Identifier: MIT */
/* Base64 with the standard alphabet and padding, for bytes in a record line. */
#ifndef LIB_WIRE_BASE64_H
#define LIB_WIRE_BASE64_H

#include <stddef.h>
#include <stdint.h>

#define BASE64_QUANTUM_BYTES 3
#define BASE64_QUANTUM_CHARS 4

/* Encode bytes as groups of four characters. '=' pads the last group. Returns the number of
 * characters. RFC 4648, "Base 64 Encoding". */
size_t base64_encode(const uint8_t *bytes, size_t size, char *out);

/* Encode the last one or two bytes, if any. For code that encodes groups of three itself. Returns
 * the end of the output. */
static inline char *base64_encode_rest(const uint8_t *bytes, size_t size, char *end,
				       void (*encode_quantum)(const uint8_t *bytes, char *out))
{
	const uint8_t last[] = {size > 0 ? bytes[0] : 0, size > 1 ? bytes[1] : 0, 0};

	if (size == 0)
		return end;
	encode_quantum(last, end);
	if (size == 1)
		end[2] = '=';
	end[3] = '=';
	return end + BASE64_QUANTUM_CHARS;
}

/* Decode length characters to out, which may be the text itself and needs length / 4 * 3 bytes.
 * Returns the number of bytes, or -1 if the text is not well-formed, padded base64. */
long base64_decode(const char *text, size_t length, uint8_t *out);

#endif
