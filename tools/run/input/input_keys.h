/* SPDX-License-Identifier: MIT */
/* Keys by name and by character. */
#ifndef TOOLS_RUN_INPUT_KEYS_H
#define TOOLS_RUN_INPUT_KEYS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct input_key {
	const char *name;               /* QEMU's QKeyCode */
	uint8_t code;                   /* scan code set 1 */
	bool is_extended;               /* after a prefix of 0xe0 */
};

/* Returns NULL if there is no key of that name. */
const struct input_key *input_key_named(const char *name, size_t length);

/* The key of a character on a US keyboard; *shift: with the shift key. Returns NULL if there is
 * none. */
const struct input_key *input_key_of_character(char c, bool *shift);

/* Write all names, separated by blanks and truncated to size. */
void input_key_names(char *text, size_t size);

#endif
