/* SPDX-License-Identifier: MIT */
/* Text from a log on its way to a terminal or into JSON. */
#ifndef TOOLS_BASE_UTF8_H
#define TOOLS_BASE_UTF8_H

#include <stddef.h>
#include <stdint.h>

/* Replace, in place, every control character and every byte that is not part of well-formed UTF-8
 * by '?'. A log is untrusted: its escape sequences must not reach a terminal. */
void utf8_make_printable(char *text);

/* Characters in text, which must be well-formed: the columns it takes, for the text we print. */
size_t utf8_length(const char *text);
size_t utf8_length_of(const char *text, size_t bytes);

/* Put the encoding of a character's code, one to four bytes. Returns where it ends. */
char *utf8_write(char *to, uint32_t code);

#endif
