/* SPDX-License-Identifier: MIT */
/* Backtraces: frame pointers as names of functions. */
#ifndef LIB_BACKTRACE_H
#define LIB_BACKTRACE_H

#include <stddef.h>
#include <stdint.h>

/* A symbol. 32 bits suffice for its address, because our programs are in the lowest or the highest
 * 2 GiB. */
struct symbol {
	int32_t address;                /* sign-extended */
	uint32_t name_offset;           /* from the name of the first symbol */
};

/* The program whose backtrace is written. */
struct backtrace_image {
	uint64_t text_start, text_end;  /* the walk ends at an address outside */
	const struct symbol *symbols;   /* functions by ascending address */
	uint64_t symbol_count;

	/* Read 8 bytes. Returns 0, or a negative errno for unreadable memory. */
	int (*read)(uint64_t address, uint64_t *value);
};

/* Write "symbol+0xoffset < caller+0xoffset < …" for the code at rip with frame pointer rbp,
 * innermost function first, truncated to size. Code without a symbol appears as its address. */
void backtrace_walk(const struct backtrace_image *image, uint64_t rip, uint64_t rbp, char *text,
		    size_t size);

#endif
