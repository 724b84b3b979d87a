/* SPDX-License-Identifier: MIT */
/* The call tree of a counted program as a flame graph and as folded stacks. */
#ifndef TOOLS_COUNT_COUNTED_FLAMES_H
#define TOOLS_COUNT_COUNTED_FLAMES_H

#include <stdio.h>

#include "tools/count/counted_functions.h"

/* program: its command line. */
void counted_flames_write(const struct counted_functions *functions, const char *program,
			  FILE *file);
void counted_flames_write_folded(const struct counted_functions *functions, FILE *file);

#endif
