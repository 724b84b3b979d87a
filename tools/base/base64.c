/* SPDX-License-Identifier: MIT */
/* Replaces lib/wire/base64.c on hosts, which process logs of gigabytes: vectors if the CPU has
 * them, else tables of all character pairs, which would be too large for the kernel. */
#include "lib/wire/base64.h"

#include <string.h>

#include "tools/base/vectors.h"

#define PAIR_BITS 12
#define PAIRS (1u << PAIR_BITS)
#define NOT_A_PAIR 0x8000       /* never set in a code of a pair */

static const char alphabet[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

/* Two characters in memory order. */
static uint16_t characters[PAIRS];              /* by code */
static uint16_t codes[UINT16_MAX + 1];          /* indexed by two characters */

static void ensure_tables(void)
{
	if (characters[0] != 0)
		return;
	for (size_t i = 0; i < sizeof(codes) / sizeof(codes[0]); i++)
		codes[i] = NOT_A_PAIR;
	for (unsigned code = 0; code < PAIRS; code++) {
		const char pair[] = {alphabet[code >> 6], alphabet[code & 63]};

		memcpy(&characters[code], pair, sizeof(pair));
		codes[characters[code]] = (uint16_t)code;
	}
}

static inline void base64_encode_quantum(const uint8_t *bytes, char *out)
{
	uint32_t bits = (uint32_t)bytes[0] << 16 | (uint32_t)bytes[1] << 8 | bytes[2];

	memcpy(out, &characters[bits >> PAIR_BITS], 2);
	memcpy(out + 2, &characters[bits & (PAIRS - 1)], 2);
}

size_t base64_encode(const uint8_t *bytes, size_t size, char *out)
{
	size_t done = vectors_encode_base64(bytes, size, out);
	char *end = out + done / BASE64_QUANTUM_BYTES * BASE64_QUANTUM_CHARS;

	ensure_tables();
	bytes += done;
	size -= done;
	for (; size >= BASE64_QUANTUM_BYTES; size -= BASE64_QUANTUM_BYTES) {
		base64_encode_quantum(bytes, end);
		bytes += BASE64_QUANTUM_BYTES;
		end += BASE64_QUANTUM_CHARS;
	}
	return (size_t)(base64_encode_rest(bytes, size, end, base64_encode_quantum) - out);
}

/* Decode four characters to three bytes. The result has NOT_A_PAIR set if they are invalid. */
static inline uint32_t base64_decode_quantum(const char *text, uint8_t *out)
{
	uint16_t pair[2];
	uint32_t high, low;

	memcpy(pair, text, sizeof(pair));
	high = codes[pair[0]];
	low = codes[pair[1]];
	out[0] = (uint8_t)(high >> 4);
	out[1] = (uint8_t)(high << 4 | low >> 8);
	out[2] = (uint8_t)low;
	return high | low;
}

static size_t base64_padding_of(const char *text, size_t length)
{
	if (text[length - 1] != '=')
		return 0;
	return text[length - 2] == '=' ? 2 : 1;
}

long base64_decode(const char *text, size_t length, uint8_t *out)
{
	size_t padding, i, last = length - BASE64_QUANTUM_CHARS;
	char padded[BASE64_QUANTUM_CHARS];
	uint8_t *end = out;
	uint32_t seen = 0;

	if (length % BASE64_QUANTUM_CHARS != 0)
		return -1;
	if (length == 0)
		return 0;
	ensure_tables();
	padding = base64_padding_of(text, length);
	memset(padded, 'A', sizeof(padded));
	memcpy(padded, text + last, sizeof(padded) - padding);
	i = vectors_decode_base64(text, length, out);
	end += i / BASE64_QUANTUM_CHARS * BASE64_QUANTUM_BYTES;
	for (; i < last; i += BASE64_QUANTUM_CHARS) {
		seen |= base64_decode_quantum(text + i, end);
		end += BASE64_QUANTUM_BYTES;
	}
	seen |= base64_decode_quantum(padded, end);
	end += BASE64_QUANTUM_BYTES - padding;
	return (seen & NOT_A_PAIR) == 0 ? end - out : -1;
}
