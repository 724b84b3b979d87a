/* SPDX-License-Identifier: MIT */
/* The command line of the kernel that a run was under. */
#ifndef TOOLS_RECORD_KERNEL_LINE_H
#define TOOLS_RECORD_KERNEL_LINE_H

#include "tools/record/result.h"

/* Its words with a blank between two, to be freed, but for the one by which `run --layouts` moves
 * memory. NULL where the run does not say: on bare metal, or of before there was the record. */
char *kernel_line_of(const struct result *result);

#endif
