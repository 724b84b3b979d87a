/* SPDX-License-Identifier: MIT */
/* Layer and function of an executed block. Programs at equal addresses are distinguished by their
 * code bytes, so the files given must be those that ran. */
#ifndef TOOLS_EXPLAIN_CODE_NAMES_H
#define TOOLS_EXPLAIN_CODE_NAMES_H

#include "tools/explain/el2_code.h"
#include "tools/explain/moved_program.h"

enum code_layer {
	CODE_METAL,             /* the bootable image */
	CODE_USER,              /* a process of Linux, or a program of a user's kernel */
	CODE_KERNEL,            /* Linux with its modules, or a user's kernel */
	CODE_HYPERVISOR,        /* the guest's host: Linux with KVM */
	CODE_HYPERVISOR_USER,   /* processes of that host: QEMU */
	CODE_FIRMWARE,          /* not part of any program, such as SMM */
	CODE_LAYERS,
};

extern const char *const code_layer_names[CODE_LAYERS];

#define CODE_PROGRAMS_MAX 8

struct code_names {
	struct elf_file programs[CODE_PROGRAMS_MAX];
	size_t program_count;
	uint64_t user_code;     /* of the image: link address of its user-mode code */
	bool is_linux, is_in_kvm;       /* a guest of KVM */
	bool is_own;            /* a user's kernel, the first program, and its processes */
	/* For a user's kernel and its programs: the link address of each minus the address at which
	 * it runs. */
	uint64_t shifts[CODE_PROGRAMS_MAX];
	char *first_name;       /* of the first program's file */
	bool has_inlines;       /* code_names_read_inlines() found any */
	struct symbol_list kernel, hypervisor;  /* empty: functions have no names */
	struct el2_code el2;    /* of the hypervisor */
	struct moved_program *moved;    /* of the process that runs the guest: QEMU, libraries */
	size_t moved_count;
};

struct code_function {
	enum code_layer layer;
	const char *name;
	uint64_t address;       /* of its first instruction, or 0 */
	bool is_inlined;
};

/* The function of a block's instruction. is_host: executed outside of the guest. */
struct code_function code_function_of(const struct code_names *names,
				      const struct profile_block *block, uint64_t address,
				      bool is_host);

/* Read the names of inlined functions of the image and of the guest's programs from the debugging
 * information. Returns whether any of them has such names. */
bool code_names_read_inlines(struct code_names *names);

/* The inlined calls that contain a block's instruction. Empty if unknown. */
struct inline_chain code_inlines_of(const struct code_names *names,
				    const struct profile_block *block, uint64_t address,
				    bool is_host);

/* Whether the symbols match the run. The code of each program must equal the executed code at its
 * addresses, and the targets of kernel calls must be function entries. Otherwise prints the cause
 * and returns false. */
bool code_names_check(const struct code_names *names, const struct instruction_profile *trace);

void code_names_free(struct code_names *names);

#endif
