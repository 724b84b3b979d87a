/* SPDX-License-Identifier: MIT */
/* Writes a record without allocation and without a buffer for the line: the text is written in
 * pieces, each added to the CRC. */
#include "lib/wire/wire.h"

#include <stdbool.h>

#include "lib/text/fmt.h"
#include "lib/text/string.h"
#include "lib/wire/base64.h"
#include "lib/wire/crc.h"

/* A piece. Its size is a compromise between a small stack and few calls, and is also the unit for
 * encoding BYTES. */
#define PIECE_QUANTA 64
#define PIECE_CHARS (PIECE_QUANTA * BASE64_QUANTUM_CHARS)

#define DECIMAL_DIGITS_MAX 20

struct line {
	struct wire_writer *writer;
	uint32_t crc;                   /* of the text written so far */
	size_t length;                  /* length of the piece */
	char piece[PIECE_CHARS];
};

static void write_hand_over(struct line *line)
{
	line->crc = crc32c(line->crc, line->piece, line->length);
	line->writer->put(line->writer->context, line->piece, line->length);
	line->length = 0;
}

static void write_char(struct line *line, char c)
{
	line->piece[line->length++] = c;
	if (line->length == PIECE_CHARS)
		write_hand_over(line);
}

static void write_text(struct line *line, const char *text)
{
	while (*text != '\0')
		write_char(line, *text++);
}

/* Write a decimal number, as most fields are. */
static void write_decimal(struct line *line, uint64_t number)
{
	char digits[DECIMAL_DIGITS_MAX + 1], *first = digits + DECIMAL_DIGITS_MAX;

	*first = '\0';
	do {
		*--first = (char)('0' + number % 10);
		number /= 10;
	} while (number != 0);
	write_text(line, first);
}

static void write_formatted(struct line *line, const char *format, uint64_t number)
{
	char text[DECIMAL_DIGITS_MAX + 2];

	fmt_buffer(text, sizeof(text), format, number);
	write_text(line, text);
}

/* Whether text needs quotes. Bare text has no characters that need quoting, so readers can split at
 * blanks. */
static bool needs_quotes(const char *text)
{
	if (*text == '\0')
		return true;
	for (; *text != '\0'; text++) {
		if (*text <= ' ' || *text > '~' || strchr("\"\\=*@", *text) != NULL)
			return true;
	}
	return false;
}

/* Length of c in quotes. */
static size_t quoted_length(unsigned char c)
{
	if (c == '"' || c == '\\')
		return 2;
	return c < ' ' || c > '~' ? 4 : 1;
}

static void write_quoted_char(struct line *line, unsigned char c)
{
	char text[8];
	size_t length = quoted_length(c);

	fmt_buffer(text, sizeof(text), length == 1 ? "%c" : length == 2 ? "\\%c" : "\\x%02x", c);
	write_text(line, text);
}

size_t wire_text_fitting(const char *text)
{
	bool is_quoted = needs_quotes(text);
	size_t count = 0;

	for (size_t length = 0; text[count] != '\0' && length < WIRE_TEXT_MAX; count++)
		length += is_quoted ? quoted_length((unsigned char)text[count]) : 1;
	return count;
}

static void write_string(struct line *line, const char *text)
{
	const char *whole = text == NULL ? "" : text;
	size_t count = wire_text_fitting(whole);

	if (!needs_quotes(whole)) {
		for (size_t i = 0; i < count; i++)
			write_char(line, whole[i]);
		return;
	}
	write_char(line, '"');
	for (size_t i = 0; i < count; i++)
		write_quoted_char(line, (unsigned char)whole[i]);
	write_char(line, '"');
}

static void write_bytes(struct line *line, struct wire_bytes bytes)
{
	write_hand_over(line);
	for (size_t i = 0; i < bytes.size; i += PIECE_QUANTA * BASE64_QUANTUM_BYTES) {
		size_t rest = bytes.size - i;
		size_t size = rest < PIECE_QUANTA * BASE64_QUANTUM_BYTES
			? rest : PIECE_QUANTA * BASE64_QUANTUM_BYTES;

		line->length = base64_encode(bytes.data + i, size, line->piece);
		write_hand_over(line);
	}
}

static void write_field(struct line *line, const struct wire_field *field, const void *value)
{
	write_char(line, ' ');
	write_text(line, field->name);
	write_char(line, '=');
	switch (field->kind) {
	case WIRE_U64:
		write_decimal(line, *(const uint64_t *)value);
		break;
	case WIRE_I64:
		write_formatted(line, "%ld", *(const uint64_t *)value);
		break;
	case WIRE_X64:
		write_formatted(line, "%#lx", *(const uint64_t *)value);
		break;
	case WIRE_STR:
		write_string(line, *(const char *const *)value);
		break;
	case WIRE_BYTES:
		write_bytes(line, *(const struct wire_bytes *)value);
		break;
	}
}

/* Write the end of a line. The number of instructions does not depend on the CRC. Otherwise later
 * measurements would start a few instructions earlier or later with another build, because the
 * manifest's CRC includes the build. */
static void write_end(struct line *line)
{
	char end[] = " *00000000\n";
	uint32_t crc;

	write_hand_over(line);
	crc = line->crc;
	for (size_t i = sizeof(end) - 3; end[i] != '*'; i--) {
		end[i] = "0123456789abcdef"[crc & 15];
		crc >>= 4;
	}
	line->writer->put(line->writer->context, end, sizeof(end) - 1);
}

void wire_write(struct wire_writer *writer, enum wire_kind kind, const void *body)
{
	const struct wire_schema *schema = &wire_schemas[kind];
	struct line line;

	if (writer->begin != NULL)
		writer->begin(writer->context);
	line.writer = writer;
	line.crc = 0;
	line.length = 0;
	write_char(&line, '@');
	write_text(&line, schema->name);
	write_text(&line, " seq=");
	write_decimal(&line, writer->seq++);
	for (const struct wire_field *field = schema->fields; field->name != NULL; field++)
		write_field(&line, field, (const char *)body + field->offset);
	write_end(&line);
	if (writer->observe != NULL)
		writer->observe(kind, body);
	if (writer->end != NULL)
		writer->end(writer->context);
}
