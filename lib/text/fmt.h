/* SPDX-License-Identifier: MIT */
/* Formatted text without a C library: the subset of printf that the project uses. Conversions: %d
 * %i %u %x %X %c %s %p %%, with flags '-', '0' and '#', a width, a precision on %s (width and
 * precision may be '*'), and the lengths l, ll and z. No floating point. */
#ifndef LIB_TEXT_FMT_H
#define LIB_TEXT_FMT_H

#include <stdarg.h>
#include <stddef.h>

/* Receives formatted text piece by piece. context is the context of the caller. */
typedef void fmt_write(void *context, const char *text, size_t length);

void fmt_vprint(fmt_write *put, void *context, const char *format, va_list args);

/* Like snprintf: writes at most size - 1 characters and a terminator. Returns the length of the
 * complete text. */
size_t fmt_buffer(char *buffer, size_t size, const char *format, ...)
	__attribute__((format(printf, 3, 4)));
size_t fmt_vbuffer(char *buffer, size_t size, const char *format, va_list args);

#endif
