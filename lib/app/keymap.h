/* SPDX-License-Identifier: MIT */
/* Characters of a US keyboard's keys, by scan code set 1 (IBM PS/2 Hardware Interface Technical
 * Reference, "Keyboard Scan Codes"). */
#ifndef LIB_APP_KEYMAP_H
#define LIB_APP_KEYMAP_H

#include <stdbool.h>
#include <stdint.h>

/* The character that a key makes, '\n' and '\t' among them; 0 for a key that makes none, or for a
 * code that is none. The key's release has to be left out before. */
char keymap_character(uint32_t code, bool is_shifted);

#endif
