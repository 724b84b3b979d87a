/* SPDX-License-Identifier: MIT */
/* Numbers are range-checked while parsed. Messages quote input only after making it printable. */
#include "tools/run/input/input_parser.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "lib/text/string.h"

#define NS_PER_US 1000
#define DISTANCE_MAX 127                /* of one packet of a mouse */

bool input_fail(struct input_parser *parser, const char *where, const char *format, ...)
{
	int used = snprintf(parser->problem, INPUT_PROBLEM_MAX, "%u:%td: ", parser->line,
			    where - parser->line_begin + 1);
	va_list args;

	va_start(args, format);
	vsnprintf(parser->problem + used, INPUT_PROBLEM_MAX - (size_t)used, format, args);
	va_end(args);
	return false;
}

const char *input_quote(struct input_word word, char text[INPUT_QUOTE_MAX])
{
	size_t length = word.length < INPUT_QUOTE_MAX - 1 ? word.length : INPUT_QUOTE_MAX - 1;

	for (size_t i = 0; i < length; i++)
		text[i] = word.text[i] > ' ' && word.text[i] <= '~' ? word.text[i] : '?';
	text[length] = '\0';
	return text;
}

bool input_at_line_end(const struct input_parser *parser)
{
	return parser->at == parser->end || *parser->at == '\n' || *parser->at == '#';
}

void input_skip_blanks(struct input_parser *parser)
{
	while (parser->at < parser->end &&
	       (*parser->at == ' ' || *parser->at == '\t' || *parser->at == '\r'))
		parser->at++;
}

struct input_word input_next_word(struct input_parser *parser)
{
	struct input_word word;

	input_skip_blanks(parser);
	word.text = parser->at;
	while (!input_at_line_end(parser) && strchr(" \t\r", *parser->at) == NULL)
		parser->at++;
	word.length = (size_t)(parser->at - word.text);
	return word;
}

bool input_is_word(struct input_word word, const char *text)
{
	return strlen(text) == word.length && memcmp(word.text, text, word.length) == 0;
}

static bool input_parser_parse_number(const char **at, const char *end, uint64_t most,
				      uint64_t *number)
{
	const char *begin = *at;

	for (*number = 0; *at < end && **at >= '0' && **at <= '9'; ++*at) {
		*number = *number * 10 + (uint64_t)(**at - '0');
		if (*number > most)
			return false;
	}
	return *at != begin;
}

bool input_parse_time(struct input_parser *parser, uint32_t *us)
{
	struct input_word word = input_next_word(parser);
	char text[INPUT_QUOTE_MAX];
	unsigned long ns;

	if (word.length < INPUT_QUOTE_MAX && text_duration(input_quote(word, text), &ns) &&
	    ns % NS_PER_US == 0 && ns / NS_PER_US <= INPUT_PAUSE_US_MAX) {
		*us = (uint32_t)(ns / NS_PER_US);
		return true;
	}
	return input_fail(parser, word.text,
			  "'%s' is not a time such as 500us, 150ms or 1.5s, from 0 to %d s and in "
			  "whole microseconds",
			  input_quote(word, text), INPUT_PAUSE_US_MAX / 1000000);
}

bool input_parse_distance(struct input_parser *parser, int *distance)
{
	struct input_word word = input_next_word(parser);
	bool is_negative = word.length > 0 && word.text[0] == '-';
	const char *at = word.text + is_negative, *end = word.text + word.length;
	char text[INPUT_QUOTE_MAX];
	uint64_t number;

	if (!input_parser_parse_number(&at, end, DISTANCE_MAX, &number) || at != end)
		return input_fail(parser, word.text, "'%s' is not a distance; give %d to %d",
				  input_quote(word, text), -DISTANCE_MAX, DISTANCE_MAX);
	*distance = is_negative ? -(int)number : (int)number;
	return true;
}

bool input_parse_button(struct input_parser *parser, enum input_button *button)
{
	static const char *const names[] = {
		[INPUT_LEFT] = "left", [INPUT_RIGHT] = "right", [INPUT_MIDDLE] = "middle",
	};
	struct input_word word = input_next_word(parser);
	char text[INPUT_QUOTE_MAX];

	for (size_t i = 0; i < sizeof(names) / sizeof(names[0]); i++) {
		*button = (enum input_button)i;
		if (input_is_word(word, names[i]))
			return true;
	}
	return input_fail(parser, word.text, "'%s' is not a button; give left, right or middle",
			  input_quote(word, text));
}

static char unescape(char c)
{
	return c == 'n' ? '\n' : c == 't' ? '\t' : c;
}

bool input_next_quoted(struct input_parser *parser, char *c, const char **where)
{
	*where = parser->at;
	if (parser->at == parser->end || *parser->at == '\n')
		return input_fail(parser, parser->at, "closing double quote is missing");
	*c = *parser->at++;
	if (*c == '\0')
		return input_fail(parser, *where, "text contains a zero byte");
	if (*c == '"') {
		*c = '\0';
	} else if (*c == '\\') {
		if (parser->at == parser->end || *parser->at == '\0' ||
		    strchr("\"\\nt", *parser->at) == NULL)
			return input_fail(parser, *where,
					  "after a backslash there may be \", \\, n or t");
		*c = unescape(*parser->at++);
	}
	return true;
}

bool input_begin_quoted(struct input_parser *parser)
{
	input_skip_blanks(parser);
	if (parser->at == parser->end || *parser->at != '"')
		return input_fail(parser, parser->at, "text must be in double quotes");
	parser->at++;
	return true;
}
