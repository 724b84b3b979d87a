/* SPDX-License-Identifier: MIT */
/* The words that a spell checker knows, and a text of them with misspellings planted. */
#ifndef LIB_APP_DICTIONARY_H
#define LIB_APP_DICTIONARY_H

#include <stdbool.h>
#include <stdint.h>

#define DICTIONARY_LETTERS_MAX 15u

/* Whether a word, in small letters, is known. */
bool dictionary_has(const char *word, uint32_t length);

/* Fill bytes with words, sentences and paragraphs; every so manieth word (above 0) has two letters
 * exchanged, if it is long enough and that makes no other word. The same seed makes the same text
 * everywhere. Returns how many are misspelled. */
uint32_t dictionary_write(char *bytes, uint32_t length, uint64_t seed, uint32_t every);

#endif
