/* Base64: encoding a quantum at a time (the writer has no buffer), decoding whole and in place. */
#include "lib/base64.h"

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

static int value_of(char c)
{
	if (c >= 'A' && c <= 'Z')
		return c - 'A';
	if (c >= 'a' && c <= 'z')
		return c - 'a' + 26;
	if (c >= '0' && c <= '9')
		return c - '0' + 52;
	if (c == '+')
		return 62;
	return c == '/' ? 63 : -1;
}

static size_t padding_of(const char *text, size_t length)
{
	if (text[length - 1] != '=')
		return 0;
	return text[length - 2] == '=' ? 2 : 1;
}

long base64_decode(const char *text, size_t length, uint8_t *out)
{
	size_t padding, size = 0;
	uint32_t bits = 0;

	if (length % BASE64_QUANTUM_CHARS != 0)
		return -1;
	if (length == 0)
		return 0;
	padding = padding_of(text, length);
	for (size_t i = 0; i < length; i++) {
		int value = i < length - padding ? value_of(text[i]) : 0;

		if (value < 0)
			return -1;
		bits = bits << 6 | (uint32_t)value;
		if (i % BASE64_QUANTUM_CHARS == 3) {
			out[size++] = (uint8_t)(bits >> 16);
			out[size++] = (uint8_t)(bits >> 8);
			out[size++] = (uint8_t)bits;
		}
	}
	return (long)(size - padding);
}
