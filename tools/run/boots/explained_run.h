/* SPDX-License-Identifier: MIT */
/* A run whose instructions are counted by a QEMU plugin, and the symbols to explain them. */
#ifndef TOOLS_RUN_BOOTS_EXPLAINED_RUN_H
#define TOOLS_RUN_BOOTS_EXPLAINED_RUN_H

#include "tools/explain/code_names.h"
#include "tools/memory/geometry.h"
#include "tools/record/result.h"
#include "tools/run/request.h"

/* Files in the run's directory. */
#define EXPLAINED_RUN "run"
#define EXPLAINED_METAL "metal"          /* a directory like this one, of bare metal */
#define EXPLAINED_COUNTS "counts.txt"
#define EXPLAINED_MEMORY "memory.txt"
#define EXPLAINED_KERNEL "kernel.symbols"
#define EXPLAINED_HYPERVISOR "hypervisor.symbols"
#define EXPLAINED_PROGRAMS "hypervisor.programs"        /* paths, one per line */
#define EXPLAINED_PROGRAM "program-%zu.elf"     /* copies of a user's kernel and programs */
#define EXPLAINED_MOVES "program-addresses"     /* their addresses minus link addresses, hex */

/* Symbol files of the user, or NULL. */
struct symbol_files {
	const char *kernel, *hypervisor;
	/* ELF files of code that the image does not name, the user's kernel first. */
	const char *programs[CODE_PROGRAMS_MAX - 1];
	uint64_t moved_by[CODE_PROGRAMS_MAX - 1];       /* address of each minus link address */
	size_t program_count;
};

/* Check all needed files before a boot. If a file is missing, exits with EXIT_USAGE and a message
 * that tells how to build the file. The options are parsed but not complete. */
void explained_run_check(const struct run_request *options, const struct symbol_files *files);

/* Boot with the plugin and write the run and its counts to the directory. memory selects a memory
 * system to model, or is NULL. The options are parsed but not complete. Returns the exit status,
 * which is not EXIT_GOOD if the run fails or QEMU rejects the plugin. Exits with a message if the
 * run cannot start. */
int explained_run_boot(const struct run_request *options, const struct symbol_files *files,
		       const char *directory, const struct memory_geometry *memory);

/* Write to the directory the symbols of the kernels, which extra boots read if necessary, the names
 * of the guest's programs, and copies of the user's kernel and programs, because the user may build
 * those again before the run is shown. On failure, prints the cause and returns false. */
bool explained_run_keep_symbols(const struct run_request *run, const char *directory,
				const struct symbol_files *files);

/* Files and results of an earlier run. */
struct explained_left {
	const char *directory;
	const struct result *result;
	const struct instruction_profile *trace;
};

/* Load the symbols of the programs that ran. run and files name the programs whose symbols were not
 * kept. On failure, prints the cause and returns false. */
bool explained_run_names(struct code_names *names, const struct explained_left *left,
			 const struct run_request *run, const struct symbol_files *files);

#endif
