/* SPDX-License-Identifier: MIT */
/* Small parts of lib/: packed samples, base64, CRC, formatted text, text helpers. */
#include "tests/unit/unit.h"

#include <stdio.h>
#include <string.h>

#include "lib/disk_pattern.h"
#include "lib/text/fmt.h"
#include "lib/text/quantity.h"
#include "lib/text/string.h"
#include "lib/wire/base64.h"
#include "lib/wire/crc.h"
#include "lib/wire/samples.h"

/* ---- Samples ---- */

TEST(samples_are_unpacked_unchanged_whatever_their_differences)
{
	static const uint64_t values[] = {0, UINT64_MAX, 0, 1, 1ull << 63, 44, 45, 44,
					  UINT64_MAX - 1};
	const size_t count = sizeof(values) / sizeof(values[0]);
	uint8_t data[sizeof(values) / sizeof(values[0]) * SAMPLE_BYTES_MAX];
	uint64_t unpacked[sizeof(values) / sizeof(values[0])];
	size_t size;

	assert_int_equal(samples_pack(values, count, data, sizeof(data), &size), count);
	assert_int_equal(samples_unpack(data, size, unpacked, count), count);
	assert_memory_equal(values, unpacked, sizeof(values));
}

TEST(packing_stops_before_a_value_may_not_fit)
{
	uint64_t values[100] = {0};
	uint8_t data[50];
	size_t size, packed;

	values[20] = UINT64_MAX / 3;
	packed = samples_pack(values, 100, data, sizeof(data), &size);
	assert_uint_in_range(packed, 21, 41);
	assert_uint_in_range(size, packed, sizeof(data));
}

TEST(malformed_samples_are_rejected)
{
	static const uint8_t endless[] = {
		0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x00,
	};
	static const uint8_t cut[] = {0x02, 0x80};
	uint64_t values[4];

	assert_int_equal(samples_unpack(endless, sizeof(endless), values, 4), -1);
	assert_int_equal(samples_unpack(cut, sizeof(cut), values, 4), -1);
	assert_int_equal(samples_unpack((const uint8_t *)"\2\2\2", 3, values, 2), -1);
}

/* ---- Base64 and CRC ---- */

static void encode(const char *text, char *out)
{
	out[base64_encode((const uint8_t *)text, strlen(text), out)] = '\0';
}

/* RFC 4648, "Test Vectors". */
TEST(base64_matches_the_test_vectors)
{
	static const char *const vectors[][2] = {
		{"", ""}, {"f", "Zg=="}, {"fo", "Zm8="}, {"foo", "Zm9v"}, {"foob", "Zm9vYg=="},
		{"fooba", "Zm9vYmE="}, {"foobar", "Zm9vYmFy"},
	};
	char text[16];

	for (size_t i = 0; i < sizeof(vectors) / sizeof(vectors[0]); i++) {
		long size;

		encode(vectors[i][0], text);
		assert_string_equal(text, vectors[i][1]);
		size = base64_decode(text, strlen(text), (uint8_t *)text);
		assert_int_equal(size, strlen(vectors[i][0]));
		assert_memory_equal(text, vectors[i][0], (size_t)size);
	}
}

#define BASE64_ALPHABET "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/"

/* RFC 4648, "Base 64 Encoding", table 1: the alphabet is the values from 0 to 63. */
TEST(base64_alphabet_has_the_values_of_its_order)
{
	static const char alphabet[] = BASE64_ALPHABET;
	uint8_t bytes[48];
	char text[65];

	assert_int_equal(base64_decode(alphabet, 64, bytes), 48);
	for (unsigned i = 0; i < 64; i++) {
		unsigned place = i * 6 / 8, next = place < 47 ? bytes[place + 1] : 0;

		assert_int_equal((bytes[place] << 8 | next) >> (10 - i * 6 % 8) & 63, i);
	}
	text[base64_encode(bytes, sizeof(bytes), text)] = '\0';
	assert_string_equal(text, alphabet);
}

