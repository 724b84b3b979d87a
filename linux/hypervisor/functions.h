/* SPDX-License-Identifier: MIT */
/* The functions of the running kernel, from /proc/kallsyms. */
#ifndef LINUX_HYPERVISOR_FUNCTIONS_H
#define LINUX_HYPERVISOR_FUNCTIONS_H

#include <stdbool.h>
#include <stdio.h>

/* Call the function with each line, "ADDRESS LETTER NAME" and, after a tab, the module. Exits if
 * the list cannot be read. */
void symbols_each(void (*take)(void *context, const char *line), void *context);

/* Whether a line's symbol is code. */
bool symbols_is_code(const char *line);

/* Print a line for each function, or for each function of a module, with `before` at its beginning.
 * Exits if the list cannot be read. */
void functions_print(FILE *out, bool of_modules, const char *before);

#endif
