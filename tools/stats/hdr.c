/* SPDX-License-Identifier: MIT */
/* The first bucket has one counter for each value below 2048. Each further bucket covers twice the
 * range, in 1024 steps of twice the width. */
#include "tools/stats/hdr.h"

#include <err.h>
#include <stdlib.h>
#include <string.h>
#include <zlib.h>

#include "lib/wire/base64.h"
#include "tools/base/alloc.h"
#include "tools/base/exit_status.h"

#define DIGITS 3
/* smallest power of two with at least 2 * 10^DIGITS steps */
#define STEPS_BITS 11
#define STEPS (1u << STEPS_BITS)
#define VALUE_BITS 53
#define BUCKETS (VALUE_BITS - STEPS_BITS + 1)
#define COUNTS ((BUCKETS + 1) * STEPS / 2)

#define COOKIE 0x1c849313u
#define COMPRESSED_COOKIE 0x1c849314u
#define HEADER_BYTES 40
#define VARINT_BYTES_MAX 9

void hdr_init(struct hdr *hdr)
{
	*hdr = (struct hdr){.counts = xcalloc(COUNTS, sizeof(*hdr->counts))};
}

void hdr_free(struct hdr *hdr)
{
	free(hdr->counts);
}

static unsigned index_of(uint64_t value)
{
	unsigned bucket = (unsigned)(63 - __builtin_clzll(value | (STEPS - 1))) - (STEPS_BITS - 1);

	return bucket * STEPS / 2 + (unsigned)(value >> bucket);
}

void hdr_add(struct hdr *hdr, uint64_t value)
{
	if (value > HDR_VALUE_MAX)
		value = HDR_VALUE_MAX;
	hdr->counts[index_of(value)]++;
	if (value > hdr->max)
		hdr->max = value;
}

/* ---- Encoding; numbers are big-endian ---- */

static uint8_t *write_u32(uint8_t *to, uint32_t value)
{
	for (int shift = 24; shift >= 0; shift -= 8)
		*to++ = (uint8_t)(value >> shift);
	return to;
}

static uint8_t *write_u64(uint8_t *to, uint64_t value)
{
	return write_u32(write_u32(to, (uint32_t)(value >> 32)), (uint32_t)value);
}

/* A signed number: zigzag, seven bits per byte. */
static uint8_t *write_varint(uint8_t *to, int64_t number)
{
	uint64_t value = (uint64_t)number << 1 ^ (uint64_t)(number >> 63);

	for (; value > 0x7f; value >>= 7)
		*to++ = (uint8_t)(value | 0x80);
	*to++ = (uint8_t)value;
	return to;
}

/* Counts up to that of the maximum. A run of zeros is stored as its negative length. */
static uint8_t *hdr_write_counts(uint8_t *to, const struct hdr *hdr)
{
	unsigned end = index_of(hdr->max) + 1;
	int64_t zeros = 0;

	for (unsigned i = 0; i < end; i++) {
		if (hdr->counts[i] == 0) {
			zeros++;
			continue;
		}
		if (zeros > 0)
			to = write_varint(to, -zeros);
		to = write_varint(to, (int64_t)hdr->counts[i]);
		zeros = 0;
	}
	return to;
}

/* Header and counts. Returns the number of bytes. */
static size_t write_histogram(uint8_t *bytes, const struct hdr *hdr)
{
	uint8_t *end = hdr_write_counts(bytes + HEADER_BYTES, hdr), *to = bytes;
	double ratio = 1;
	uint64_t ratio_bits;

	memcpy(&ratio_bits, &ratio, sizeof(ratio_bits));
	to = write_u32(to, COOKIE);
	to = write_u32(to, (uint32_t)(end - bytes - HEADER_BYTES));
	to = write_u32(to, 0); /* normalizing index offset */
	to = write_u32(to, DIGITS);
	to = write_u64(to, 1); /* lowest discernible value */
	to = write_u64(to, HDR_VALUE_MAX);
	write_u64(to, ratio_bits); /* integer to double conversion ratio */
	return (size_t)(end - bytes);
}

static char *to_base64(const uint8_t *bytes, size_t size)
{
	char *text = xcalloc(size / BASE64_QUANTUM_BYTES + 2, BASE64_QUANTUM_CHARS);

	base64_encode(bytes, size, text);
	return text;
}

char *hdr_encode(const struct hdr *hdr)
{
	size_t capacity = HEADER_BYTES + (size_t)COUNTS * VARINT_BYTES_MAX, size;
	uint8_t *plain = xcalloc(capacity, 1), *packed;
	uLongf packed_size;
	char *text;

	size = write_histogram(plain, hdr);
	packed_size = compressBound(size);
	packed = xcalloc(packed_size + 8, 1);
	if (compress(packed + 8, &packed_size, plain, size) != Z_OK)
		errx(EXIT_MACHINE, "zlib cannot compress a histogram");
	write_u32(write_u32(packed, COMPRESSED_COOKIE), (uint32_t)packed_size);
	text = to_base64(packed, packed_size + 8);
	free(packed);
	free(plain);
	return text;
}