TEST(invalid_base64_is_rejected)
{
	static const char *const bad[] = {"Zg=", "Z===", "Zg==Zg==", "Zm9 ", "=Zm9", "Zm9v!"};
	uint8_t out[16];

	for (size_t i = 0; i < sizeof(bad) / sizeof(bad[0]); i++)
		assert_int_equal(base64_decode(bad[i], strlen(bad[i]), out), -1);
	for (unsigned byte = 0; byte < 256; byte++) {
		const char text[] = {'Z', (char)byte, 'm', '9'};
		bool is_valid = byte != '\0' && strchr(BASE64_ALPHABET, (int)byte) != NULL;

		assert_int_equal(base64_decode(text, sizeof(text), out), is_valid ? 3 : -1);
	}
}

/* RFC 3720, "CRC Examples": 32 bytes of zeros, ones, and ascending values. */
TEST(crc32c_matches_the_examples)
{
	uint8_t bytes[32] = {0};

	assert_int_equal(crc32c(0, bytes, 32), 0x8a9136aa);
	memset(bytes, 0xff, 32);
	assert_int_equal(crc32c(0, bytes, 32), 0x62a8ab43);
	for (uint8_t i = 0; i < 32; i++)
		bytes[i] = i;
	assert_int_equal(crc32c(0, bytes, 32), 0x46dd794e);
	assert_int_equal(crc32c(crc32c(0, bytes, 13), bytes + 13, 19), 0x46dd794e);
}

/* A host writes the sectors that a target reads, perhaps of another version. */
TEST(sector_of_the_disk_pattern_is_the_same_in_all_versions)
{
	static const uint8_t crc[] = {0x01, 0x2a, 0xbe, 0x14};
	uint8_t sector[PATTERN_SECTOR_BYTES];

	disk_pattern_write(sector, 5, 4096);
	assert_int_equal(crc32c(0, sector, sizeof(sector) - sizeof(crc)), 0x14be2a01);
	assert_memory_equal(sector + sizeof(sector) - sizeof(crc), crc, sizeof(crc));
}

/* ---- Formatted text ---- */

/* Compares both results for one format and its arguments. */
#define ASSERT_AS_LIBC(...) do { \
		char ours[256], theirs[256]; \
		int length = snprintf(theirs, sizeof(theirs), __VA_ARGS__); \
		assert_int_equal(fmt_buffer(ours, sizeof(ours), __VA_ARGS__), length); \
		assert_string_equal(ours, theirs); \
	} while (0)

TEST(formatted_text_matches_the_c_library)
{
	int object;

	ASSERT_AS_LIBC("%d %i %u", -5, INT32_MIN, UINT32_MAX);
	ASSERT_AS_LIBC("[%5d] [%-5d] [%05d] [%5d]", 42, 42, 42, -42);
	ASSERT_AS_LIBC("[%05d] [%-8x] [%#x] [%X] [%08lx]", -42, 255, 255, 255, 0xabcdul);
	ASSERT_AS_LIBC("%ld %lu %llu %zu", INT64_MIN, UINT64_MAX, 1ull << 63, (size_t)9);
	ASSERT_AS_LIBC("[%s] [%8s] [%-8s] [%.2s] [%*s] [%.*s]", "a", "bc", "de", "fgh", 4, "i", 1,
		       "jk");
	ASSERT_AS_LIBC("%c%%%c %p", 'x', 'y', (void *)&object);
	ASSERT_AS_LIBC("[%3d] [%3d] [%03d] [%04d] [%04d]", 999, 1000, 999, -99, -999);
	ASSERT_AS_LIBC("[%3c] [%-3c] [%#6x] [%-#6x] [%#06x]", 'x', 'y', 10, 11, 12);
	ASSERT_AS_LIBC("[%12x] [%19lu] [%-*u]", UINT32_MAX, UINT64_MAX, 5, 1);
	ASSERT_AS_LIBC("[%.0s] [%.3s] [%3.1s]", "a", "abcd", "bc");
}

