/* SPDX-License-Identifier: MIT */
/* Characters of a US keyboard's keys, by scan code set 1 (IBM PS/2 Hardware Interface Technical
 * Reference, "Keyboard Scan Codes"). */
#ifndef LIB_APP_KEYMAP_H
#define LIB_APP_KEYMAP_H

#include <stdbool.h>
#include <stdint.h>

/* Character of a key, including '\n' and '\t'. Returns 0 if the key has none or the code is
 * unknown. The caller must leave out releases. */
char keymap_character(uint32_t code, bool is_shifted);

#endif
