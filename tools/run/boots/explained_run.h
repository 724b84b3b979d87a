/* SPDX-License-Identifier: MIT */
/* A run that a plugin of QEMU counts from outside, and the names of what ran: what it takes to
 * explain its figures. */
#ifndef TOOLS_RUN_BOOTS_EXPLAINED_RUN_H
#define TOOLS_RUN_BOOTS_EXPLAINED_RUN_H

#include "tools/explain/code_names.h"
#include "tools/memory/geometry.h"
#include "tools/record/result.h"
#include "tools/run/options.h"

/* What such a run leaves in its directory. */
#define EXPLAINED_RUN "run"
#define EXPLAINED_COUNTS "counts.txt"
#define EXPLAINED_MEMORY "memory.txt"
#define EXPLAINED_KERNEL "kernel.symbols"
#define EXPLAINED_HYPERVISOR "hypervisor.symbols"
#define EXPLAINED_PROGRAMS "hypervisor.programs"        /* names of files, a line each */

/* Files of symbols that are the user's, or NULL. */
struct symbol_files {
	const char *kernel, *hypervisor;
};

/* Look at all that it takes, before anything is booted or made. The options are parsed and not
 * complete. What is missing is said, with what makes it, and ends the program with EXIT_USAGE. */
void explained_run_check(const struct run_options *options, const struct symbol_files *files);

/* Boot what the options, which are parsed and not complete, say, with the plugin, and keep the run
 * and what was counted in the directory; with a memory system of that geometry modelled unless it
 * is NULL. Returns the exit status: not EXIT_GOOD when the run fails, or when QEMU did not take the
 * plugin; what can't be begun is said and ends the program. */
int explained_run_boot(const struct run_options *options, const char *directory,
		       const struct memory_geometry *memory);

/* Keep in the directory the functions of the kernels, which are fetched by boots of their own if
 * need be, and the names of the files that a guest is run by.
 * On failure says why and returns false. */
bool explained_run_keep_symbols(const struct run_options *run, const char *directory,
				const struct symbol_files *files);

/* What a run has left in a directory. */
struct explained_left {
	const char *directory;
	const struct result *result;
	const struct counted *trace;
};

/* The names of what ran. run names images that are not this program's own. On failure says why and
 * returns false. */
bool explained_run_names(struct code_names *names, const struct explained_left *left,
			 const struct run_options *run, const struct symbol_files *files);

#endif
