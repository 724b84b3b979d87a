/* SPDX-License-Identifier: MIT */
/* A text that looks as people's do, out of nothing but a number: the target edits it, and the host
 * makes the same one to edit it again. */
#ifndef LIB_APP_PROSE_H
#define LIB_APP_PROSE_H

#include <stdint.h>

/* Most characters of a line, its end not counted. */
#define PROSE_COLUMNS 72u

/* Fill bytes with words, which are as long as English ones and have letters as often, in lines and
 * paragraphs. The same seed makes the same text everywhere. Peter Norvig, "English Letter Frequency
 * Counts: Mayzner Revisited", 2012, "Word Lengths" and "Letter Counts". */
void prose_write(char *bytes, uint32_t length, uint64_t seed);

#endif
