/* SPDX-License-Identifier: MIT */
/* Assembles text with the assembler of binutils. */
#ifndef TOOLS_RUN_CODE_ASSEMBLE_H
#define TOOLS_RUN_CODE_ASSEMBLE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* The place of a text, for messages. */
struct source_place {
	const char *name;               /* of the option or the file */
	unsigned long line;             /* of the first line; 0: the text is no line of a file */
};

/* Assemble text in Intel syntax without prefixes, unless a directive changes that. Returns the
 * bytes, to be freed. On failure, prints the cause with its place and returns NULL. No code is an
 * error. */
uint8_t *assemble(const char *text, const struct source_place *place, size_t *size);

#endif
