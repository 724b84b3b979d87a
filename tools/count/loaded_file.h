/* SPDX-License-Identifier: MIT */
/* A program or library of the counted program, and where it was loaded. A file may be loaded at
 * several addresses, by programs that execute each other. The addresses are found by the executed
 * code. */
#ifndef TOOLS_COUNT_LOADED_FILE_H
#define TOOLS_COUNT_LOADED_FILE_H

#include "tools/count/program_counts.h"
#include "tools/explain/elf_file.h"

#define LOADED_PLACES_MAX 16

struct loaded_file {
	struct elf_file elf;
	char *name;                     /* without directories */
	uint64_t shifts[LOADED_PLACES_MAX];     /* load address minus link address */
	size_t place_count;
};

/* Read the ELF file, and find its addresses in the counts. If the program does not execute the
 * file, returns false. If the file cannot be read, also prints a message. */
bool loaded_file_read(struct loaded_file *file, const char *path,
		      const struct program_counts *counts);
void loaded_file_free(struct loaded_file *file);

/* Whether a block is of this file. If so, *address is its link address. */
bool loaded_file_has(const struct loaded_file *file, const struct counted_block *block,
		     uint64_t *address);

#endif
