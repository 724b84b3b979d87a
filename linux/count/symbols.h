/* SPDX-License-Identifier: MIT */
/* Sends the kernel's functions to the host. */
#ifndef LINUX_COUNT_SYMBOLS_H
#define LINUX_COUNT_SYMBOLS_H

#include "linux/count/random_numbers.h"

/* Send all functions between two marks (lib/boot_files.h), and find the other symbols. The
 * terminal's output must be empty. */
void symbols_send(struct random_symbols *found);

/* If a module is loaded, print a line for each function of a module. */
void symbols_print_modules(void);

#endif
