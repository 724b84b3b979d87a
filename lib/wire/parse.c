/* SPDX-License-Identifier: MIT */
/* Parses a record in place. The input is untrusted, because a serial line loses, repeats and
 * corrupts characters. So the CRC is verified before any field is used. */
#include "lib/wire/wire.h"

#include <stdbool.h>

#include "lib/text/string.h"
#include "lib/wire/base64.h"
#include "lib/wire/crc.h"

#define CRC_DIGITS 8
#define BARE_STRETCH 64

/* A "name=value" of a line. When take_token has returned, value is terminated. */
struct token {
	char *name;
	char *value;
	size_t value_length;
};

static bool is_name_char(char c)
{
	return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '_';
}

static int hex_digit(char c)
{
	if (c >= '0' && c <= '9')
		return c - '0';
	return c >= 'a' && c <= 'f' ? c - 'a' + 10 : -1;
}

/* Whether a text needs no quotes: printable ASCII except blank and '@'. A writer quotes '@', so the
 * start of another record ends this one. There is no early exit, and the result is as wide as a
 * character, so that the compiler can vectorise the comparison. */
static bool is_bare(const char *text)
{
	char differs = 0;

	for (size_t i = 0; i < BARE_STRETCH; i++)
		differs |= (text[i] <= ' ') | (text[i] == '@');
	return differs == 0;
}

static size_t bare_length(const char *text, size_t length)
{
	size_t i = 0;

	while (length - i >= BARE_STRETCH && is_bare(text + i))
		i += BARE_STRETCH;
	while (i < length && text[i] > ' ' && text[i] != '@')
		i++;
	return i;
}

/* The end of the value at text, which is after the closing quote, or at the next blank. Returns 0
 * if there is none. */
static size_t value_end(const char *text, size_t length)
{
	size_t i;

	if (length == 0 || text[0] != '"')
		return bare_length(text, length);
	for (i = 1; i < length && text[i] != '"'; i++) {
		if (text[i] == '\\')
			i++;
	}
	return i < length ? i + 1 : 0;
}

/* The end of the record's fields: index of the blank before '*', or 0 if the line is truncated. */
static size_t fields_end(const char *text, size_t length)
{
	size_t i = 0;

	while (i < length && text[i] > ' ')
		i++;
	while (i + 1 < length && text[i] == ' ' && text[i + 1] != '*') {
		size_t name_start = ++i, end;

		while (i < length && is_name_char(text[i]))
			i++;
		if (i == name_start || i >= length || text[i] != '=')
			return 0;
		i++;
		end = value_end(text + i, length - i);
		if (end == 0 && i < length && text[i] == '"')
			return 0;
		i += end;
	}
	return i + 1 + 1 + CRC_DIGITS <= length && text[i] == ' ' && text[i + 1] == '*' ? i : 0;
}

static bool crc_matches(const char *text, size_t end)
{
	uint32_t crc = 0;

	for (int i = 0; i < CRC_DIGITS; i++) {
		int digit = hex_digit(text[end + 2 + (size_t)i]);

		if (digit < 0)
			return false;
		crc = crc << 4 | (uint32_t)digit;
	}
	return crc == crc32c(0, text, end);
}

/* Undo the writer's quoting. text[0] is the opening quote, text[length - 1] the closing one. */
static bool unquote(char *text, size_t length)
{
	char *out = text;

	for (size_t i = 1; i + 1 < length; i++) {
		if (text[i] != '\\') {
			*out++ = text[i];
		} else if (text[i + 1] == 'x' && i + 4 < length) {
			int high = hex_digit(text[i + 2]), low = hex_digit(text[i + 3]);

			if (high < 0 || low < 0 || (high == 0 && low == 0))
				return false;
			*out++ = (char)(high << 4 | low);
			i += 3;
		} else if (text[i + 1] == '"' || text[i + 1] == '\\') {
			*out++ = text[++i];
		} else {
			return false;
		}
	}
	*out = '\0';
	return true;
}

/* Take the next token from the fields at *text, which end at end. fields_end has checked that a
 * blank follows every value. */
static bool parse_token(char **text, char *end, struct token *token)
{
	char *c = *text;

	if (c >= end)
		return false;
	token->name = ++c;
	while (*c != '=')
		c++;
	*c++ = '\0';
	token->value = c;
	*text = *c == '"' ? c + value_end(c, (size_t)(end - c)) : strchr(c, ' ');
	token->value_length = (size_t)(*text - c);
	return true;
}

static bool parse_decimal(const char *text, uint64_t *value)
{
	*value = 0;
	if (*text == '\0')
		return false;
	for (; *text != '\0'; text++) {
		if (*text < '0' || *text > '9' || __builtin_mul_overflow(*value, 10, value) ||
		    __builtin_add_overflow(*value, (uint64_t)(*text - '0'), value))
			return false;
	}
	return true;
}

