/* SPDX-License-Identifier: MIT */
/* Splits a command line into words. The kernel and the runner each interpret the words that they
 * know. */
#ifndef LIB_TEXT_COMMAND_LINE_H
#define LIB_TEXT_COMMAND_LINE_H

#include <stdbool.h>
#include <stddef.h>

/* Maximum length of a target's command line in characters, without terminator. The limit is the
 * same on every boot path, and the host checks it. A buffer needs one character more. */
#define COMMAND_LINE_MAX 4095

/* Receives "word=value" as two parts, and "word" with a NULL value. Both texts are valid during the
 * call. */
typedef void command_line_parse(void *context, const char *word, const char *value);

/* Pass each word of text to take, in order. Blanks and control characters separate words; double
 * quotes protect blanks and are removed. Reads up to a terminator, size or COMMAND_LINE_MAX
 * characters. Returns whether the terminator was found. The result is false for a truncated
 * line. */
bool command_line_split(const char *text, size_t size, command_line_parse *take, void *context);

#endif
