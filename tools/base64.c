/* Base64 for a host that reads and writes logs by the gigabyte, in place of lib/base64.c: by tables of
 * all pairs of characters, which would be too large for the kernel; and decoding, which is most of
 * reading a trace, sixteen characters at a time where the CPU has SSSE3. */
#include "lib/base64.h"

#include <string.h>
#include <tmmintrin.h>

/* Read or written at a time, two quanta and a rest. */
#define WORD_BYTES sizeof(uint64_t)

/* Decoded at a time by vectors. */
#define VECTOR_CHARS 16
#define VECTOR_BYTES 12

#define PAIR_BITS 12
#define PAIRS (1u << PAIR_BITS)
#define NOT_A_PAIR 0x8000       /* no code of a pair has this bit */

static const char alphabet[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

/* Two characters, as they lie in memory. */
static uint16_t characters[PAIRS];              /* by code */
static uint16_t codes[UINT16_MAX + 1];          /* by characters */

static void make_tables(void)
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
		make_tables();
}

static inline void encode_quantum(const uint8_t *bytes, char *out)
{
	uint32_t bits = (uint32_t)bytes[0] << 16 | (uint32_t)bytes[1] << 8 | bytes[2];

	memcpy(out, &characters[bits >> PAIR_BITS], 2);
	memcpy(out + 2, &characters[bits & (PAIRS - 1)], 2);
}

/* Six bytes, of WORD_BYTES that are read, to eight characters. */
static inline void encode_word(const uint8_t *bytes, char *out)
{
	uint16_t pairs[4];
	uint64_t bits;

	memcpy(&bits, bytes, WORD_BYTES);
	bits = __builtin_bswap64(bits);
	pairs[0] = characters[bits >> 52];
	pairs[1] = characters[bits >> 40 & (PAIRS - 1)];
	pairs[2] = characters[bits >> 28 & (PAIRS - 1)];
	pairs[3] = characters[bits >> 16 & (PAIRS - 1)];
	memcpy(out, pairs, sizeof(pairs));
}

size_t base64_encode(const uint8_t *bytes, size_t size, char *out)
{
	char *end = out;

	need_tables();
	for (; size >= WORD_BYTES; size -= 2 * BASE64_QUANTUM_BYTES) {
		encode_word(bytes, end);
		bytes += 2 * BASE64_QUANTUM_BYTES;
		end += 2 * BASE64_QUANTUM_CHARS;
	}
	for (; size >= BASE64_QUANTUM_BYTES; size -= BASE64_QUANTUM_BYTES) {
		encode_quantum(bytes, end);
		bytes += BASE64_QUANTUM_BYTES;
		end += BASE64_QUANTUM_CHARS;
	}
	if (size > 0) {
		const uint8_t last[] = {bytes[0], size > 1 ? bytes[1] : 0, 0};

		encode_quantum(last, end);
		if (size == 1)
			end[2] = '=';
		end[3] = '=';
		end += BASE64_QUANTUM_CHARS;
	}
	return (size_t)(end - out);
}

/* Decode four characters to three bytes. Returns NOT_A_PAIR among other bits if they can't be. */
static inline uint32_t decode_quantum(const char *text, uint8_t *out)
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

/* The same for eight characters, to six bytes and two that are overwritten later. */
static inline uint32_t decode_word(const char *text, uint8_t *out)
{
	uint16_t pair[4];
	uint64_t a, b, c, d, bits;

	memcpy(pair, text, sizeof(pair));
	a = codes[pair[0]];
	b = codes[pair[1]];
	c = codes[pair[2]];
	d = codes[pair[3]];
	bits = __builtin_bswap64(a << 52 | b << 40 | c << 28 | d << 16);
	memcpy(out, &bits, WORD_BYTES);
	return (uint32_t)(a | b | c | d);
}

/* Decode as many characters as can be by whole vectors, of which each writes VECTOR_CHARS bytes. Returns
 * how many: it stops where one is not of the alphabet.
 *
 * What is to be added to a character for its value depends on its high half, '/' apart; and which low
 * halves a character may have depends on that too: a bit stands for the high halves that exclude the
 * same ones. Muła and Lemire, "Faster Base64 Encoding and Decoding Using AVX2 Instructions". */
__attribute__((target("ssse3")))
static size_t decode_vectors(const char *text, size_t length, uint8_t *out)
{
	const __m128i offsets = _mm_setr_epi8(0, 16, 19, 4, -65, -65, -71, -71,
					      0, 0, 0, 0, 0, 0, 0, 0);
	const __m128i low_bits = _mm_setr_epi8(0x15, 0x11, 0x11, 0x11, 0x11, 0x11, 0x11, 0x11, 0x11,
					       0x11, 0x13, 0x1a, 0x1b, 0x1b, 0x1b, 0x1a);
	const __m128i high_bits = _mm_setr_epi8(0x10, 0x10, 0x01, 0x02, 0x04, 0x08, 0x04, 0x08, 0x10,
						0x10, 0x10, 0x10, 0x10, 0x10, 0x10, 0x10);
	const __m128i places = _mm_setr_epi8(2, 1, 0, 6, 5, 4, 10, 9, 8, 14, 13, 12, -1, -1, -1, -1);
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

static size_t padding_of(const char *text, size_t length)
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
	padding = padding_of(text, length);
	memset(padded, 'A', sizeof(padded));
	memcpy(padded, text + last, sizeof(padded) - padding);
	if (__builtin_cpu_supports("ssse3"))
		i = decode_vectors(text, length, out);
	end += i / VECTOR_CHARS * VECTOR_BYTES;
	for (; i + 2 * BASE64_QUANTUM_CHARS <= last; i += 2 * BASE64_QUANTUM_CHARS) {
		seen |= decode_word(text + i, end);
		end += 2 * BASE64_QUANTUM_BYTES;
	}
	for (; i < last; i += BASE64_QUANTUM_CHARS) {
		seen |= decode_quantum(text + i, end);
		end += BASE64_QUANTUM_BYTES;
	}
	seen |= decode_quantum(padded, end);
	end += BASE64_QUANTUM_BYTES - padding;
	return (seen & NOT_A_PAIR) == 0 ? end - out : -1;
}
