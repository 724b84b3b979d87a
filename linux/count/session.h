/* SPDX-License-Identifier: MIT */
/* Runs a program in a pseudo terminal and types keys. Each key has a window of counts: from the key
 * until the program has handled it. */
#ifndef LINUX_COUNT_SESSION_H
#define LINUX_COUNT_SESSION_H

#include <stdbool.h>
#include <sys/types.h>

/* Open a terminal. Exits on failure. */
void session_open(void);

/* Give the terminal to this process, which is about to execute the program. */
void session_enter(void);

/* Type keys into the program, whose first process this is; each is a text "MICROSECONDS BYTES",
 * with its time after the first pause and its bytes as hexadecimal digits. There are 1 + 2 times
 * as many windows as keys: until the first key; of each key; and of the pause after it. Writes the
 * program's output to a file. Then ends the program by closing its terminal. Returns how many keys
 * were handled, and stores the status of a program that ended before, or -1. */
unsigned session_type(pid_t program, char *const *keys, const char *output, int *status);

/* Type the keys from another process, without windows, and then close the terminal. */
void session_type_blindly(char *const *keys);

#endif
