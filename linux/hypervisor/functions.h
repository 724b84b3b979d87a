/* SPDX-License-Identifier: MIT */
/* The functions of the running kernel, from /proc/kallsyms. */
#ifndef LINUX_HYPERVISOR_FUNCTIONS_H
#define LINUX_HYPERVISOR_FUNCTIONS_H

#include <stdbool.h>
#include <stdio.h>

/* Call take with each line: "ADDRESS LETTER NAME" and, after a tab, the module. If the list cannot
 * be read, exits. */
void symbols_each(void (*take)(void *context, const char *line), void *context);

/* Whether the symbol of a line is code. */
bool symbols_is_code(const char *line);

/* Print a line for each function, or for each function of a module. The lines begin with `before`.
 * If the list cannot be read, exits. */
void functions_print(FILE *out, bool of_modules, const char *before);

#endif
