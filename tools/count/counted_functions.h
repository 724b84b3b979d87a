/* SPDX-License-Identifier: MIT */
/* The functions of a program and of the kernel, by call path, with the instructions of one run. */
#ifndef TOOLS_COUNT_COUNTED_FUNCTIONS_H
#define TOOLS_COUNT_COUNTED_FUNCTIONS_H

#include "tools/count/loaded_file.h"
#include "tools/explain/call_tree.h"
#include "tools/explain/symbol_list.h"

struct counted_functions {
	struct call_tree tree;          /* of all tasks of the program */
	uint64_t unnamed;               /* user instructions of no file: vDSO, generated code */
	/* What the names belong to. */
	struct arena names;
};

/* Names of functions come from the kernel's symbols and from the files; a function that a stripped
 * file does not name is FILE+0xADDRESS. The kernel's symbols must outlive the tree. */
void counted_functions_make(struct counted_functions *functions,
			    const struct program_counts *counts, size_t window,
			    const struct loaded_file *files, size_t file_count,
			    const struct symbol_list *kernel);
void counted_functions_free(struct counted_functions *functions);

#endif
