/* SPDX-License-Identifier: MIT */
/* Base64 with SSSE3 vectors, and CRC-32C with the SSE4.2 instruction, if the CPU has them. The
 * vector code follows Muła and Lemire, "Faster Base64 Encoding and Decoding Using AVX2
 * Instructions". */
#include "tools/base/vectors.h"

#include <string.h>
#include <tmmintrin.h>

/* Bytes per step. */
#define VECTOR_CHARS 16
#define VECTOR_BYTES 12

/* Each vector reads VECTOR_CHARS bytes. A character is its value plus an offset, which depends on
 * the value's range: 0 to 25, 26 to 51, or one of twelve single values. */
__attribute__((target("ssse3")))
static size_t vectors_x86_encode(const uint8_t *bytes, size_t size, char *out)
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

/* Each vector writes VECTOR_CHARS bytes. The offset from character to value depends on the
 * character's high half, except for '/'. The valid low halves depend on it too: each bit stands for
 * the high halves that exclude the same low halves. */
__attribute__((target("ssse3")))
static size_t vectors_x86_decode(const char *text, size_t length, uint8_t *out)
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
		/* Join pairs of six bits, then pairs of twelve. */
		values = _mm_maddubs_epi16(values, _mm_set1_epi16(0x0140));
		values = _mm_madd_epi16(values, _mm_set1_epi32(0x00011000));
		_mm_storeu_si128((__m128i *)out, _mm_shuffle_epi8(values, places));
		out += VECTOR_BYTES;
	}
	return done;
}

__attribute__((target("sse4.2")))
static uint32_t vectors_x86_crc(uint32_t crc, const uint8_t *bytes, size_t size)
{
	uint64_t wide = crc, word;

	for (; size >= sizeof(word); size -= sizeof(word), bytes += sizeof(word)) {
		memcpy(&word, bytes, sizeof(word));
		wide = __builtin_ia32_crc32di(wide, word);
	}
	crc = (uint32_t)wide;
	for (; size > 0; size--)
		crc = __builtin_ia32_crc32qi(crc, *bytes++);
	return crc;
}

size_t vectors_encode_base64(const uint8_t *bytes, size_t size, char *out)
{
	return __builtin_cpu_supports("ssse3") ? vectors_x86_encode(bytes, size, out) : 0;
}

size_t vectors_decode_base64(const char *text, size_t length, uint8_t *out)
{
	return __builtin_cpu_supports("ssse3") ? vectors_x86_decode(text, length, out) : 0;
}

bool vectors_crc32c(uint32_t *crc, const void *data, size_t size)
{
	if (!__builtin_cpu_supports("sse4.2"))
		return false;
	*crc = ~vectors_x86_crc(~*crc, data, size);
	return true;
}
