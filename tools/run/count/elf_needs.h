/* SPDX-License-Identifier: MIT */
/* What an ELF program or library needs to be loaded. System V ABI, "Program Loading and Dynamic
 * Linking". */
#ifndef TOOLS_RUN_COUNT_ELF_NEEDS_H
#define TOOLS_RUN_COUNT_ELF_NEEDS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "tools/run/count/processor.h"

/* Texts are in the file's bytes. */
struct elf_needs {
	const char *interpreter;        /* or NULL */
	const char *path;               /* DT_RUNPATH, or else DT_RPATH, or NULL */
	const char **libraries;         /* DT_NEEDED */
	size_t count;                   /* of libraries */
};

/* Whether the bytes begin as an ELF file. */
bool elf_needs_is_elf(const char *bytes, size_t size);

/* Read the needs of an untrusted file. Returns NULL, or why the file cannot be used: it is no ELF
 * file for the processor, or it is damaged. If NULL is returned, free the needs. */
const char *elf_needs_read(struct elf_needs *needs, const char *bytes, size_t size,
			   const struct count_processor *processor);
void elf_needs_free(struct elf_needs *needs);

#endif
