/* SPDX-License-Identifier: MIT */
/* Strings and skipped text are scanned with strcspn, many characters at a time. */
#include "tools/base/json_scan.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "tools/base/utf8.h"

struct json_scan json_scan_begin(char *text)
{
	return (struct json_scan){.at = text, .is_first = true};
}

static bool json_scan_fail(struct json_scan *scan)
{
	scan->is_wrong = true;
	return false;
}

char json_scan_peek(struct json_scan *scan)
{
	while (*scan->at == ' ' || *scan->at == '\n' || *scan->at == '\t' || *scan->at == '\r')
		scan->at++;
	return scan->is_wrong ? '\0' : *scan->at;
}

bool json_scan_enter(struct json_scan *scan, char bracket)
{
	if (json_scan_peek(scan) != bracket)
		return false;
	scan->at++;
	scan->is_first = true;
	return true;
}

/* Whether another member or item follows. If not, skips the closing bracket. */
static bool has_next(struct json_scan *scan, char closing)
{
	char c = json_scan_peek(scan);
	bool is_first = scan->is_first;

	scan->is_first = false;
	if (scan->is_wrong)
		return false;
	if (c == closing) {
		scan->at++;
		return false;
	}
	if (is_first)
		return true;
	if (c != ',')
		return json_scan_fail(scan);
	scan->at++;
	return true;
}

char *json_scan_key(struct json_scan *scan)
{
	char *key;

	if (!has_next(scan, '}'))
		return NULL;
	key = json_scan_string(scan);
	if (key == NULL || json_scan_peek(scan) != ':') {
		json_scan_fail(scan);
		return NULL;
	}
	scan->at++;
	return key;
}

bool json_scan_item(struct json_scan *scan)
{
	return has_next(scan, ']');
}

/* ---- Skipping ---- */

static bool skip_string(struct json_scan *scan)
{
	scan->at++;
	for (;;) {
		scan->at += strcspn(scan->at, "\"\\");
		if (scan->at[0] == '"')
			break;
		if (scan->at[0] == '\0' || scan->at[1] == '\0')
			return json_scan_fail(scan);
		scan->at += 2;
	}
	scan->at++;
	return true;
}

static bool skip_nested(struct json_scan *scan)
{
	size_t depth = 0;

	do {
		scan->at += strcspn(scan->at, "\"{}[]");
		if (*scan->at == '"') {
			if (!skip_string(scan))
				return false;
			continue;
		}
		if (*scan->at == '\0')
			return json_scan_fail(scan);
		depth += *scan->at == '{' || *scan->at == '[' ? 1 : (size_t)-1;
		scan->at++;
	} while (depth > 0);
	scan->is_first = false;
	return true;
}

/* A number, true, false or null. */
static bool skip_plain(struct json_scan *scan)
{
	size_t length = strspn(scan->at, "+-.0123456789Eaeflnrstu");

	scan->at += length;
	return length > 0 || json_scan_fail(scan);
}

bool json_scan_skip(struct json_scan *scan)
{
	char c = json_scan_peek(scan);

	if (scan->is_wrong)
		return false;
	if (c == '"')
		return skip_string(scan);
	return c == '{' || c == '[' ? skip_nested(scan) : skip_plain(scan);
}

/* ---- Numbers ---- */

/* Take digits. Returns false if there are none, on overflow, or if a fraction follows. */
static bool parse_digits(struct json_scan *scan, uint64_t *number)
{
	char *c = scan->at;

	*number = 0;
	for (; *c >= '0' && *c <= '9'; c++) {
		if (__builtin_mul_overflow(*number, 10, number) ||
		    __builtin_add_overflow(*number, (uint64_t)(*c - '0'), number))
			return false;
	}
	if (c == scan->at || *c == '.' || *c == 'e' || *c == 'E')
		return false;
	scan->at = c;
	return true;
}

static bool number_of_string(const char *text, uint64_t *number)
{
	char *end;

	if (text == NULL || *text < '0' || *text > '9')
		return false;
	errno = 0;
	*number = strtoull(text, &end, strncmp(text, "0x", 2) == 0 ? 16 : 10);
	return *end == '\0' && errno == 0;
}

bool json_scan_u64(struct json_scan *scan, uint64_t *number)
{
	char c = json_scan_peek(scan);

	if (c == '"')
		return number_of_string(json_scan_string(scan), number);
	return c != '\0' && parse_digits(scan, number);
}

bool json_scan_i64(struct json_scan *scan, int64_t *number)
{
	bool is_negative = json_scan_peek(scan) == '-';
	uint64_t magnitude;

	scan->at += is_negative;
	if (scan->is_wrong || !parse_digits(scan, &magnitude) ||
	    magnitude > (uint64_t)INT64_MAX + is_negative)
		return false;
	*number = (int64_t)(is_negative ? -magnitude : magnitude);
	return true;
}

/* ---- Strings ---- */

/* Value of four hexadecimal digits; -1 if invalid. */
static long parse_unit(const char *text)
{
	char digits[5] = "";

	if (strspn(text, "0123456789abcdefABCDEF") < 4)
		return -1;
	memcpy(digits, text, 4);
	return strtol(digits, NULL, 16);
}

/* Decode the text after "\u", with a second unit if needed, to *to. Returns the end of that text,
 * or NULL if it is invalid. */
static char *parse_character(char *from, char **to)
{
	long code = parse_unit(from), low;

	if (code <= 0 || (code >= 0xdc00 && code <= 0xdfff))
		return NULL;
	from += 4;
	if (code >= 0xd800 && code < 0xdc00) {
		low = from[0] == '\\' && from[1] == 'u' ? parse_unit(from + 2) : -1;
		if (low < 0xdc00 || low > 0xdfff)
			return NULL;
		code = 0x10000 + ((code - 0xd800) << 10) + (low - 0xdc00);
		from += 6;
	}
	*to = utf8_write(*to, (uint32_t)code);
	return from;
}

/* Decode the text after a backslash to *to. Returns the end of that text, or NULL if it is
 * invalid. */
static char *parse_escape(char *from, char **to)
{
	static const char names[] = "\"\\/bfnrt", meanings[] = "\"\\/\b\f\n\r\t";
	const char *name = *from != '\0' ? strchr(names, *from) : NULL;

	if (*from == 'u')
		return parse_character(from + 1, to);
	if (name == NULL)
		return NULL;
	*(*to)++ = meanings[name - names];
	return from + 1;
}

/* A decoded string is never longer than its text. */
char *json_scan_string(struct json_scan *scan)
{
	char *text, *from, *to;

	if (json_scan_peek(scan) != '"')
		return NULL;
	text = from = to = scan->at + 1;
	for (;;) {
		size_t length = strcspn(from, "\"\\");

		memmove(to, from, length);
		from += length;
		to += length;
		if (*from != '\\')
			break;
		from = parse_escape(from + 1, &to);
		if (from == NULL) {
			json_scan_fail(scan);
			return NULL;
		}
	}
	if (*from == '\0') {
		json_scan_fail(scan);
		return NULL;
	}
	*to = '\0';
	scan->at = from + 1;
	return text;
}
