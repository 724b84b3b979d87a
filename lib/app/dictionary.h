/* SPDX-License-Identifier: MIT */
/* The words that a spell checker knows, and a generator of text with misspellings. */
#ifndef LIB_APP_DICTIONARY_H
#define LIB_APP_DICTIONARY_H

#include <stdbool.h>
#include <stdint.h>

#define DICTIONARY_LETTERS_MAX 15u

/* Whether a word, in lower case, is known. */
bool dictionary_has(const char *word, uint32_t length);

/* Fill bytes with words, sentences and paragraphs. In every n-th word (n is every, which is above
 * 0), two letters are exchanged, if the word is long enough and the result is unknown. The same
 * seed gives the same text everywhere. Returns the number of misspelled words. */
uint32_t dictionary_write(char *bytes, uint32_t length, uint64_t seed, uint32_t every);

#endif
