/* SPDX-License-Identifier: MIT */
/* The functions of <string.h> that freestanding code needs, with their standard meaning, and our
 * own text helpers. In a hosted program the C library provides the standard functions. */
#ifndef LIB_TEXT_STRING_H
#define LIB_TEXT_STRING_H

#include <stdbool.h>
#include <stddef.h>

void *memcpy(void *restrict to, const void *restrict from, size_t size);
void *memmove(void *to, const void *from, size_t size);
void *memset(void *to, int byte, size_t size);
int memcmp(const void *a, const void *b, size_t size);
size_t strlen(const char *text);
int strcmp(const char *a, const char *b);
int strncmp(const char *a, const char *b, size_t size);
char *(strchr)(const char *text, int c);         /* in parentheses, because it is a macro in a C
						  * library of C23 */

/* Copy text to a buffer of size bytes, which must not be 0: truncated if necessary, always
 * terminated. Returns whether it fitted. */
bool text_copy(char *to, size_t size, const char *text);

/* Whether text matches a pattern, in which '*' stands for any sequence of characters and '?' for
 * any character. */
bool text_glob(const char *pattern, const char *text);

/* Parse an unsigned number, decimal or 0x hexadecimal, with an optional suffix k, M or G (powers of
 * 1024). For any other text, or an overflow, returns false and leaves *value unchanged. */
bool text_number(const char *text, unsigned long *value);

/* Units of times, from the smallest. */
struct text_unit {
	const char *name;
	unsigned long ns;
};

#define TEXT_UNITS 6

extern const struct text_unit text_units[TEXT_UNITS];

/* Parse a time: a decimal number, such as 90 or 1.5, and a unit: ns, us, ms, s, m (minutes) or h.
 * For any other text, a fraction of a nanosecond, or an overflow, returns false and leaves *ns
 * unchanged. */
bool text_duration(const char *text, unsigned long *ns);

#endif
