/* SPDX-License-Identifier: MIT */
/* Sends the kernel's functions to the host. */
#ifndef LINUX_COUNT_SYMBOLS_H
#define LINUX_COUNT_SYMBOLS_H

#include "linux/count/random_numbers.h"

/* Send all functions between two marks (lib/boot_files.h), and find the other symbols. Nothing may
 * be in the output of the terminal. */
void symbols_send(struct random_symbols *found);

/* Print a line for each function of a module, if a module is loaded. */
void symbols_print_modules(void);

#endif
