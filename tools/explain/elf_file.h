/* SPDX-License-Identifier: MIT */
/* Reads ELF files: names and addresses of functions, and code. System V ABI, "Object Files", and
 * its supplement for AMD64. */
#ifndef TOOLS_EXPLAIN_ELF_FILE_H
#define TOOLS_EXPLAIN_ELF_FILE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "tools/explain/inline_names.h"
#include "tools/explain/symbol_list.h"

struct elf_file {
	char *data;
	size_t size;
	struct symbol_list symbols;     /* of a stripped file: the dynamic symbols, with sizes */
	struct inline_names *inlines;    /* NULL: not read, or the file has none */
};

/* Whether there is an ELF file. */
bool elf_file_is_at(const char *path);

/* Whether there is an ELF file of a processor that elf_file_load knows. */
bool elf_file_is_supported(const char *path);

/* Read a file with or without function names. On failure, prints the cause and returns false. */
bool elf_file_load(struct elf_file *elf, const char *path);

/* Read a file that must have function names. */
bool elf_file_read(struct elf_file *elf, const char *path);
void elf_file_free(struct elf_file *elf);

/* Code at an address; NULL if the file does not have all of these bytes. */
const uint8_t *elf_file_code(const struct elf_file *elf, uint64_t address, size_t bytes);

/* Read the names of inlined functions from the debugging information, if the file has any. */
void elf_file_read_inlines(struct elf_file *elf);

/* A loaded segment with code. */
struct elf_code {
	uint64_t address, size;
	const uint8_t *bytes;
};

/* The first segment with code from number *number on. Sets *number to the number of that segment.
 * Returns false if there is none. */
bool elf_file_code_part(const struct elf_file *elf, size_t *number, struct elf_code *code);

/* The address of the symbol; 0 if there is none. */
uint64_t elf_file_symbol(const struct elf_file *elf, const char *name);

#endif
