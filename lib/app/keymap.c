/* SPDX-License-Identifier: MIT */
#include "lib/app/keymap.h"

/* From code 0x02 on. Codes without a character: 0x0e backspace, 0x1d control, 0x2a and 0x36 shift,
 * 0x37 the keypad's '*', 0x38 alt. */
static const char plain[] = "1234567890-=\0\tqwertyuiop[]\n\0asdfghjkl;'`\0\\zxcvbnm,./\0\0\0 ";
static const char shifted[] = "!@#$%^&*()_+\0\tQWERTYUIOP{}\n\0ASDFGHJKL:\"~\0|ZXCVBNM<>?\0\0\0 ";

_Static_assert(sizeof(plain) == sizeof(shifted), "a character a key in both");

#define FIRST_CODE 0x02u

char keymap_character(uint32_t code, bool is_shifted)
{
	if (code < FIRST_CODE || code - FIRST_CODE >= sizeof(plain))
		return '\0';
	return is_shifted ? shifted[code - FIRST_CODE] : plain[code - FIRST_CODE];
}
