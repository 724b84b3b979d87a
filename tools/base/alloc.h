/* SPDX-License-Identifier: MIT */
/* Each function does what the C library's function of that name without the x does. If there is no
 * memory, the function prints a message and exits with EXIT_MACHINE. It never returns NULL. */
#ifndef TOOLS_BASE_ALLOC_H
#define TOOLS_BASE_ALLOC_H

#include <stdarg.h>
#include <stddef.h>

void *xmalloc(size_t size) __attribute__((malloc, returns_nonnull));
void *xcalloc(size_t count, size_t size) __attribute__((malloc, returns_nonnull));
void *xreallocarray(void *memory, size_t count, size_t size) __attribute__((returns_nonnull));
char *xstrdup(const char *text) __attribute__((malloc, returns_nonnull));
char *xstrndup(const char *text, size_t size) __attribute__((malloc, returns_nonnull));
char *xasprintf(const char *format, ...)
	__attribute__((malloc, returns_nonnull, format(printf, 1, 2)));
char *xvasprintf(const char *format, va_list args)
	__attribute__((malloc, returns_nonnull, format(printf, 1, 0)));

#endif
