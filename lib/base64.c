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

#define NOT_A_VALUE 64
#define NO NOT_A_VALUE

/* Of the characters from '+' to 'z'. */
static const uint8_t values[] = {
	62, NO, NO, NO, 63, 52, 53, 54, 55, 56, 57, 58, 59, 60, 61, NO,
	NO, NO, NO, NO, NO, NO, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9,
	10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23, 24, 25,
	NO, NO, NO, NO, NO, NO, 26, 27, 28, 29, 30, 31, 32, 33, 34, 35,
	36, 37, 38, 39, 40, 41, 42, 43, 44, 45, 46, 47, 48, 49, 50, 51,
};

#undef NO

/* Above 63 when the character is none of the alphabet. */
static uint32_t value_of(char c)
{
	return c >= '+' && c <= 'z' ? values[c - '+'] : NOT_A_VALUE;
}

static size_t padding_of(const char *text, size_t length)
{
	if (text[length - 1] != '=')
		return 0;
	return text[length - 2] == '=' ? 2 : 1;
}

/* Decode a whole quantum to three bytes. */
static bool decode_quantum(const char *text, uint8_t *out)
{
	uint32_t a = value_of(text[0]), b = value_of(text[1]);
	uint32_t c = value_of(text[2]), d = value_of(text[3]);

	out[0] = (uint8_t)(a << 2 | b >> 4);
	out[1] = (uint8_t)(b << 4 | c >> 2);
	out[2] = (uint8_t)(c << 6 | d);
	return ((a | b | c | d) & NOT_A_VALUE) == 0;
}

long base64_decode(const char *text, size_t length, uint8_t *out)
{
	size_t size = 0, padding, last = length - BASE64_QUANTUM_CHARS;
	char quantum[BASE64_QUANTUM_CHARS];

	if (length % BASE64_QUANTUM_CHARS != 0)
		return -1;
	if (length == 0)
		return 0;
	padding = padding_of(text, length);
	for (size_t i = 0; i < BASE64_QUANTUM_CHARS; i++)
		quantum[i] = i < BASE64_QUANTUM_CHARS - padding ? text[last + i] : alphabet[0];
	for (size_t i = 0; i < last; i += BASE64_QUANTUM_CHARS, size += 3) {
		if (!decode_quantum(text + i, out + size))
			return -1;
	}
	if (!decode_quantum(quantum, out + size))
		return -1;
	return (long)(size + 3 - padding);
}
