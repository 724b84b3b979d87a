/* SPDX-License-Identifier: MIT */
/* This program's code and symbols, and reads of memory that may be unmapped. The kernel copies the
 * memory, and returns an error instead of a fault. */
#include "linux/backtrace.h"

#include <errno.h>
#include <sys/uio.h>
#include <unistd.h>

#include "lib/backtrace.h"

/* From the linker's default script: ld, "PROVIDE". */
extern const char __executable_start[], etext[];

/* The build makes the table from its first link, by ascending address. In the first link it is
 * empty. */
extern const struct symbol image_symbols[];
extern const uint64_t image_symbol_count;

static int read_word(uint64_t address, uint64_t *value)
{
	const struct iovec to = {value, sizeof(*value)}, from = {(void *)address, sizeof(*value)};

	return process_vm_readv(getpid(), &to, 1, &from, 1, 0) == sizeof(*value) ? 0 : -EFAULT;
}

void backtrace_of(char *text, size_t size, uint64_t rip, uint64_t rbp)
{
	const struct backtrace_image image = {
		.text_start = (uintptr_t)__executable_start,
		.text_end = (uintptr_t)etext,
		.symbols = image_symbols,
		.symbol_count = image_symbol_count,
		.read = read_word,
	};

	backtrace_walk(&image, rip, rbp, text, size);
}
