/* SPDX-License-Identifier: MIT */
/* Standard memory and string functions for the freestanding kernel. */
#include "lib/text/string.h"

#include <stdint.h>

#include "lib/cpu/bytes.h"

void *memcpy(void *restrict to, const void *restrict from, size_t size)
{
	cpu_copy(to, from, size);
	return to;
}

void *memmove(void *to, const void *from, size_t size)
{
	uint8_t *target = to;
	const uint8_t *source = from;

	if ((uintptr_t)to - (uintptr_t)from >= size)
		return memcpy(to, from, size);
	while (size-- > 0)
		target[size] = source[size];
	return to;
}

void *memset(void *to, int byte, size_t size)
{
	cpu_fill(to, byte, size);
	return to;
}

int memcmp(const void *a, const void *b, size_t size)
{
	const uint8_t *x = a, *y = b;

	for (size_t i = 0; i < size; i++) {
		if (x[i] != y[i])
			return x[i] - y[i];
	}
	return 0;
}

size_t strlen(const char *text)
{
	size_t length = 0;

	while (text[length] != '\0')
		length++;
	return length;
}

int strcmp(const char *a, const char *b)
{
	return strncmp(a, b, SIZE_MAX);
}

int strncmp(const char *a, const char *b, size_t size)
{
	for (size_t i = 0; i < size; i++) {
		if (a[i] != b[i] || a[i] == '\0')
			return (unsigned char)a[i] - (unsigned char)b[i];
	}
	return 0;
}

char *strchr(const char *text, int c)
{
	for (;; text++) {
		if (*text == (char)c)
			return (char *)(uintptr_t)text;
		if (*text == '\0')
			return NULL;
	}
}
