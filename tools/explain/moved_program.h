/* SPDX-License-Identifier: MIT */
/* A program or a library that was loaded at an address which its file does not say, as QEMU in a
 * hypervisor's process is: that is found by what was executed,
 * which the file has at some distance. */
#ifndef TOOLS_EXPLAIN_MOVED_PROGRAM_H
#define TOOLS_EXPLAIN_MOVED_PROGRAM_H

#include "tools/explain/instruction_profile.h"
#include "tools/explain/elf_file.h"

struct moved_program {
	struct elf_file file;
	uint64_t shift;         /* how far above where it is linked */
	char *label;            /* "[libc.so.6]": code of it that has no name */
};

/* Read a file, and find where it was in the process around a guest. False if it was not executed
 * there, or, having said why, if it can't be read. */
bool moved_program_read(struct moved_program *program, const char *path,
			const struct instruction_profile *trace);
void moved_program_free(struct moved_program *program);

/* Whether a block is of this program. */
bool moved_program_has(const struct moved_program *program, const struct profile_block *block);

#endif
