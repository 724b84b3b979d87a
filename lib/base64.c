/* Base64: encoding a quantum at a time (the writer has no buffer), decoding whole and in place. */
#include "lib/base64.h"

#include <stdbool.h>

static const char alphabet[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

void base64_encode_quantum(const uint8_t *bytes, size_t size, char out[BASE64_QUANTUM_CHARS])
{
	uint32_t bits = (uint32_t)bytes[0] << 16;

	if (size > 1)
		bits |= (uint32_t)bytes[1] << 8;
	if (size > 2)
		bits |= bytes[2];
	out[0] = alphabet[bits >> 18];
	out[1] = alphabet[bits >> 12 & 63];
	out[2] = size > 1 ? alphabet[bits >> 6 & 63] : '=';
	out[3] = size > 2 ? alphabet[bits & 63] : '=';
}

/* By character, of the 128 that ASCII has; -1 for those that are not in the alphabet. */
static const int8_t values[128] = {
	-1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1,
	-1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1,
	-1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, 62, -1, -1, -1, 63,
	52, 53, 54, 55, 56, 57, 58, 59, 60, 61, -1, -1, -1, -1, -1, -1,
	-1, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14,
	15, 16, 17, 18, 19, 20, 21, 22, 23, 24, 25, -1, -1, -1, -1, -1,
	-1, 26, 27, 28, 29, 30, 31, 32, 33, 34, 35, 36, 37, 38, 39, 40,
	41, 42, 43, 44, 45, 46, 47, 48, 49, 50, 51, -1, -1, -1, -1, -1,
};

static int value_of(char c)
{
	return (unsigned char)c < sizeof(values) ? values[(unsigned char)c] : -1;
}

static size_t padding_of(const char *text, size_t length)
{
	if (text[length - 1] != '=')
		return 0;
	return text[length - 2] == '=' ? 2 : 1;
}

/* Decode four characters to three bytes. Returns false if one is not in the alphabet. */
static bool decode_quantum(const char *text, uint8_t *out)
{
	int a = value_of(text[0]), b = value_of(text[1]), c = value_of(text[2]);
	int d = value_of(text[3]);

	if ((a | b | c | d) < 0)
		return false;
	out[0] = (uint8_t)(a << 2 | b >> 4);
	out[1] = (uint8_t)(b << 4 | c >> 2);
	out[2] = (uint8_t)(c << 6 | d);
	return true;
}

long base64_decode(const char *text, size_t length, uint8_t *out)
{
	char last[BASE64_QUANTUM_CHARS];
	size_t padding, size = 0;

	if (length % BASE64_QUANTUM_CHARS != 0)
		return -1;
	if (length == 0)
		return 0;
	padding = padding_of(text, length);
	for (size_t i = 0; i < BASE64_QUANTUM_CHARS; i++) {
		bool is_padding = i >= BASE64_QUANTUM_CHARS - padding;

		last[i] = is_padding ? 'A' : text[length - BASE64_QUANTUM_CHARS + i];
	}
	for (size_t i = 0; i + BASE64_QUANTUM_CHARS < length; i += BASE64_QUANTUM_CHARS) {
		if (!decode_quantum(text + i, out + size))
			return -1;
		size += BASE64_QUANTUM_BYTES;
	}
	if (!decode_quantum(last, out + size))
		return -1;
	return (long)(size + BASE64_QUANTUM_BYTES - padding);
}
