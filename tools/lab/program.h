/* SPDX-License-Identifier: MIT */
/* Runs a program that asks a BMC, and returns its answer. */
#ifndef TOOLS_LAB_PROGRAM_H
#define TOOLS_LAB_PROGRAM_H

#include <stddef.h>

#define PROGRAM_SECONDS_MAX 40
#define PROGRAM_BYTES_MAX (1u << 20)

/* Run the program with input as its standard input, for at most PROGRAM_SECONDS_MAX or until a
 * signal is caught (signals.h). Returns its output, to be freed, or NULL with *why, of at least 1
 * and at most size - 1 printable characters: the program failed, wrote more than PROGRAM_BYTES_MAX,
 * or is not installed. Other processes cannot read input, but they can read the words. */
char *program_ask(char *const *words, const char *input, char *why, size_t size);

#endif
