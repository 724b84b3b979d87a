/* SPDX-License-Identifier: MIT */
/* Reading a script of input line by line: words, and the arguments that they are, each with a
 * problem that says where and what is allowed instead. */
#ifndef TOOLS_RUN_INPUT_PARSER_H
#define TOOLS_RUN_INPUT_PARSER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "tools/run/input/input_script.h"

struct input_parser {
	struct input_script *script;
	const char *at, *end, *line_begin;      /* end: of the text */
	unsigned line;
	uint32_t pace_us, hold_us;
	bool syncs;                     /* each event is followed by a sync */
	uint64_t pending_us;            /* pauses since the last event */
	char *problem;
};

struct input_word {
	const char *text;
	size_t length;
};

/* State the problem, at line and column of where. Returns false, for the caller to return. */
bool input_fail(struct input_parser *parser, const char *where, const char *format, ...)
	__attribute__((format(printf, 3, 4)));

#define INPUT_QUOTE_MAX 32

/* What was written, for a problem: without what a terminal might take amiss. Returns text. */
const char *input_quote(struct input_word word, char text[INPUT_QUOTE_MAX]);

/* Whether only a comment is left of the line. */
bool input_at_line_end(const struct input_parser *parser);
void input_skip_blanks(struct input_parser *parser);

/* The next word of the line; an empty one at its end. */
struct input_word input_next_word(struct input_parser *parser);
bool input_is_word(struct input_word word, const char *text);

/* The next word as an argument. False with a problem if it is none. */
bool input_parse_time(struct input_parser *parser, uint32_t *us);
bool input_parse_distance(struct input_parser *parser, int *distance);
bool input_parse_button(struct input_parser *parser, enum input_button *button);

/* Begin a text in double quotes, and take its next character, at whose end it is '\0'; *where is
 * its place. False with a problem. */
bool input_begin_quoted(struct input_parser *parser);
bool input_next_quoted(struct input_parser *parser, char *c, const char **where);

#endif
