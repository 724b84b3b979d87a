/* SPDX-License-Identifier: MIT */
/* Generates realistic text from a seed: the target edits it, and the host generates the same text
 * to edit it again. */
#ifndef LIB_APP_PROSE_H
#define LIB_APP_PROSE_H

#include <stdint.h>

/* Maximum length of a line, without its end. */
#define PROSE_COLUMNS 72u

/* Fill bytes with words in lines and paragraphs. Word lengths and letter frequencies are those of
 * English. The same seed gives the same text everywhere. Peter Norvig, "English Letter Frequency
 * Counts: Mayzner Revisited", 2012, "Word Lengths" and "Letter Counts". */
void prose_write(char *bytes, uint32_t length, uint64_t seed);

#endif
