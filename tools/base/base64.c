/* Base64 for a host that reads and writes logs by the gigabyte, in place of lib/wire/base64.c: sixteen
 * characters at a time where the CPU has SSSE3, and the rest by tables of all pairs of characters,
 * which would be too large for the kernel. The vectors are those of Muła and Lemire, "Faster Base64
 * Encoding and Decoding Using AVX2 Instructions". */
#include "lib/wire/base64.h"

#include <string.h>
#include <tmmintrin.h>

/* Taken at a time by vectors. */
#define VECTOR_CHARS 16
#define VECTOR_BYTES 12

#define PAIR_BITS 12
#define PAIRS (1u << PAIR_BITS)
#define NOT_A_PAIR 0x8000       /* no code of a pair has this bit */

static const char alphabet[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

/* Two characters, as they lie in memory. */
static uint16_t characters[PAIRS];              /* by code */
static uint16_t codes[UINT16_MAX + 1];          /* by characters */

static void base64_make_tables(void)
{
	for (size_t i = 0; i < sizeof(codes) / sizeof(codes[0]); i++)
		codes[i] = NOT_A_PAIR;
	for (unsigned code = 0; code < PAIRS; code++) {
		const char pair[] = {alphabet[code >> 6], alphabet[code & 63]};

		memcpy(&characters[code], pair, sizeof(pair));
		codes[characters[code]] = (uint16_t)code;
	}
}

static void need_tables(void)
{
	if (characters[0] == 0)
		base64_make_tables();
}

static inline void base64_encode_quantum(const uint8_t *bytes, char *out)
{
	uint32_t bits = (uint32_t)bytes[0] << 16 | (uint32_t)bytes[1] << 8 | bytes[2];

	memcpy(out, &characters[bits >> PAIR_BITS], 2);
	memcpy(out + 2, &characters[bits & (PAIRS - 1)], 2);
}

/* Encode as many bytes as can be by whole vectors, of which each reads VECTOR_CHARS bytes.
 * Returns how many.
 *
 * A character is its value and an offset that depends on the range of values it is in: 0 to 25, 26
 * to 51, or one of the twelve above. */
__attribute__((target("ssse3")))
static size_t encode_vectors(const uint8_t *bytes, size_t size, char *out)
{
	const __m128i places = _mm_setr_epi8(1, 0, 2, 1, 4, 3, 5, 4, 7, 6, 8, 7, 10, 9, 11, 10);
	const __m128i offsets = _mm_setr_epi8(71, -4, -4, -4, -4, -4, -4, -4, -4, -4, -4, -19, -16,
					      65, 0, 0);
	size_t done = 0;

	for (; size - done >= VECTOR_CHARS; done += VECTOR_BYTES) {
		__m128i three = _mm_shuffle_epi8(_mm_loadu_si128((const __m128i *)(bytes + done)),
						 places);
		/* The first and third of four values, then the second and fourth. */
		__m128i odd = _mm_mulhi_epu16(_mm_and_si128(three, _mm_set1_epi32(0x0fc0fc00)),
					      _mm_set1_epi32(0x04000040));
		__m128i even = _mm_mullo_epi16(_mm_and_si128(three, _mm_set1_epi32(0x003f03f0)),
					       _mm_set1_epi32(0x01000010));
		__m128i values = _mm_or_si128(odd, even), range;

		range = _mm_subs_epu8(values, _mm_set1_epi8(51));
		range = _mm_or_si128(range, _mm_and_si128(_mm_cmplt_epi8(values, _mm_set1_epi8(26)),
							  _mm_set1_epi8(13)));
		_mm_storeu_si128((__m128i *)out,
				 _mm_add_epi8(values, _mm_shuffle_epi8(offsets, range)));
		out += VECTOR_CHARS;
	}
	return done;
}

size_t base64_encode(const uint8_t *bytes, size_t size, char *out)
{
	size_t done = __builtin_cpu_supports("ssse3") ? encode_vectors(bytes, size, out) : 0;
	char *end = out + done / VECTOR_BYTES * VECTOR_CHARS;

	need_tables();
	bytes += done;
	size -= done;
	for (; size >= BASE64_QUANTUM_BYTES; size -= BASE64_QUANTUM_BYTES) {
		base64_encode_quantum(bytes, end);
		bytes += BASE64_QUANTUM_BYTES;
		end += BASE64_QUANTUM_CHARS;
	}
	if (size > 0) {
		const uint8_t last[] = {bytes[0], size > 1 ? bytes[1] : 0, 0};

		base64_encode_quantum(last, end);
		if (size == 1)
			end[2] = '=';
		end[3] = '=';
		end += BASE64_QUANTUM_CHARS;
	}
	return (size_t)(end - out);
}

/* Decode four characters to three bytes. Returns NOT_A_PAIR among other bits if they can't be. */
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

/* Decode as many characters as can be by whole vectors, of which each writes VECTOR_CHARS bytes.
 * Returns how many: it stops where one is not of the alphabet.
 *
 * What is to be added to a character for its value depends on its high half, '/' apart; and which
 * low halves a character may have depends on that too: a bit stands for the high halves that
 * exclude the same ones. */
__attribute__((target("ssse3")))
static size_t decode_vectors(const char *text, size_t length, uint8_t *out)
{
	const __m128i offsets = _mm_setr_epi8(0, 16, 19, 4, -65, -65, -71, -71,
					      0, 0, 0, 0, 0, 0, 0, 0);
	const __m128i low_bits = _mm_setr_epi8(0x15, 0x11, 0x11, 0x11, 0x11, 0x11, 0x11, 0x11, 0x11,
					       0x11, 0x13, 0x1a, 0x1b, 0x1b, 0x1b, 0x1a);
	const __m128i high_bits = _mm_setr_epi8(0x10, 0x10, 0x01, 0x02, 0x04, 0x08, 0x04, 0x08,
						0x10, 0x10, 0x10, 0x10, 0x10, 0x10, 0x10, 0x10);
	const __m128i places = _mm_setr_epi8(2, 1, 0, 6, 5, 4, 10, 9, 8, 14, 13, 12,
					     -1, -1, -1, -1);
	const __m128i half = _mm_set1_epi8(15), slash = _mm_set1_epi8('/');
	size_t done = 0;

	for (; length - done >= 2 * VECTOR_CHARS; done += VECTOR_CHARS) {
		__m128i chars = _mm_loadu_si128((const __m128i *)(text + done)), excluded, values;
		__m128i high = _mm_and_si128(_mm_srli_epi32(chars, 4), half);

		excluded = _mm_and_si128(_mm_shuffle_epi8(high_bits, high),
					 _mm_shuffle_epi8(low_bits, _mm_and_si128(chars, half)));
		if (_mm_movemask_epi8(_mm_cmpgt_epi8(excluded, _mm_setzero_si128())) != 0)
			break;
		high = _mm_add_epi8(high, _mm_cmpeq_epi8(chars, slash));
		values = _mm_add_epi8(chars, _mm_shuffle_epi8(offsets, high));
		/* Six bits each to twelve, and those to twenty-four. */
		values = _mm_maddubs_epi16(values, _mm_set1_epi16(0x0140));
		values = _mm_madd_epi16(values, _mm_set1_epi32(0x00011000));
		_mm_storeu_si128((__m128i *)out, _mm_shuffle_epi8(values, places));
		out += VECTOR_BYTES;
	}
	return done;
}

static size_t base64_padding_of(const char *text, size_t length)
{
	if (text[length - 1] != '=')
		return 0;
	return text[length - 2] == '=' ? 2 : 1;
}

long base64_decode(const char *text, size_t length, uint8_t *out)
{
	size_t padding, i = 0, last = length - BASE64_QUANTUM_CHARS;
	char padded[BASE64_QUANTUM_CHARS];
	uint8_t *end = out;
	uint32_t seen = 0;

	if (length % BASE64_QUANTUM_CHARS != 0)
		return -1;
	if (length == 0)
		return 0;
	need_tables();
	padding = base64_padding_of(text, length);
	memset(padded, 'A', sizeof(padded));
	memcpy(padded, text + last, sizeof(padded) - padding);
	if (__builtin_cpu_supports("ssse3"))
		i = decode_vectors(text, length, out);
	end += i / VECTOR_CHARS * VECTOR_BYTES;
	for (; i < last; i += BASE64_QUANTUM_CHARS) {
		seen |= base64_decode_quantum(text + i, end);
		end += BASE64_QUANTUM_BYTES;
	}
	seen |= base64_decode_quantum(padded, end);
	end += BASE64_QUANTUM_BYTES - padding;
	return (seen & NOT_A_PAIR) == 0 ? end - out : -1;
}
