/* SPDX-License-Identifier: MIT */
/* Untrusted text for terminals and JSON. */
#ifndef TOOLS_BASE_UTF8_H
#define TOOLS_BASE_UTF8_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* The byte order mark at the start of some programs' text. */
#define UTF8_MARK "\xef\xbb\xbf"
#define UTF8_MARK_BYTES 3

/* Size of the mark at the start of a text, or 0. */
size_t utf8_mark_length(const char *text, size_t bytes);

/* Replace characters by '?', in place: control characters, invisible characters, such as those that
 * reverse the order of text, and bytes that are not well-formed UTF-8. Every text from outside goes
 * through this function when it is read, because its escape sequences must not reach a terminal. */
void utf8_make_printable(char *text);
bool utf8_is_printable(const char *text);

/* Number of characters of well-formed text, which is its number of columns in our output. */
size_t utf8_length(const char *text);
size_t utf8_length_of(const char *text, size_t bytes);

/* Length of the longest prefix of well-formed text with at most this many bytes or characters. */
size_t utf8_prefix(const char *text, size_t bytes_max);
size_t utf8_prefix_of(const char *text, size_t characters_max);

/* Remove an incomplete character at the end of truncated text. */
void utf8_trim(char *text);

/* Write the encoding of a character, one to four bytes. Returns the end. */
char *utf8_write(char *to, uint32_t code);

#endif
