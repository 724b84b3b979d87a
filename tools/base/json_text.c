/* SPDX-License-Identifier: MIT */
/* Each item follows its separator. All keys are escaped, since some come from untrusted logs. */
#include "tools/base/json_text.h"

#include <inttypes.h>
#include <math.h>
#include <string.h>

#include "tools/base/real.h"

/* ---- Text ---- */

/* RFC 8259, "Strings": characters that need an escape. */
static bool is_escaped(char c)
{
	return (unsigned char)c < ' ' || c == '"' || c == '\\';
}

static void json_text_write_escaped(struct out *out, char c)
{
	static const char plain[] = "\"\\\b\f\n\r\t", letters[] = "\"\\bfnrt";
	const char *found = memchr(plain, c, sizeof(plain) - 1);

	if (found != NULL) {
		out_char(out, '\\');
		out_char(out, letters[found - plain]);
	} else {
		out_format(out, "\\u%04X", (unsigned)c);
	}
}

static void json_text_write_text(struct out *out, const char *text)
{
	out_char(out, '"');
	for (; *text != '\0'; text++) {
		if (is_escaped(*text))
			json_text_write_escaped(out, *text);
		else
			out_char(out, *text);
	}
	out_char(out, '"');
}

/* Length with quotes. */
static void json_text_write_number(struct out *out, uint64_t number)
{
	char *to = out_room(out, 2 * NUMBER_COLUMNS_MAX + 2);
	bool is_text = number > INT64_MAX;

	*to = '"';
	to = number_write(to + is_text, number, 1);
	*to = '"';
	out_filled(out, to + is_text);
}

static void write_integer(struct out *out, int64_t number)
{
	if (number < 0)
		out_char(out, '-');
	out_number(out, number < 0 ? 0 - (uint64_t)number : (uint64_t)number, 1);
}

static void write_real(struct out *out, double value)
{
	out_filled(out, real_write(out_room(out, REAL_TEXT_MAX), value));
}

/* ---- Layout ---- */

static void begin_line(struct json_text *json)
{
	char *to;

	if (json->is_line)
		return;
	to = out_room(&json->out, json->depth + 1);
	*to = '\n';
	memset(to + 1, ' ', json->depth);
	out_filled(&json->out, to + 1 + json->depth);
}

static void begin_item(struct json_text *json, const char *key)
{
	if (json->has_items)
		out_char(&json->out, ',');
	if (json->depth > 0)
		begin_line(json);
	json->has_items = true;
	if (key != NULL) {
		json_text_write_text(&json->out, key);
		out_char(&json->out, ':');
		out_char(&json->out, ' ');
	}
}

void json_text_begin(struct json_text *json, FILE *file)
{
	out_begin(&json->out, file);
	json->depth = 0;
	json->has_items = false;
	json->is_line = false;
}

void json_text_begin_line(struct json_text *json, FILE *file)
{
	json_text_begin(json, file);
	json->is_line = true;
}

bool json_text_end(struct json_text *json)
{
	out_char(&json->out, '\n');
	return out_end(&json->out);
}

void json_text_open(struct json_text *json, const char *key, char brace)
{
	begin_item(json, key);
	out_char(&json->out, brace);
	json->depth++;
	json->has_items = false;
}

void json_text_close(struct json_text *json, char brace)
{
	json->depth--;
	if (json->has_items)
		begin_line(json);
	out_char(&json->out, brace);
	json->has_items = true;
}

void json_text_open_line(struct json_text *json, const char *key, char brace)
{
	json_text_open(json, key, brace);
	json->is_line = true;
}

void json_text_close_line(struct json_text *json, char brace)
{
	json_text_close(json, brace);
	json->is_line = false;
}

/* ---- Items ---- */

void json_text_number(struct json_text *json, const char *key, uint64_t number)
{
	begin_item(json, key);
	json_text_write_number(&json->out, number);
}

