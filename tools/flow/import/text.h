/* SPDX-License-Identifier: MIT */
/* Parses lines of a trace. Each function takes time linear in the text and reads nothing after its
 * end. */
#ifndef TOOLS_FLOW_IMPORT_TEXT_H
#define TOOLS_FLOW_IMPORT_TEXT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

/* A part of the input, not ended by a 0. */
struct trace_text {
	const char *at, *end;
};

static inline size_t trace_text_size(struct trace_text text)
{
	return (size_t)(text.end - text.at);
}

static inline bool trace_text_is(struct trace_text text, const char *word)
{
	size_t size = strlen(word);

	return trace_text_size(text) == size && memcmp(text.at, word, size) == 0;
}

static inline bool trace_text_begins(struct trace_text text, const char *word)
{
	size_t size = strlen(word);

	return trace_text_size(text) >= size && memcmp(text.at, word, size) == 0;
}

struct trace_text trace_text_skip_spaces(struct trace_text text);
struct trace_text trace_text_trim(struct trace_text text);

/* The text from the first occurrence of a word; empty if there is none. */
struct trace_text trace_text_find(struct trace_text text, const char *word);

/* Parse and skip a number at the front: decimal, or hexadecimal after 0x. */
bool trace_text_take_number(struct trace_text *text, uint64_t *number);

/* Like trace_text_take_number(); a hexadecimal number may lack 0x. */
bool trace_text_take_hex(struct trace_text *text, uint64_t *number);

/* Parse and skip a time at the front: SECONDS.FRACTION, in ns, or TRACE_TIME_LATE; or a number
 * without a fraction: a count of the trace's clock. */
#define TRACE_SECONDS_MAX UINT64_C(9223372036)
#define TRACE_TIME_LATE UINT64_MAX
bool trace_text_take_time(struct trace_text *text, uint64_t *time, bool *is_count);

/* Skip a word at the front. Returns false if it is not there. */
bool trace_text_take(struct trace_text *text, const char *word);

/* Take the next line, without its end; false at the end of the text. */
bool trace_text_take_line(struct trace_text *text, struct trace_text *line);

/* Find the value of a field, "name=value" or "name = value": the text after the sign, to the end of
 * the line. Returns false if there is no such field. */
bool trace_text_field(struct trace_text body, const char *name, struct trace_text *value);

#endif
