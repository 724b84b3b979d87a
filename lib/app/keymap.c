/* SPDX-License-Identifier: MIT */
#include "lib/app/keymap.h"

/* From code 0x02 on; 0x1d is control, 0x2a and 0x36 are shift, 0x37 and 0x38 '*' of the pad and
 * alt, and 0x0e is backspace: none of them makes a character. */
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
