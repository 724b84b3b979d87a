/* Writing a record: no buffer, no allocation, the CRC computed as the text goes by. */
#include "lib/wire.h"

#include <stdbool.h>

#include "lib/base64.h"
#include "lib/crc.h"
#include "lib/fmt.h"
#include "lib/string.h"

/* Of BYTES, encoded at a time: little of a stack, and few calls. */
#define PIECE_QUANTA 16

struct line {
	struct wire_writer *writer;
	uint32_t crc;
};

static void put(struct line *line, const char *text, size_t length)
{
	line->crc = crc32c(line->crc, text, length);
	line->writer->put(line->writer->context, text, length);
}

static void put_text(struct line *line, const char *text)
{
	put(line, text, strlen(text));
}

static void put_number(struct line *line, const char *format, uint64_t number)
{
	char text[24];

	fmt_buffer(text, sizeof(text), format, number);
	put_text(line, text);
}

/* Bare text is what a reader can split at blanks without knowing of quotes. */
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

/* Returns the length of what c became. */
static size_t put_quoted_char(struct line *line, unsigned char c)
{
	char text[8];
	size_t length;

	if (c == '"' || c == '\\')
		length = fmt_buffer(text, sizeof(text), "\\%c", c);
	else if (c < ' ' || c > '~')
		length = fmt_buffer(text, sizeof(text), "\\x%02x", c);
	else
		length = fmt_buffer(text, sizeof(text), "%c", c);
	put(line, text, length);
	return length;
}

static void put_string(struct line *line, const char *text)
{
	bool quoted = text == NULL || needs_quotes(text);
	const char *rest = text == NULL ? "" : text;

	if (quoted)
		put_text(line, "\"");
	for (size_t length = 0; *rest != '\0' && length < WIRE_TEXT_MAX; rest++)
		length += put_quoted_char(line, (unsigned char)*rest);
	if (quoted)
		put_text(line, "\"");
}

static void put_bytes(struct line *line, struct wire_bytes bytes)
{
	char text[PIECE_QUANTA * BASE64_QUANTUM_CHARS];

	for (size_t i = 0; i < bytes.size; i += PIECE_QUANTA * BASE64_QUANTUM_BYTES) {
		size_t rest = bytes.size - i;
		size_t size = rest < PIECE_QUANTA * BASE64_QUANTUM_BYTES
			? rest : PIECE_QUANTA * BASE64_QUANTUM_BYTES;

		put(line, text, base64_encode(bytes.data + i, size, text));
	}
}

static void put_field(struct line *line, const struct wire_field *field, const void *value)
{
	put_text(line, " ");
	put_text(line, field->name);
	put_text(line, "=");
	switch (field->kind) {
	case WIRE_U64:
		put_number(line, "%lu", *(const uint64_t *)value);
		break;
	case WIRE_I64:
		put_number(line, "%ld", *(const uint64_t *)value);
		break;
	case WIRE_X64:
		put_number(line, "%#lx", *(const uint64_t *)value);
		break;
	case WIRE_STR:
		put_string(line, *(const char *const *)value);
		break;
	case WIRE_BYTES:
		put_bytes(line, *(const struct wire_bytes *)value);
		break;
	}
}

void wire_write(struct wire_writer *writer, enum wire_kind kind, const void *body)
{
	const struct wire_schema *schema = &wire_schemas[kind];
	struct line line = {.writer = writer};
	char end[16];

	put_text(&line, "@");
	put_text(&line, schema->name);
	put_number(&line, " seq=%lu", writer->seq++);
	for (const struct wire_field *field = schema->fields; field->name != NULL; field++)
		put_field(&line, field, (const char *)body + field->offset);
	fmt_buffer(end, sizeof(end), " *%08x\n", line.crc);
	writer->put(writer->context, end, strlen(end));
}
