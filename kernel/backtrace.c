/* Walking frame pointers. The walk may start from garbage, so every read is a probe. */
#include "kernel/backtrace.h"

#include "kernel/image.h"
#include "kernel/probe.h"
#include "kernel/symbols.h"
#include "lib/fmt.h"

#define DEPTH_MAX 16

static const struct kernel_symbol *symbol_at(uint64_t address)
{
	const struct kernel_symbol *found = NULL;

	if (&kernel_symbol_count == NULL || address < (uintptr_t)__text_start ||
	    address >= (uintptr_t)__text_end)
		return NULL;
	for (uint64_t i = 0; i < kernel_symbol_count; i++) {
		if (kernel_symbols[i].address <= address)
			found = &kernel_symbols[i];
	}
	return found;
}

/* Returns the number of characters written. */
static size_t append(char *text, size_t size, const char *separator, uint64_t address)
{
	const struct kernel_symbol *symbol = symbol_at(address);
	size_t length;

	if (symbol != NULL)
		length = fmt_buffer(text, size, "%s%s+%#lx", separator, symbol->name,
				    address - symbol->address);
	else
		length = fmt_buffer(text, size, "%s%#lx", separator, address);
	return length < size ? length : size - 1;
}

void backtrace_format(char *text, size_t size, uint64_t rip, uint64_t rbp)
{
	size_t used = append(text, size, "", rip);

	for (int depth = 1; depth < DEPTH_MAX; depth++) {
		uint64_t caller_rbp, return_address;

		if (probe_read(rbp, &caller_rbp) != 0 || probe_read(rbp + 8, &return_address) != 0 ||
		    return_address < (uintptr_t)__text_start ||
		    return_address >= (uintptr_t)__text_end)
			return;
		used += append(text + used, size - used, " < ", return_address);
		if (caller_rbp <= rbp)
			return;
		rbp = caller_rbp;
	}
}
