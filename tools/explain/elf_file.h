/* SPDX-License-Identifier: MIT */
/* What a program's file says of its code: the functions' names and addresses, and the bytes. System
 * V ABI, "Object Files", and its supplement for AMD64. */
#ifndef TOOLS_EXPLAIN_ELF_FILE_H
#define TOOLS_EXPLAIN_ELF_FILE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "tools/explain/symbol_list.h"

struct elf_file {
	char *data;
	size_t size;
	struct symbol_list symbols;     /* of a stripped file those to link to, with sizes */
};

/* A file, whether or not it names functions. On failure says why and returns false. */
bool elf_file_load(struct elf_file *elf, const char *path);

/* One that does. */
bool elf_file_read(struct elf_file *elf, const char *path);
void elf_file_free(struct elf_file *elf);

/* So many bytes of code at an address; NULL if the file has none there. */
const uint8_t *elf_file_code(const struct elf_file *elf, uint64_t address, size_t bytes);

/* A part of the file that is loaded as code. */
struct elf_code {
	uint64_t address, size;
	const uint8_t *bytes;
};

/* The part of that number or the next one there is, whose number it becomes;
 * false if there is none. */
bool elf_file_code_part(const struct elf_file *elf, size_t *number, struct elf_code *code);

/* The address of a symbol of that name; 0 if there is none. */
uint64_t elf_file_symbol(const struct elf_file *elf, const char *name);

#endif
