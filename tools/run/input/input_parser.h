/* SPDX-License-Identifier: MIT */
/* Reads an input script line by line, with error messages that state line, column and allowed
 * values. */
#ifndef TOOLS_RUN_INPUT_PARSER_H
#define TOOLS_RUN_INPUT_PARSER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "tools/run/input/input_script.h"

struct input_parser {
	struct input_script *script;
	const char *at, *end, *line_begin;      /* end is that of the text */
	unsigned line;
	uint32_t pace_us, hold_us;
	bool syncs;                     /* add a sync after each event */
	uint64_t pending_us;            /* pauses since the last event */
	char *problem;
};

struct input_word {
	const char *text;
	size_t length;
};

/* Write the problem with line and column of where. Returns false. */
bool input_fail(struct input_parser *parser, const char *where, const char *format, ...)
	__attribute__((format(printf, 3, 4)));

#define INPUT_QUOTE_MAX 32

/* The word for a message, made printable. Returns text. */
const char *input_quote(struct input_word word, char text[INPUT_QUOTE_MAX]);

/* Whether nothing but a comment is left of the line. */
bool input_at_line_end(const struct input_parser *parser);
void input_skip_blanks(struct input_parser *parser);

/* Next word of the line; empty at its end. */
struct input_word input_next_word(struct input_parser *parser);
bool input_is_word(struct input_word word, const char *text);

/* Parse the next word. On error, sets the problem and returns false. */
bool input_parse_time(struct input_parser *parser, uint32_t *us);
bool input_parse_distance(struct input_parser *parser, int *distance);
bool input_parse_button(struct input_parser *parser, enum input_button *button);

/* Begin a text in double quotes, or read its next character; '\0' is its end. *where is the
 * character's position. On error, sets the problem and returns false. */
bool input_begin_quoted(struct input_parser *parser);
bool input_next_quoted(struct input_parser *parser, char *c, const char **where);

#endif
