/* SPDX-License-Identifier: MIT */
/* The functions at which `bareline explain` begins and ends to count: of bench/, and of
 * include/bareline.h. */
#ifndef TOOLS_EXPLAIN_PROGRAM_MARKS_H
#define TOOLS_EXPLAIN_PROGRAM_MARKS_H

#include "tools/explain/elf_file.h"

struct program_marks {
	const char *begin, *end;
};

/* The marks of include/bareline.h. */
extern const struct program_marks program_marks_of_header;

/* The marks of a program; NULL if it has none. */
const struct program_marks *program_marks_find(const struct elf_file *elf);

/* Whether there is an ELF file with marks. A boot loader that embeds a kernel has none. Prints
 * nothing about other files. */
bool program_marks_are_at(const char *path);

#endif
