/* SPDX-License-Identifier: MIT */
/* The functions of the running kernel, from /proc/kallsyms. */
#ifndef LINUX_HYPERVISOR_FUNCTIONS_H
#define LINUX_HYPERVISOR_FUNCTIONS_H

#include <stdbool.h>
#include <stdio.h>

/* Print a line for each function, or for each function of a module, with `before` at its beginning.
 * Exits if the list cannot be read. */
void functions_print(FILE *out, bool of_modules, const char *before);

#endif
