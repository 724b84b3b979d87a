/* SPDX-License-Identifier: MIT */
/* The record stream: the parser reads what the writer writes, and rejects everything else. */
#include "tests/unit/unit.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "lib/rng.h"
#include "lib/wire/crc.h"
#include "lib/wire/wire.h"

struct line {
	char text[2 * WIRE_LINE_MAX];
	size_t length;
};

static void put(void *context, const char *text, size_t length)
{
	struct line *line = context;

	assert_true(line->length + length < sizeof(line->text));
	memcpy(line->text + line->length, text, length);
	line->length += length;
	line->text[line->length] = '\0';
}

static void write_record(struct line *line, enum wire_kind kind, const void *body)
{
	struct wire_writer writer = {.put = put, .context = line, .seq = 41};

	line->length = 0;
	wire_write(&writer, kind, body);
	assert_int_equal(writer.seq, 42);
}

/* ---- Around a record ---- */

static struct wire_writer bounded = {.seq = 7};

static void take_turn(void *context)
{
	assert_int_equal(((struct line *)context)->length, 0);
	bounded.seq = 8;                /* another writer's record came first */
}

static void end_turn(void *context)
{
	const struct line *line = context;

	assert_int_equal(line->text[line->length - 1], '\n');
	assert_int_equal(bounded.seq, 9);
	bounded.seq = 100;
}

/* ---- The tests ---- */

/* A record whose fields all differ and need escapes. */
static void fill(struct wire_record *record, enum wire_kind kind)
{
	static const char *const texts[] = {
		"", "plain", "two words", "quote\"back\\slash", "a=b*c@d", "tab\tbell\007",
		"\xc3\xa9\xff",
	};
	static const uint8_t bytes[] = {0, 255, 7, 8};
	const struct wire_field *field = wire_schemas[kind].fields;

	memset(record, 0, sizeof(*record));
	record->kind = kind;
	for (size_t i = 0; field->name != NULL; field++, i++) {
		char *place = (char *)&record->manifest + field->offset;

		if (field->kind == WIRE_STR)
			*(const char **)place = texts[i % 7];
		else if (field->kind == WIRE_BYTES)
			*(struct wire_bytes *)place = (struct wire_bytes){bytes, i % 5};
		else if (field->kind == WIRE_I64)
			*(int64_t *)place = i % 2 ? -(int64_t)i * 1000 : INT64_MAX;
		else
			*(uint64_t *)place = UINT64_MAX >> (5 * i % 64);
	}
}

static void assert_same(const struct wire_record *a, const struct wire_record *b)
{
	const struct wire_field *field = wire_schemas[a->kind].fields;

	assert_int_equal(a->kind, b->kind);
	for (; field->name != NULL; field++) {
		const char *left = (const char *)&a->manifest + field->offset;
		const char *right = (const char *)&b->manifest + field->offset;

		if (field->kind == WIRE_STR) {
			assert_string_equal(*(const char *const *)left,
					    *(const char *const *)right);
		} else if (field->kind == WIRE_BYTES) {
			const struct wire_bytes *from = (const void *)left;
			const struct wire_bytes *to = (const void *)right;

			assert_int_equal(from->size, to->size);
			assert_memory_equal(from->data, to->data, from->size);
		} else {
			assert_memory_equal(left, right, sizeof(uint64_t));
		}
	}
}

TEST(every_kind_of_record_is_read_as_written)
{
	for (int kind = 0; kind < WIRE_KINDS; kind++) {
		struct wire_record record, parsed;
		struct line line;
		size_t used;

		fill(&record, (enum wire_kind)kind);
		write_record(&line, (enum wire_kind)kind, &record.manifest);
		assert_int_equal(line.text[line.length - 1], '\n');
		line.text[--line.length] = '\0';
		assert_int_equal(wire_parse(line.text, line.length, &parsed, &used), WIRE_OK);
		assert_int_equal(used, line.length);
		assert_int_equal(parsed.seq, 41);
		assert_same(&record, &parsed);
	}
}

TEST(null_text_is_written_as_an_empty_one)
{
	const struct wire_warning warning = {NULL, NULL};
	struct wire_record parsed;
	struct line line;
	size_t used;

	write_record(&line, WIRE_warning, &warning);
	assert_int_equal(wire_parse(line.text, line.length, &parsed, &used), WIRE_OK);
	assert_string_equal(parsed.warning.text, "");
}

