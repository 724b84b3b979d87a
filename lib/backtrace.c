/* Walking frame pointers. The walk may start from garbage, so every read may fail. */
#include "lib/backtrace.h"

#include <stdbool.h>

#include "lib/fmt.h"
#include "lib/string.h"

#define DEPTH_MAX 16

static bool is_text(const struct backtrace_image *image, uint64_t address)
{
	return address >= image->text_start && address < image->text_end;
}

/* The name of the function that holds the address, and how far into it that is; NULL for code that
 * has none. */
static const char *symbol_at(const struct backtrace_image *image, uint64_t address,
			     uint32_t *offset)
{
	const char *name = image->symbol_names, *found = NULL;

	for (uint64_t i = 0; is_text(image, address) && i < image->symbol_count; i++) {
		if (image->symbols[i] <= (uint32_t)address) {
			found = name;
			*offset = (uint32_t)address - image->symbols[i];
		}
		name += strlen(name) + 1;
	}
	return found;
}

/* Returns the number of characters written. */
static size_t append(const struct backtrace_image *image, const char *separator, uint64_t address,
		     char *text, size_t size)
{
	uint32_t offset;
	const char *name = symbol_at(image, address, &offset);
	size_t length;

	if (name != NULL)
		length = fmt_buffer(text, size, "%s%s+%#x", separator, name, offset);
	else
		length = fmt_buffer(text, size, "%s%#lx", separator, address);
	return length < size ? length : size - 1;
}

void backtrace_walk(const struct backtrace_image *image, uint64_t rip, uint64_t rbp, char *text,
		    size_t size)
{
	size_t used = append(image, "", rip, text, size);

	for (int depth = 1; depth < DEPTH_MAX; depth++) {
		uint64_t caller_rbp, return_address;

		if (image->read(rbp, &caller_rbp) != 0 ||
		    image->read(rbp + 8, &return_address) != 0 || !is_text(image, return_address))
			return;
		used += append(image, " < ", return_address, text + used, size - used);
		if (caller_rbp <= rbp)
			return;
		rbp = caller_rbp;
	}
}
