/* SPDX-License-Identifier: MIT */
/* Looking into a line of a trace. All functions are linear in what they look at, and none looks
 * behind its end. */
#ifndef TOOLS_FLOW_IMPORT_TEXT_H
#define TOOLS_FLOW_IMPORT_TEXT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

/* A stretch of what was read; not ended by a 0. */
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

/* The first place of a word; at == end if it is not there. */
struct trace_text trace_text_find(struct trace_text text, const char *word);

/* Take a number (decimal, or hexadecimal after 0x) off the front. */
bool trace_text_take_number(struct trace_text *text, uint64_t *number);

/* Take SECONDS[.FRACTION] off the front, in ns. */
bool trace_text_take_seconds(struct trace_text *text, uint64_t *ns);

/* Take a word off the front if it is there. */
bool trace_text_take(struct trace_text *text, const char *word);

/* The value of a field, "name=value" or "name = value": what is behind the sign, to the end of the
 * line. Returns false if it has none. */
bool trace_text_field(struct trace_text body, const char *name, struct trace_text *value);

#endif
