/* SPDX-License-Identifier: MIT */
/* Command line of the Linux kernel under which a run was made. */
#ifndef TOOLS_RECORD_KERNEL_LINE_H
#define TOOLS_RECORD_KERNEL_LINE_H

#include "tools/record/result.h"

/* The parameters, separated by single blanks, without the one by which `run --layouts` moves
 * memory. The caller frees the text. Returns NULL if the run has no such record, as on bare
 * metal. */
char *kernel_line_read(const struct result *result);

/* Returns the parameter by which `run --layouts` moves memory, for a layout from 1, to be freed. A
 * longer command line shifts all later memory allocations of the kernel. */
char *kernel_line_layout(unsigned long layout);

#endif