void json_text_numbers(struct json_text *json, const char *key, const uint64_t *numbers,
		       size_t count)
{
	begin_item(json, key);
	out_char(&json->out, '[');
	for (size_t i = 0; i < count; i++) {
		if (i > 0)
			out_char(&json->out, ',');
		json_text_write_number(&json->out, numbers[i]);
	}
	out_char(&json->out, ']');
}

void json_text_reals(struct json_text *json, const char *key, const double *values, size_t count)
{
	begin_item(json, key);
	out_char(&json->out, '[');
	for (size_t i = 0; i < count; i++) {
		if (i > 0)
			out_char(&json->out, ',');
		if (isfinite(values[i]))
			write_real(&json->out, values[i]);
		else
			out_text(&json->out, "null");
	}
	out_char(&json->out, ']');
}

void json_text_decimal(struct json_text *json, const char *key, uint64_t whole, uint64_t fraction,
		       unsigned digits)
{
	begin_item(json, key);
	out_number(&json->out, whole, 1);
	out_format(&json->out, ".%0*" PRIu64, (int)digits, fraction);
}

void json_text_real(struct json_text *json, const char *key, double value)
{
	if (!isfinite(value))
		return;
	begin_item(json, key);
	write_real(&json->out, value);
}

void json_text_string(struct json_text *json, const char *key, const char *text)
{
	begin_item(json, key);
	json_text_write_text(&json->out, text);
}

void json_text_bool(struct json_text *json, const char *key, bool value)
{
	begin_item(json, key);
	out_text(&json->out, value ? "true" : "false");
}

void json_text_null(struct json_text *json, const char *key)
{
	begin_item(json, key);
	out_text(&json->out, "null");
}

void json_text_real_or_null(struct json_text *json, const char *key, bool is_known, double value)
{
	if (is_known)
		json_text_real(json, key, value);
	else
		json_text_null(json, key);
}

/* ---- Trees ---- */

static bool is_container(const json_t *value)
{
	return json_is_object(value) || json_is_array(value);
}

static bool is_plain_array(const json_t *array)
{
	const json_t *item;
	size_t i;

	json_array_foreach((json_t *)array, i, item) {
		if (is_container(item))
			return false;
	}
	return true;
}

static void write_plain(struct out *out, const json_t *value)
{
	switch (json_typeof(value)) {
	case JSON_STRING:
		json_text_write_text(out, json_string_value(value));
		break;
	case JSON_INTEGER:
		write_integer(out, json_integer_value(value));
		break;
	case JSON_REAL:
		write_real(out, json_real_value(value));
		break;
	default:
		out_text(out, json_is_null(value) ? "null"
			      : json_is_true(value) ? "true" : "false");
	}
}

static void write_plain_array(struct out *out, const json_t *array)
{
	const json_t *item;
	size_t i;

	out_char(out, '[');
	json_array_foreach((json_t *)array, i, item) {
		if (i > 0)
			out_char(out, ',');
		write_plain(out, item);
	}
	out_char(out, ']');
}

void json_text_items(struct json_text *json, const json_t *object)
{
	const char *key;
	json_t *value;

	json_object_foreach((json_t *)object, key, value)
		json_text_value(json, key, value);
}

void json_text_value(struct json_text *json, const char *key, const json_t *value)
{
	if (json_is_object(value)) {
		json_text_open(json, key, '{');
		json_text_items(json, value);
		json_text_close(json, '}');
	} else if (json_is_array(value) && !is_plain_array(value)) {
		const json_t *item;
		size_t i;

		json_text_open(json, key, '[');
		json_array_foreach((json_t *)value, i, item)
			json_text_value(json, NULL, item);
		json_text_close(json, ']');
	} else {
		begin_item(json, key);
		if (json_is_array(value))
			write_plain_array(&json->out, value);
		else
			write_plain(&json->out, value);
	}
}

void json_text_new(struct json_text *json, const char *key, json_t *value)
{
	json_text_value(json, key, value);
	json_decref(value);
}

bool json_text_write(const json_t *value, FILE *file)
{
	struct json_text json;

	json_text_begin(&json, file);
	json_text_value(&json, NULL, value);
	return json_text_end(&json);
}
