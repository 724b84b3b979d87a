/* The kernel's own symbol table, made by the build from its first link. */
#ifndef KERNEL_SYMBOLS_H
#define KERNEL_SYMBOLS_H

#include <stdint.h>

struct kernel_symbol {
	uint64_t address;
	const char *name;
};

/* Functions by rising address. Weak: the first link has none. */
extern const struct kernel_symbol kernel_symbols[] __attribute__((weak));
extern const uint64_t kernel_symbol_count __attribute__((weak));

#endif
