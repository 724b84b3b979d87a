/* SPDX-License-Identifier: MIT */
/* Walks frame pointers. The start may be garbage, so every read may fail. */
#include "lib/backtrace.h"

#include <stdbool.h>

#include "lib/text/fmt.h"

#define DEPTH_MAX 16

static bool is_text(const struct backtrace_image *image, uint64_t address)
{
	return address >= image->text_start && address < image->text_end;
}

static uint64_t address_of(const struct symbol *symbol)
{
	return (uint64_t)(int64_t)symbol->address;
}

static const char *backtrace_name_of(const struct backtrace_image *image,
				     const struct symbol *symbol)
{
	return (const char *)image->symbols + symbol->name_offset;
}

static const struct symbol *symbol_at(const struct backtrace_image *image, uint64_t address)
{
	const struct symbol *found = NULL;

	for (uint64_t i = 0; is_text(image, address) && i < image->symbol_count; i++) {
		if (address_of(&image->symbols[i]) <= address)
			found = &image->symbols[i];
	}
	return found;
}

/* Append a function to the text. Returns the number of characters written. */
static size_t backtrace_append(const struct backtrace_image *image, const char *separator,
			       uint64_t address, char *text, size_t size)
{
	const struct symbol *symbol = symbol_at(image, address);
	size_t length;

	if (symbol != NULL)
		length = fmt_buffer(text, size, "%s%s+%#lx", separator,
				    backtrace_name_of(image, symbol), address - address_of(symbol));
	else
		length = fmt_buffer(text, size, "%s%#lx", separator, address);
	return length < size ? length : size - 1;
}

void backtrace_walk(const struct backtrace_image *image, uint64_t rip, uint64_t rbp, char *text,
		    size_t size)
{
	size_t used = backtrace_append(image, "", rip, text, size);

	for (int depth = 1; depth < DEPTH_MAX; depth++) {
		uint64_t caller_rbp, return_address;

		if (image->read(rbp, &caller_rbp) != 0 ||
		    image->read(rbp + 8, &return_address) != 0 || !is_text(image, return_address))
			return;
		used += backtrace_append(image, " < ", return_address, text + used, size - used);
		if (caller_rbp <= rbp)
			return;
		rbp = caller_rbp;
	}
}