TEST(longest_record_fits_the_line_limit)
{
	char text[4 * WIRE_TEXT_MAX];
	static uint8_t bytes[WIRE_BYTES_MAX];
	struct wire_samples samples = {UINT64_MAX, UINT64_MAX, UINT64_MAX, UINT64_MAX, UINT64_MAX,
				       {bytes, sizeof(bytes)}};
	struct wire_fault fault;
	struct line line;

	memset(text, '\001', sizeof(text) - 1);
	text[sizeof(text) - 1] = '\0';
	memset(&fault, 0xff, sizeof(fault));
	fault.bench = fault.point = fault.kind = fault.registers = fault.backtrace = text;
	fault.detail = text;
	write_record(&line, WIRE_fault, &fault);
	assert_uint_in_range(line.length, 1, WIRE_LINE_MAX);
	write_record(&line, WIRE_samples, &samples);
	assert_uint_in_range(line.length, 1, WIRE_LINE_MAX);
}

TEST(every_single_changed_character_is_detected)
{
	const struct wire_bench bench = {7, "irq.self_ipi", "an \"interrupt\"", "tsc_ticks", ""};
	struct line line;
	char text[sizeof(line.text)];
	struct wire_record parsed;
	size_t used;

	write_record(&line, WIRE_bench, &bench);
	for (size_t i = 0; i + 1 < line.length; i++) {
		for (int bit = 0; bit < 8; bit++) {
			memcpy(text, line.text, line.length + 1);
			text[i] = (char)(text[i] ^ 1 << bit);
			assert_int_not_equal(wire_parse(text, line.length, &parsed, &used),
					     WIRE_OK);
		}
	}
}

TEST(truncated_line_is_rejected)
{
	const struct wire_bench bench = {7, "irq.self_ipi", "an \"interrupt\"", "tsc_ticks", ""};
	struct line line;
	struct wire_record parsed;
	size_t used;

	write_record(&line, WIRE_bench, &bench);
	for (size_t length = 0; length + 1 < line.length; length++) {
		/* An exact-size copy, so that the sanitizer finds reads outside it. */
		char *text = malloc(length + 1);

		memcpy(text, line.text, length);
		text[length] = '\0';
		assert_int_not_equal(wire_parse(text, length, &parsed, &used), WIRE_OK);
		assert_uint_in_range(used, 0, length);
		free(text);
	}
}

TEST(random_text_causes_no_reads_outside)
{
	static const char alphabet[] = "@abc seq=\"\\x*0123 \n";
	struct rng rng;

	rng_seed(&rng, 11);
	for (int trial = 0; trial < 20000; trial++) {
		size_t length = rng_below(&rng, 60), used;
		char *text = malloc(length + 1);
		struct wire_record parsed;

		for (size_t i = 0; i < length; i++)
			text[i] = alphabet[rng_below(&rng, sizeof(alphabet) - 1)];
		text[length] = '\0';
		if (length > 0)
			text[0] = '@';
		wire_parse(text, length, &parsed, &used);
		assert_uint_in_range(used, 0, length);
		free(text);
	}
}

TEST(record_gets_its_number_at_its_begin_and_is_complete_at_its_end)
{
	struct line line = {.length = 0};

	bounded.put = put;
	bounded.begin = take_turn;
	bounded.end = end_turn;
	bounded.context = &line;
	wire_write(&bounded, WIRE_end, &(struct wire_end){.status = "complete"});
	assert_int_equal(bounded.seq, 100);
	assert_non_null(strstr(line.text, "@end seq=8 "));
}

/* ---- Records with a correct CRC that no writer writes ---- */

static enum wire_status parse_signed(const char *fields, struct wire_record *record)
{
	static struct line line;
	size_t used;
	enum wire_status status;

	line.length = (size_t)snprintf(line.text, sizeof(line.text), "%s *%08x", fields,
				       crc32c(0, fields, strlen(fields)));
	status = wire_parse(line.text, line.length, record, &used);
	if (status == WIRE_DAMAGED || status == WIRE_NOT_A_RECORD)
		assert_int_equal(used, 1);
	else
		assert_int_equal(used, line.length);
	return status;
}