TEST(text_is_truncated_to_the_buffer_and_its_full_length_returned)
{
	char text[4];

	assert_int_equal(fmt_buffer(text, sizeof(text), "%s", "abcdef"), 6);
	assert_string_equal(text, "abc");
	assert_int_equal(fmt_buffer(text, sizeof(text), "%s", "def"), 3);
	assert_string_equal(text, "def");
	assert_int_equal(fmt_buffer(text, sizeof(text), "%s", "ghij"), 4);
	assert_string_equal(text, "ghi");
	assert_int_equal(fmt_buffer(text, 1, "%s", "x"), 1);
	assert_string_equal(text, "");
	assert_int_equal(fmt_buffer(text, 0, "%s", "x"), 1);
	assert_int_equal(text[1], 'h');
}

/* ---- Quantities ---- */

static const struct number_case {
	const char *name;
	uint64_t thousandths;
} number_cases[] = {
	{"0", 0},           {"0.00", 4},        {"0.01", 5},        {"1", 1000},
	{"12.34", 12344},   {"12.35", 12345},   {"99.99", 99994},   {"100.0", 99995},
	{"123", 123000},    {"123.5", 123450},  {"123.4", 123449},  {"9999.9", 9999949},
	{"10000", 9999950}, {"10000", 10000499}, {"10001", 10000500},
	{"18446744073709552", UINT64_MAX},
};

static void number_has_few_decimals(void **state)
{
	const struct number_case *one = *state;
	char text[QUANTITY_CHARS];

	quantity_number(one->thousandths, text);
	assert_string_equal(text, one->name);
}

TEST_CASES(number_has_few_decimals, number_cases);

static void assert_rate(uint64_t bytes, uint64_t thousandths, const char *expected)
{
	char text[QUANTITY_CHARS];

	quantity_rate(bytes, thousandths, text);
	assert_string_equal(text, expected);
}

static void assert_time(uint64_t thousandths, const char *expected, const char *expected_number)
{
	char text[QUANTITY_CHARS];

	quantity_time(thousandths, text);
	assert_string_equal(text, expected);
	quantity_time_number(thousandths, text);
	assert_string_equal(text, expected_number);
}

TEST(times_are_in_ns_if_the_frequency_is_known)
{
	assert_true(quantity_of_one(7, 2) == 3500 && quantity_of_one(10, 3) == 3333);
	assert_true(quantity_of_one(UINT64_MAX / 1000 * 7, 7) == UINT64_MAX / 1000 * 1000);
	quantity_begin(0, "tick");
	assert_time(1500, "1.50 ticks", "1.50");
	assert_rate(64, 32000, "2 bytes per tick");
	quantity_begin(2000000000, "tick");
	assert_time(1500, "0.75 ns", "0.75");
	assert_rate(64, 32000, "4 GB/s");
	assert_rate(64, 1, "unknown");          /* half a thousandth */
	assert_rate(64, 2, "64000 GB/s");
	assert_rate(UINT64_MAX / 1000000, 2000000, "18446744074 GB/s");
	assert_rate(UINT64_MAX / 1000000 + 1, 2000000, "unknown");
	quantity_begin(1, "tick");
	assert_time(18446744072, "18446744072000000 ns", "18446744072000000");
	assert_time(18446744073, "18446744073709552 ns", "18446744073709552");
}

TEST(size_has_the_largest_unit_that_divides_it)
{
	static const struct {
		uint64_t bytes;
		const char *text;
	} sizes[] = {
		{0, "0 bytes"}, {1023, "1023 bytes"}, {1024, "1 KiB"}, {1025, "1025 bytes"},
		{1536, "1536 bytes"}, {3 << 20, "3 MiB"}, {1ull << 30, "1 GiB"},
		{1ull << 40, "1 TiB"}, {1ull << 50, "1024 TiB"},
	};
	char text[QUANTITY_CHARS];

	for (size_t i = 0; i < COUNT(sizes); i++) {
		quantity_size(sizes[i].bytes, text);
		assert_string_equal(text, sizes[i].text);
	}
}

