/* SPDX-License-Identifier: MIT */
/* Text from a log on its way to a terminal or into JSON. */
#ifndef TOOLS_BASE_UTF8_H
#define TOOLS_BASE_UTF8_H

#include <stddef.h>
#include <stdint.h>

/* The byte order mark that some programs begin a text with, which is no part of it. */
#define UTF8_MARK "\xef\xbb\xbf"
#define UTF8_MARK_BYTES 3

/* How many bytes of a text the mark at its start takes: that many, or 0. */
size_t utf8_mark_length(const char *text, size_t bytes);

/* Replace, in place, every control character and every byte that is not part of well-formed UTF-8
 * by '?'. A log is untrusted: its escape sequences must not reach a terminal. */
void utf8_make_printable(char *text);

/* Characters in text, which must be well-formed: the columns it takes, for the text we print. */
size_t utf8_length(const char *text);
size_t utf8_length_of(const char *text, size_t bytes);

/* The length of the longest beginning of well-formed text that has at most so many bytes, or so
 * many characters, and ends between two characters. */
size_t utf8_prefix(const char *text, size_t bytes_max);
size_t utf8_prefix_of(const char *text, size_t characters_max);

/* Take from the end of a buffer what is left of a character that did not fit. What was well-formed
 * before it was cut is so again. */
void utf8_trim(char *text);

/* Put the encoding of a character's code, one to four bytes. Returns where it ends. */
char *utf8_write(char *to, uint32_t code);

#endif