static const struct signed_text {
	const char *name;
	enum wire_status status;
} signed_texts[] = {
	{"@warning seq=1 text=a", WIRE_OK},
	{"@warning seq=1 text=\"\"", WIRE_OK},
	{"@warning seq=1 text=", WIRE_OK},
	{"@warning", WIRE_OK},
	{"@warning unknown=1", WIRE_OK},
	{"@warning text=\"\\x41\\x0a\\\"\\\\\"", WIRE_OK},
	{"@warning text=\"\\x00\"", WIRE_MALFORMED},
	{"@warning text=\"\\x4\"", WIRE_MALFORMED},
	{"@warning text=\"\\xg1\"", WIRE_MALFORMED},
	{"@warning text=\"\\x1g\"", WIRE_MALFORMED},
	{"@warning text=\"\\x1G\"", WIRE_MALFORMED},
	{"@warning text=\"\\n\"", WIRE_MALFORMED},
	{"@warning seq=", WIRE_MALFORMED},
	{"@warning seq=1x", WIRE_MALFORMED},
	{"@warning seq=/", WIRE_MALFORMED},
	{"@warning seq=:", WIRE_MALFORMED},
	{"@warning seq=-1", WIRE_MALFORMED},
	{"@warning seq=\"1\"", WIRE_MALFORMED},
	{"@warning seq=18446744073709551615", WIRE_OK},
	{"@warning seq=18446744073709551616", WIRE_MALFORMED},
	{"@warning seq=99999999999999999999", WIRE_MALFORMED},
	{"@timer disagreement_ppm=9223372036854775807", WIRE_OK},
	{"@timer disagreement_ppm=-9223372036854775807", WIRE_OK},
	{"@timer disagreement_ppm=9223372036854775808", WIRE_MALFORMED},
	{"@timer disagreement_ppm=-", WIRE_MALFORMED},
	{"@timer disagreement_ppm=--1", WIRE_MALFORMED},
	{"@memory base_phys=0xffffffffffffffff", WIRE_OK},
	{"@memory base_phys=0x10000000000000000", WIRE_MALFORMED},
	{"@memory base_phys=0x", WIRE_MALFORMED},
	{"@memory base_phys=1x0", WIRE_MALFORMED},
	{"@memory base_phys=0y0", WIRE_MALFORMED},
	{"@memory base_phys=0xg", WIRE_MALFORMED},
	{"@memory base_phys=0xA", WIRE_MALFORMED},
	{"@memory base_phys=0x/", WIRE_MALFORMED},
	{"@memory base_phys=0x:", WIRE_MALFORMED},
	{"@memory base_phys=0x`", WIRE_MALFORMED},
	{"@samples data=AAA=", WIRE_OK},
	{"@samples data=A", WIRE_MALFORMED},
	{"@samples data=!AAA", WIRE_MALFORMED},
	{"@unheard_of seq=3 a=1", WIRE_UNKNOWN},
	{"@unheard_of seq=x", WIRE_MALFORMED},
	{"@warning =1", WIRE_DAMAGED},
	{"@warning seq", WIRE_DAMAGED},
	{"@warning text=\"a", WIRE_DAMAGED},
	{"@warning text=\"a\\", WIRE_DAMAGED},
	{"@warning text=a@b", WIRE_DAMAGED},
	{"@Warning seq=1", WIRE_NOT_A_RECORD},
	{"@ seq=1", WIRE_NOT_A_RECORD},
	{"@warning_", WIRE_UNKNOWN},
	{"warning seq=1", WIRE_NOT_A_RECORD},
};

static void signed_text_has_the_status(void **state)
{
	const struct signed_text *text = *state;
	struct wire_record record;

	assert_int_equal(parse_signed(text->name, &record), text->status);
}
TEST_CASES(signed_text_has_the_status, signed_texts);

TEST(values_at_the_limits_are_exact)
{
	struct wire_record record;

	parse_signed("@warning seq=18446744073709551615 text=\"\\x41\\x7f\\\"\\\\\"", &record);
	assert_true(record.seq == UINT64_MAX);
	assert_string_equal(record.warning.text, "A\x7f\"\\");
	parse_signed("@timer disagreement_ppm=-9223372036854775807", &record);
	assert_true(record.timer.disagreement_ppm == -INT64_MAX);
	parse_signed("@memory base_phys=0x0123456789abcdef size_bytes=0xffffffffffffffff", &record);
	assert_true(record.memory.base_phys == 0x0123456789abcdef);
	assert_true(record.memory.size_bytes == UINT64_MAX);
	assert_int_equal(parse_signed("@warning seq=1 seq=x text=a", &record), WIRE_MALFORMED);
	assert_string_equal(record.warning.text, "a");
}

/* Unquoted texts are compared in stretches of 64 characters. */
TEST(unquoted_text_of_any_length_is_read)
{
	struct wire_record record;
	char fields[256];

	for (int length = 0; length < 140; length++) {
		snprintf(fields, sizeof(fields), "@warning text=%0*d kind=b", length, 0);
		if (length == 0)
			strcpy(fields, "@warning text= kind=b");
		assert_int_equal(parse_signed(fields, &record), WIRE_OK);
		assert_int_equal(strlen(record.warning.text), length);
		for (int place = 0; place < length; place++) {
			fields[strlen("@warning text=") + (size_t)place] = '@';
			assert_int_equal(parse_signed(fields, &record), WIRE_DAMAGED);
			fields[strlen("@warning text=") + (size_t)place] = '0';
		}
	}
}
