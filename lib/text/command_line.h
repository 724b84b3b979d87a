/* SPDX-License-Identifier: MIT */
/* Splitting a command line into words. What the words mean is the caller's: the kernel and the
 * benchmarks' runner each take those they know. */
#ifndef LIB_TEXT_COMMAND_LINE_H
#define LIB_TEXT_COMMAND_LINE_H

#include <stdbool.h>
#include <stddef.h>

/* The longest line that a target takes, in characters, without its terminator: the same on every
 * boot path, and what the host refuses to go beyond. A buffer for a line has one more. */
#define COMMAND_LINE_MAX 4095

/* Receives "word=value" as its two parts, and "word" with a NULL value. Valid during the call. */
typedef void command_line_parse(void *context, const char *word, const char *value);

/* Hand each word of text to take, in order. Words are separated by blanks and control characters;
 * double quotes keep blanks in a word and are dropped. Reads until a terminator, or size or
 * COMMAND_LINE_MAX characters; returns whether the terminator was seen, so false for a cut line. */
bool command_line_split(const char *text, size_t size, command_line_parse *take, void *context);

#endif
