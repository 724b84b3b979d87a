/* SPDX-License-Identifier: MIT */
/* The few functions of <string.h> that freestanding code needs, with their standard meaning, and
 * text helpers of our own. In a hosted program the C library provides the standard ones. */
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
char *(strchr)(const char *text, int c);         /* a macro in a C library of C23 */

/* Copy text into a buffer of size bytes, cut if need be, always terminated (size must not be 0).
 * Returns whether it fitted. */
bool text_copy(char *to, size_t size, const char *text);

/* Match text against a pattern in which '*' stands for any run of characters and '?' for any
 * one. */
bool text_glob(const char *pattern, const char *text);

/* Parse a whole unsigned number, decimal or 0x hexadecimal, with an optional suffix k, M or G
 * (powers of 1024). Returns false, and leaves *value alone, on anything else or on overflow. */
bool text_number(const char *text, unsigned long *value);

/* Parse a length of time, a decimal number, such as 90 or 1.5, with its unit: ns, us, ms, s, m
 * (minutes) or h. Returns false, and leaves *ns alone, on anything else, on what is finer than a
 * nanosecond and on overflow. */
bool text_duration(const char *text, unsigned long *ns);

#endif