/* ---- Text ---- */

TEST(globs_match_as_in_a_shell)
{
	assert_true(text_glob("*", ""));
	assert_true(text_glob("irq.*", "irq.self_ipi"));
	assert_true(text_glob("*.*_ipi", "irq.self_ipi"));
	assert_true(text_glob("?rq.self_ip?", "irq.self_ipi"));
	assert_true(text_glob("*a*b*c", "xaybzbc"));
	assert_false(text_glob("irq", "irq.self_ipi"));
	assert_false(text_glob("", "x"));
	assert_false(text_glob("*b", "abc"));
	assert_false(text_glob("??", "a"));
}

TEST(numbers_with_trailing_text_are_rejected)
{
	unsigned long value = 7;

	assert_true(text_number("4k", &value));
	assert_int_equal(value, 4096);
	assert_true(text_number("0x10M", &value));
	assert_int_equal(value, 16 << 20);
	assert_true(text_number("0xaF", &value));
	assert_int_equal(value, 175);
	assert_true(text_number("0Xf0A", &value));
	assert_int_equal(value, 3850);
	assert_false(text_number("0xg", &value));
	assert_false(text_number("1a", &value));
	assert_true(text_number("18446744073709551615", &value));
	assert_true(value == UINT64_MAX);
	assert_true(text_number("17179869183g", &value) && value == UINT64_MAX - (1u << 30) + 1);
	assert_true(text_number("3K", &value) && value == 3072);
	assert_true(text_number("3m", &value) && value == 3 << 20);
	value = 7;
	assert_false(text_number("", &value));
	assert_false(text_number("12x", &value));
	assert_false(text_number("-1", &value));
	assert_false(text_number("0x", &value));
	assert_false(text_number("18446744073709551616", &value));
	assert_false(text_number("17179869184G", &value));
	assert_false(text_number("1kk", &value));
	assert_false(text_number("1 k", &value));
	assert_int_equal(value, 7);
}

TEST(copied_text_is_always_terminated)
{
	char to[4];

	assert_true(text_copy(to, sizeof(to), "abc"));
	assert_false(text_copy(to, sizeof(to), "abcd"));
	assert_string_equal(to, "abc");
}

TEST(durations_with_trailing_text_are_rejected)
{
	static const char *const wrong[] = {
		"",      "s",     "10",           "-1s",
		"1 s",   "1d",    "1.s",          ".5s",
		"1.5",   "1.5ns", "1.0001us",     "1.5.5s",
		"0x10s", "1ss",   "18446744074s", "99999999999999999999us",
	};
	unsigned long ns = 7;

	for (size_t i = 0; i < sizeof(wrong) / sizeof(wrong[0]); i++)
		assert_false(text_duration(wrong[i], &ns));
	assert_int_equal(ns, 7);
	assert_true(text_duration("0us", &ns) && ns == 0);
	assert_true(text_duration("150us", &ns) && ns == 150000);
	assert_true(text_duration("40ns", &ns) && ns == 40);
	assert_true(text_duration("1.5us", &ns) && ns == 1500);
	assert_true(text_duration("0.000000001s", &ns) && ns == 1);
	assert_true(text_duration("2ms", &ns) && ns == 2000000);
	assert_true(text_duration("90s", &ns) && ns == 90000000000);
	assert_true(text_duration("10m", &ns) && ns == 600000000000);
	assert_true(text_duration("12h", &ns) && ns == 43200000000000);
	assert_true(text_duration("18446744073.709551615s", &ns) && ns == UINT64_MAX);
	assert_false(text_duration("18446744073.709551616s", &ns));
	assert_true(text_duration("1.25h", &ns) && ns == 4500000000000);
}
