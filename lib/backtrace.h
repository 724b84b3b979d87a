/* Who called whom: frame pointers turned into the names of functions. */
#ifndef LIB_BACKTRACE_H
#define LIB_BACKTRACE_H

#include <stddef.h>
#include <stdint.h>

/* The program whose calls are walked. */
struct backtrace_image {
	uint64_t text_start, text_end;  /* the walk ends at an address outside */

	/* Functions by rising address: the low halves of their addresses, and their names one
	 * behind the other, which take a third of the room that pairs of pointers would. */
	const uint32_t *symbols;
	const char *symbol_names;
	uint64_t symbol_count;

	/* Read 8 bytes. Returns 0, or a negative errno for memory that can't be read. */
	int (*read)(uint64_t address, uint64_t *value);
};

/* Write "symbol+0xoffset < caller+0xoffset < …" for the code at rip whose frame pointer is rbp;
 * innermost first, cut to size. Code without a symbol appears by its address. */
void backtrace_walk(const struct backtrace_image *image, uint64_t rip, uint64_t rbp, char *text,
		    size_t size);

#endif
