/* SPDX-License-Identifier: MIT */
/* Whose code an executed block is: which layer's, and which function's. A program is told from
 * another at the same addresses by its bytes, so what was booted has to be what is named. */
#ifndef TOOLS_EXPLAIN_CODE_NAMES_H
#define TOOLS_EXPLAIN_CODE_NAMES_H

#include "tools/explain/moved_program.h"

enum code_layer {
	CODE_METAL,             /* the image */
	CODE_USER,              /* a process of Linux */
	CODE_KERNEL,            /* Linux, with its modules */
	CODE_HYPERVISOR,        /* the Linux that a guest runs under: KVM */
	CODE_HYPERVISOR_USER,   /* processes of that: QEMU */
	CODE_FIRMWARE,          /* what no program has: SMM and the like */
	CODE_LAYERS,
};

extern const char *const code_layer_names[CODE_LAYERS];

#define CODE_PROGRAMS_MAX 3

struct code_names {
	struct elf_file programs[CODE_PROGRAMS_MAX];
	size_t program_count;
	uint64_t user_code;     /* of the image: where its code for user mode is linked */
	bool is_linux, is_in_kvm;       /* a guest of KVM's */
	struct symbol_list kernel, hypervisor;  /* without any: their functions have no names */
	struct moved_program *moved;    /* what the process around a guest ran: QEMU, libraries */
	size_t moved_count;
};

struct code_function {
	enum code_layer layer;
	const char *name;
	uint64_t address;       /* where it begins, or 0 */
};

/* The function that an instruction of a block is of; is_host:
 * it was executed outside of the guest. */
struct code_function code_function_of(const struct code_names *names,
				      const struct profile_block *block, uint64_t address,
				      bool is_host);

/* Whether the symbols are those of what ran: each program's code is what was executed at its
 * addresses, and what a kernel called is where its functions begin.
 * If not says why and returns false. */
bool code_names_check(const struct code_names *names, const struct instruction_profile *trace);

void code_names_free(struct code_names *names);

#endif
