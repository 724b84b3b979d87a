/* SPDX-License-Identifier: MIT */
/* Backtraces from the kernel's code range, symbol table and safe memory reads. */
#include "kernel/core/backtrace.h"

#include "kernel/core/image.h"
#include "kernel/machine/probe.h"
#include "lib/backtrace.h"

/* The build generates the table, sorted by address, after a first link. The symbol is weak, because
 * the first link has no table. */
extern const struct symbol image_symbols[] __attribute__((weak));
extern const uint64_t image_symbol_count __attribute__((weak));

void backtrace_format(char *text, size_t size, uint64_t rip, uint64_t rbp)
{
	const struct backtrace_image image = {
		.text_start = (uintptr_t)__text_start,
		.text_end = (uintptr_t)__text_end,
		.symbols = image_symbols,
		.symbol_count = &image_symbol_count != NULL ? image_symbol_count : 0,
		.read = probe_read,
	};

	backtrace_walk(&image, rip, rbp, text, size);
}
