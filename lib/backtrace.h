/* SPDX-License-Identifier: MIT */
/* Who called whom: frame pointers turned into the names of functions. */
#ifndef LIB_BACKTRACE_H
#define LIB_BACKTRACE_H

#include <stddef.h>
#include <stdint.h>

/* Our programs lie in the lowest or the highest 2 GiB. */
struct symbol {
	int32_t address;                /* sign-extended */
	uint32_t name_offset;           /* from the first symbol */
};

/* The program whose calls are walked. */
struct backtrace_image {
	uint64_t text_start, text_end;  /* the walk ends at an address outside */
	const struct symbol *symbols;   /* functions by rising address */
	uint64_t symbol_count;

	/* Read 8 bytes. Returns 0, or a negative errno for memory that can't be read. */
	int (*read)(uint64_t address, uint64_t *value);
};

/* Write "symbol+0xoffset < caller+0xoffset < …" for the code at rip whose frame pointer is rbp;
 * innermost first, cut to size. Code without a symbol appears by its address. */
void backtrace_walk(const struct backtrace_image *image, uint64_t rip, uint64_t rbp, char *text,
		    size_t size);

#endif
