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

/* Type keys into the program, whose first process is program. Each key is a text "MICROSECONDS
 * BYTES", with the time after the first pause and the bytes as hexadecimal digits. There are 1 + 2
 * times as many windows as keys: one until the first key, one for each key, and one for the pause
 * after each key. Writes the program's output to a file. Then ends the program by closing its
 * terminal. Returns how many keys were handled. If the program ended before that, stores its
 * status, otherwise -1. */
unsigned session_type(pid_t program, char *const *keys, const char *output, int *status);

/* Type the keys from another process, without windows, and then close the terminal. */
void session_type_blindly(char *const *keys);

#endif
