/* SPDX-License-Identifier: MIT */
#include "tools/flow/import/text.h"

#include "lib/text/ticks.h"

#define NS_DIGITS 9

static bool is_digit(char c)
{
	return c >= '0' && c <= '9';
}

struct trace_text trace_text_skip_spaces(struct trace_text text)
{
	while (text.at < text.end && (*text.at == ' ' || *text.at == '\t'))
		text.at++;
	return text;
}

struct trace_text trace_text_trim(struct trace_text text)
{
	text = trace_text_skip_spaces(text);
	while (text.at < text.end && (text.end[-1] == ' ' || text.end[-1] == '\t' ||
				      text.end[-1] == '\r' || text.end[-1] == '\n'))
		text.end--;
	return text;
}

struct trace_text trace_text_find(struct trace_text text, const char *word)
{
	const char *found = memmem(text.at, trace_text_size(text), word, strlen(word));

	text.at = found != NULL ? found : text.end;
	return text;
}

bool trace_text_take(struct trace_text *text, const char *word)
{
	bool is_there = trace_text_begins(*text, word);

	if (is_there)
		text->at += strlen(word);
	return is_there;
}

static int hex_digit(char c)
{
	if (is_digit(c))
		return c - '0';
	if (c >= 'a' && c <= 'f')
		return c - 'a' + 10;
	return c >= 'A' && c <= 'F' ? c - 'A' + 10 : -1;
}

static bool trace_text_take_digits(struct trace_text *text, unsigned base, uint64_t *number)
{
	const char *begin = text->at;
	uint64_t value = 0;

	for (; text->at < text->end; text->at++) {
		int digit = base == 16 ? hex_digit(*text->at)
				       : is_digit(*text->at) ? *text->at - '0' : -1;

		if (digit < 0)
			break;
		if (value > (UINT64_MAX - (unsigned)digit) / base)
			return false;
		value = base * value + (unsigned)digit;
	}
	*number = value;
	return text->at > begin;
}

bool trace_text_take_number(struct trace_text *text, uint64_t *number)
{
	return trace_text_take_digits(text, trace_text_take(text, "0x") ? 16 : 10, number);
}

bool trace_text_take_hex(struct trace_text *text, uint64_t *number)
{
	(void)trace_text_take(text, "0x");
	return trace_text_take_digits(text, 16, number);
}

bool trace_text_take_time(struct trace_text *text, uint64_t *time, bool *is_count)
{
	uint64_t seconds, fraction = 0;
	int digits = 0;

	if (text->at == text->end || !is_digit(*text->at) ||
	    !trace_text_take_number(text, &seconds))
		return false;
	*is_count = !trace_text_take(text, ".");
	if (*is_count) {
		*time = seconds;
		return true;
	}
	for (; text->at < text->end && is_digit(*text->at); text->at++) {
		if (digits == NS_DIGITS)
			continue;
		fraction = 10 * fraction + (unsigned)(*text->at - '0');
		digits++;
	}
	if (digits == 0)
		return false;
	for (; digits < NS_DIGITS; digits++)
		fraction *= 10;
	*time = seconds < TRACE_SECONDS_MAX ? seconds * NS_PER_SECOND + fraction : TRACE_TIME_LATE;
	return true;
}

bool trace_text_field(struct trace_text body, const char *name, struct trace_text *value)
{
	size_t size = strlen(name);
	struct trace_text found = body;

	for (;;) {
		found = trace_text_find(found, name);
		if (found.at == found.end)
			return false;
		*value = (struct trace_text){found.at + size, found.end};
		*value = trace_text_skip_spaces(*value);
		if ((found.at == body.at || found.at[-1] == ' ') && trace_text_take(value, "=")) {
			*value = trace_text_skip_spaces(*value);
			return true;
		}
		found.at += size;
	}
}

bool trace_text_take_line(struct trace_text *text, struct trace_text *line)
{
	const char *end = memchr(text->at, '\n', trace_text_size(*text));

	if (text->at == text->end)
		return false;
	*line = (struct trace_text){text->at, end != NULL ? end : text->end};
	text->at = end != NULL ? end + 1 : text->end;
	return true;
}
