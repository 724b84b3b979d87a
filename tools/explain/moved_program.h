/* SPDX-License-Identifier: MIT */
/* A program or library with an unknown load address, such as QEMU in a hypervisor's process. The
 * address is found by searching for executed code in the file. */
#ifndef TOOLS_EXPLAIN_MOVED_PROGRAM_H
#define TOOLS_EXPLAIN_MOVED_PROGRAM_H

#include "tools/explain/instruction_profile.h"
#include "tools/explain/elf_file.h"

struct moved_program {
	struct elf_file file;
	uint64_t shift;         /* load address minus link address */
	char *label;            /* "[libc.so.6]": the name of code without symbols */
};

/* Read a file, and find its load address in the process that runs the guest. If the process did not
 * execute the file, returns false. If the file cannot be read, prints the cause and returns
 * false. */
bool moved_program_read(struct moved_program *program, const char *path,
			const struct instruction_profile *trace);
void moved_program_free(struct moved_program *program);

/* Whether a block is of this program. */
bool moved_program_has(const struct moved_program *program, const struct profile_block *block);

#endif
