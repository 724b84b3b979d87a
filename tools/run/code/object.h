/* SPDX-License-Identifier: MIT */
/* The code of an object file in ELF format. */
#ifndef TOOLS_RUN_CODE_OBJECT_H
#define TOOLS_RUN_CODE_OBJECT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define OBJECT_PROBLEM_MAX 160

struct object_code {
	const uint8_t *bytes;           /* in the file's data */
	size_t size;
};

/* Whether the data begins as an ELF file. */
bool object_is_elf(const void *data, size_t size);

/* Find the only section with code. It must need no relocations, since nothing links it. The file is
 * not trusted. Returns false and sets problem if there is no such section. */
bool object_find_code(const void *data, size_t size, struct object_code *code,
		      char problem[OBJECT_PROBLEM_MAX]);

#endif
