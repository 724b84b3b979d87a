/* SPDX-License-Identifier: MIT */
/* The addresses of a kernel that the plugin needs to count a program (tools/plugin/
 * program_places.h), from the kernel's symbols. */
#ifndef TOOLS_RUN_COUNT_PLACES_H
#define TOOLS_RUN_COUNT_PLACES_H

#include <stdbool.h>

#include "tools/run/count/processor.h"

/* Write the file from a copy of /proc/kallsyms of a kernel for the processor. If a file cannot be
 * read or written, or if the kernel lacks a symbol, prints the cause and returns false. */
bool places_write(const char *symbols, const char *path,
		  const struct count_processor *processor);

#endif
