/* SPDX-License-Identifier: MIT */
/* Histograms, decoded by the definition of HdrHistogram's format. */
#include "tests/unit/unit.h"

#include <zlib.h>

#include "lib/wire/base64.h"
#include "tools/stats/hdr.h"

#define BYTES_MAX 4096

struct decoded {
	uint8_t bytes[BYTES_MAX];
	uLongf size;
	size_t place;
};

static uint64_t read_number(const uint8_t *bytes, size_t size)
{
	uint64_t number = 0;

	for (size_t i = 0; i < size; i++)
		number = number << 8 | bytes[i];
	return number;
}

static void decode(const struct hdr *hdr, struct decoded *decoded)
{
	char *text = hdr_encode(hdr);
	uint8_t packed[BYTES_MAX];
	long size = base64_decode(text, strlen(text), packed);

	assert_true(size > 8);
	assert_int_equal(read_number(packed, 4), 0x1c849314);
	assert_int_equal(read_number(packed + 4, 4), size - 8);
	decoded->size = sizeof(decoded->bytes);
	decoded->place = 40;
	assert_int_equal(uncompress(decoded->bytes, &decoded->size, packed + 8, (uLong)size - 8),
			 Z_OK);
	free(text);
}

static int64_t next_number(struct decoded *decoded)
{
	uint64_t value = 0;
	unsigned shift = 0;
	uint8_t byte;

	do {
		assert_true(decoded->place < decoded->size);
		byte = decoded->bytes[decoded->place++];
		value |= (uint64_t)(byte & 0x7f) << shift;
		shift += 7;
	} while (byte & 0x80);
	return value & 1 ? -(int64_t)(value / 2) - 1 : (int64_t)(value / 2);
}

TEST(histogram_begins_with_the_header_of_the_format)
{
	struct decoded decoded;
	struct hdr hdr;

	hdr_init(&hdr);
	hdr_add(&hdr, 1);
	decode(&hdr, &decoded);
	assert_int_equal(read_number(decoded.bytes, 4), 0x1c849313);
	assert_int_equal(read_number(decoded.bytes + 4, 4), decoded.size - 40);
	assert_int_equal(read_number(decoded.bytes + 8, 4), 0);
	assert_int_equal(read_number(decoded.bytes + 12, 4), 3);
	assert_int_equal(read_number(decoded.bytes + 16, 8), 1);
	assert_int_equal(read_number(decoded.bytes + 24, 8), (UINT64_C(1) << 53) - 1);
	assert_int_equal(read_number(decoded.bytes + 32, 8), UINT64_C(0x3ff0000000000000));
	hdr_free(&hdr);
}

/* Three digits need 2048 counters up to 2047, then 1024 per doubling. */
static const struct place {
	const char *name;
	uint64_t value;
	int64_t index;
} places[] = {
	{"zero_has_the_first_counter", 0, 0},
	{"one_has_the_second_counter", 1, 1},
	{"2047_has_a_counter_of_its_own", 2047, 2047},
	{"2049_shares_the_counter_of_2048", 2049, 2048},
	{"2050_is_in_the_next_counter", 2050, 2049},
	{"4095_is_in_the_last_counter_of_2_wide", 4095, 3071},
	{"4096_is_in_the_first_counter_of_4_wide", 4096, 3072},
	{"a_million_is_in_a_counter_of_512_wide", 1000000, 2048 + 8 * 1024 + 475712 / 512},
	{"the_maximum_has_the_last_counter", (UINT64_C(1) << 53) - 1, 2048 + 42 * 1024 - 1},
	{"larger_values_are_the_maximum", UINT64_MAX, 2048 + 42 * 1024 - 1},
};

static void value_has_its_counter(void **state)
{
	const struct place *expected = *state;
	struct decoded decoded;
	struct hdr hdr;

	hdr_init(&hdr);
	hdr_add(&hdr, expected->value);
	decode(&hdr, &decoded);
	if (expected->index > 0)
		assert_int_equal(next_number(&decoded), -expected->index);
	assert_int_equal(next_number(&decoded), 1);
	assert_int_equal(decoded.place, decoded.size);
	hdr_free(&hdr);
}
TEST_CASES(value_has_its_counter, places);

/* Numbers of one, two and three bytes. */
TEST(counts_and_runs_of_zeros_alternate)
{
	static const unsigned counts[] = {63, 0, 64, 1, 0, 0, 0, 8191, 8192};
	static const int64_t expected[] = {63, -1, 64, 1, -3, 8191, 8192};
	struct decoded decoded;
	struct hdr hdr;

	hdr_init(&hdr);
	for (size_t value = COUNT(counts); value-- > 0;) {
		for (unsigned i = 0; i < counts[value]; i++)
			hdr_add(&hdr, value);
	}
	decode(&hdr, &decoded);
	for (size_t i = 0; i < COUNT(expected); i++)
		assert_int_equal(next_number(&decoded), expected[i]);
	assert_int_equal(decoded.place, decoded.size);
	assert_int_equal(decoded.size, 40 + 1 + 1 + 2 + 1 + 1 + 2 + 3);
	hdr_free(&hdr);
}
