/* SPDX-License-Identifier: MIT */
/* Sends the kernel's functions to the host. */
#ifndef LINUX_COUNT_SYMBOLS_H
#define LINUX_COUNT_SYMBOLS_H

/* Send all functions between two marks (lib/boot_files.h). Nothing may be in the output of the
 * terminal. */
void symbols_send(void);

/* Print a line for each function of a module, if a module is loaded. */
void symbols_print_modules(void);

#endif
