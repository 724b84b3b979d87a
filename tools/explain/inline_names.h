/* SPDX-License-Identifier: MIT */
/* Names of the functions that a compiler inlined, by address: from the debugging information of an
 * ELF file (DWARF 5, section 3.3.8, "Inlined Subroutines"). */
#ifndef TOOLS_EXPLAIN_INLINE_NAMES_H
#define TOOLS_EXPLAIN_INLINE_NAMES_H

#include <stddef.h>
#include <stdint.h>

struct inline_names;

/* The inlined calls that contain an instruction, outermost first. */
struct inline_chain {
	const char *const *names;       /* owned by the inline names */
	size_t count;
};

/* Read an ELF file in memory, which must outlive the result. Returns NULL if the file has no
 * debugging information. */
struct inline_names *inline_names_read(char *file, size_t size);
void inline_names_free(struct inline_names *names);

/* The chain at a link address. Instructions with equal chains need not have the same pointer. Valid
 * until the names are freed. */
struct inline_chain inline_names_find(struct inline_names *names, uint64_t address);

#endif