static bool parse_signed(const char *text, int64_t *value)
{
	uint64_t magnitude;
	bool negative = *text == '-';

	if (!parse_decimal(text + negative, &magnitude) || magnitude > INT64_MAX)
		return false;
	*value = negative ? -(int64_t)magnitude : (int64_t)magnitude;
	return true;
}

static bool parse_hexadecimal(const char *text, uint64_t *value)
{
	*value = 0;
	if (text[0] != '0' || text[1] != 'x' || text[2] == '\0')
		return false;
	for (text += 2; *text != '\0'; text++) {
		int digit = hex_digit(*text);

		if (digit < 0 || *value >> 60 != 0)
			return false;
		*value = *value << 4 | (uint64_t)digit;
	}
	return true;
}

static bool parse_bytes(char *text, size_t length, struct wire_bytes *bytes)
{
	long size = base64_decode(text, length, (uint8_t *)text);

	if (size < 0)
		return false;
	bytes->data = (const uint8_t *)text;
	bytes->size = (size_t)size;
	return true;
}

/* The blank after the value's last character may be overwritten. */
static bool parse_value(const struct token *token, enum wire_field_kind kind, void *value)
{
	bool quoted = token->value_length >= 2 && token->value[0] == '"';

	token->value[token->value_length] = '\0';
	if (quoted && (kind != WIRE_STR || !unquote(token->value, token->value_length)))
		return false;
	switch (kind) {
	case WIRE_U64:
		return parse_decimal(token->value, value);
	case WIRE_I64:
		return parse_signed(token->value, value);
	case WIRE_X64:
		return parse_hexadecimal(token->value, value);
	case WIRE_STR:
		*(const char **)value = token->value;
		return true;
	case WIRE_BYTES:
		break;
	}
	return parse_bytes(token->value, token->value_length, value);
}

/* Whether two names are the same. Nearly all names differ in their first character, whose
 * comparison is cheaper than a call. */
static bool parse_is_same(const char *a, const char *b)
{
	return a[0] == b[0] && strcmp(a, b) == 0;
}

static enum wire_kind kind_of(const char *name)
{
	int kind = 0;

	while (kind < WIRE_KINDS && !parse_is_same(wire_schemas[kind].name, name))
		kind++;
	return (enum wire_kind)kind;
}

static const struct wire_field *field_of(enum wire_kind kind, const char *name)
{
	const struct wire_field *field = wire_schemas[kind].fields;

	while (field->name != NULL && !parse_is_same(field->name, name))
		field++;
	return field->name != NULL ? field : NULL;
}

static void parse_set_empty_texts(struct wire_record *record)
{
	const struct wire_field *field = wire_schemas[record->kind].fields;

	for (; field->name != NULL; field++) {
		if (field->kind == WIRE_STR)
			*(const char **)((char *)&record->manifest + field->offset) = "";
	}
}

/* Parse the fields of a record with a valid CRC. parse_value overwrites the blank before the next
 * token, so the next token is taken before. */
static enum wire_status parse_fields(char *text, char *end, struct wire_record *record)
{
	struct token token, next;
	bool known = record->kind < WIRE_KINDS, more = parse_token(&text, end, &token);
	enum wire_status status = known ? WIRE_OK : WIRE_UNKNOWN;

	while (more) {
		const struct wire_field *field = known ? field_of(record->kind, token.name) : NULL;
		char *body = (char *)&record->manifest;
		bool good = true;

		more = parse_token(&text, end, &next);
		if (parse_is_same(token.name, "seq"))
			good = parse_value(&token, WIRE_U64, &record->seq);
		else if (field != NULL)
			good = parse_value(&token, field->kind, body + field->offset);
		if (!good)
			status = WIRE_MALFORMED;
		token = next;
	}
	return status;
}

enum wire_status wire_parse(char *text, size_t length, struct wire_record *record, size_t *used)
{
	size_t name_length = 1, end;

	memset(record, 0, sizeof(*record));
	*used = length < 1 ? length : 1;
	while (name_length < length && is_name_char(text[name_length]))
		name_length++;
	if (length < 1 || text[0] != '@' || name_length == 1 || name_length >= length ||
	    text[name_length] != ' ')
		return WIRE_NOT_A_RECORD;
	end = fields_end(text, length);
	if (end == 0 || !crc_matches(text, end))
		return WIRE_DAMAGED;
	*used = end + 2 + CRC_DIGITS;
	text[name_length] = '\0';
	record->kind = kind_of(text + 1);
	if (record->kind < WIRE_KINDS)
		parse_set_empty_texts(record);
	return parse_fields(text + name_length, text + end, record);
}
