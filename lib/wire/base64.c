/* SPDX-License-Identifier: MIT */
/* Base64: encodes in pieces, because the writer has no buffer; decodes in place. */
#include "lib/wire/base64.h"

static const char alphabet[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

static void base64_encode_quantum(const uint8_t *bytes, char *out)
{
	uint32_t bits = (uint32_t)bytes[0] << 16 | (uint32_t)bytes[1] << 8 | bytes[2];

	out[0] = alphabet[bits >> 18];
	out[1] = alphabet[bits >> 12 & 63];
	out[2] = alphabet[bits >> 6 & 63];
	out[3] = alphabet[bits & 63];
}

size_t base64_encode(const uint8_t *bytes, size_t size, char *out)
{
	char *end = out;

	for (; size >= BASE64_QUANTUM_BYTES; size -= BASE64_QUANTUM_BYTES) {
		base64_encode_quantum(bytes, end);
		bytes += BASE64_QUANTUM_BYTES;
		end += BASE64_QUANTUM_CHARS;
	}
	return (size_t)(base64_encode_rest(bytes, size, end, base64_encode_quantum) - out);
}

/* Set in the code of every character of the alphabet, whose value is in the lower bits. The marks
 * of a quantum's last three characters remain visible in its 24 bits. */
#define IN_ALPHABET 64
#define MARKS (IN_ALPHABET << 12 | IN_ALPHABET << 6 | IN_ALPHABET)

/* Codes by character. Characters that are not listed have code 0. */
static const uint32_t codes[256] = {
	[32] = 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 126, 0, 0, 0, 127,
	[48] = 116, 117, 118, 119, 120, 121, 122, 123, 124, 125, 0, 0, 0, 0, 0, 0,
	[64] = 0, 64, 65, 66, 67, 68, 69, 70, 71, 72, 73, 74, 75, 76, 77, 78,
	[80] = 79, 80, 81, 82, 83, 84, 85, 86, 87, 88, 89, 0, 0, 0, 0, 0,
	[96] = 0, 90, 91, 92, 93, 94, 95, 96, 97, 98, 99, 100, 101, 102, 103, 104,
	[112] = 105, 106, 107, 108, 109, 110, 111, 112, 113, 114, 115, 0, 0, 0, 0, 0,
};

static size_t base64_padding_of(const char *text, size_t length)
{
	if (text[length - 1] != '=')
		return 0;
	return text[length - 2] == '=' ? 2 : 1;
}

/* Decode four characters to three bytes. Returns IN_ALPHABET if all are in the alphabet, else 0. */
static inline uint32_t base64_decode_quantum(const char *text, uint8_t *out)
{
	const uint8_t *chars = (const uint8_t *)text;
	uint32_t a = codes[chars[0]], b = codes[chars[1]], c = codes[chars[2]];
	uint32_t d = codes[chars[3]];
	uint32_t bits = (a << 18 ^ b << 12 ^ c << 6 ^ d) ^ MARKS;

	out[0] = (uint8_t)(bits >> 16);
	out[1] = (uint8_t)(bits >> 8);
	out[2] = (uint8_t)bits;
	return a & b & c & d & IN_ALPHABET;
}

long base64_decode(const char *text, size_t length, uint8_t *out)
{
	size_t padding, size = 0, last = length - BASE64_QUANTUM_CHARS;
	uint32_t good = IN_ALPHABET;
	char padded[BASE64_QUANTUM_CHARS];

	if (length % BASE64_QUANTUM_CHARS != 0)
		return -1;
	if (length == 0)
		return 0;
	padding = base64_padding_of(text, length);
	for (size_t i = 0; i < BASE64_QUANTUM_CHARS; i++)
		padded[i] = i < BASE64_QUANTUM_CHARS - padding ? text[last + i] : 'A';
	for (size_t i = 0; i < last; i += BASE64_QUANTUM_CHARS) {
		good &= base64_decode_quantum(text + i, out + size);
		size += BASE64_QUANTUM_BYTES;
	}
	good &= base64_decode_quantum(padded, out + size);
	return good != 0 ? (long)(size + BASE64_QUANTUM_BYTES - padding) : -1;
}
