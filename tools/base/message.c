/* SPDX-License-Identifier: MIT */
/* Messages of err.h with printable texts. Names of files and other arguments come from archives,
 * other machines and traces, and their escape sequences would act on the terminal. The definitions
 * in this file replace those of the C library, so no message can omit the replacement of
 * characters. They allocate no memory, because they also print the lack of memory. */
#include <err.h>
#include <errno.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tools/base/utf8.h"

#define MESSAGE_BYTES 16384     /* the rest of a longer message is left out */
#define NO_ERROR (-1)

/* Replace characters that are not printable. Ends of lines stay only where the format has lines.
 * Other ends of lines are from an argument, and a line in the log of a CI job may be a command. */
static void make_printable(char *text, bool has_lines)
{
	char *end;

	while (has_lines && (end = strchr(text, '\n')) != NULL) {
		*end = '\0';
		utf8_make_printable(text);
		*end = '\n';
		text = end + 1;
	}
	utf8_make_printable(text);
}

/* error: a value of errno whose text is added, or NO_ERROR. */
static void print_message(int error, const char *format, va_list args)
{
	char text[MESSAGE_BYTES];

	vsnprintf(text, sizeof(text), format, args);
	make_printable(text, strchr(format, '\n') != NULL);
	fprintf(stderr, "%s: %s%s%s\n", program_invocation_short_name, text,
		error != NO_ERROR ? ": " : "", error != NO_ERROR ? strerror(error) : "");
}

void warn(const char *format, ...)
{
	int error = errno;
	va_list args;

	va_start(args, format);
	print_message(error, format, args);
	va_end(args);
	errno = error;
}

void warnx(const char *format, ...)
{
	va_list args;

	va_start(args, format);
	print_message(NO_ERROR, format, args);
	va_end(args);
}

void err(int status, const char *format, ...)
{
	int error = errno;
	va_list args;

	va_start(args, format);
	print_message(error, format, args);
	va_end(args);
	exit(status);
}

void errx(int status, const char *format, ...)
{
	va_list args;

	va_start(args, format);
	print_message(NO_ERROR, format, args);
	va_end(args);
	exit(status);
}
