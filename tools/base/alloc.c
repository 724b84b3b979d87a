/* SPDX-License-Identifier: MIT */
/* Without memory the tool cannot continue, so callers need no error handling. */
#include "tools/base/alloc.h"

#include <err.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tools/base/exit_status.h"

/* Size 0 must not return NULL, which means failure. */
static size_t alloc_size(size_t size)
{
	return size != 0 ? size : 1;
}

static void *alloc_check(void *memory)
{
	if (memory == NULL)
		err(EXIT_MACHINE, "out of memory");
	return memory;
}

void *xmalloc(size_t size)
{
	return alloc_check(malloc(alloc_size(size)));
}

void *xcalloc(size_t count, size_t size)
{
	return alloc_check(calloc(alloc_size(count), alloc_size(size)));
}

void *xreallocarray(void *memory, size_t count, size_t size)
{
	return alloc_check(reallocarray(memory, alloc_size(count), alloc_size(size)));
}

char *xstrdup(const char *text)
{
	return alloc_check(strdup(text));
}

char *xstrndup(const char *text, size_t size)
{
	return alloc_check(strndup(text, size));
}

char *xvasprintf(const char *format, va_list args)
{
	char *text;

	return alloc_check(vasprintf(&text, format, args) < 0 ? NULL : text);
}

char *xasprintf(const char *format, ...)
{
	va_list args;
	char *text;

	va_start(args, format);
	text = xvasprintf(format, args);
	va_end(args);
	return text;
}
