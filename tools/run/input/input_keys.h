/* SPDX-License-Identifier: MIT */
/* Keys by their names, and the keys that make a character. */
#ifndef TOOLS_RUN_INPUT_KEYS_H
#define TOOLS_RUN_INPUT_KEYS_H

#include "tools/run/input/input_script.h"

/* The key of that name; NULL if there is none. */
const struct input_key *input_key_named(const char *name, size_t length);

/* The key that makes a character on a US keyboard, and whether shift has to be held; NULL if none
 * does. */
const struct input_key *input_key_of_character(char c, bool *shift);

/* All names, separated by blanks, cut to what fits. */
void input_key_names(char *text, size_t size);

#endif
