/* SPDX-License-Identifier: MIT */
/* Whether a program in a terminal has handled its input: it waits for more input, and all its
 * threads sleep. A call that only peeks is no wait. To find out, nothing is added to the
 * program. */
#ifndef LINUX_COUNT_ASKING_H
#define LINUX_COUNT_ASKING_H

#include <stdbool.h>
#include <sys/types.h>

/* first is the smallest process number of the program, terminal the device of its terminal. Call
 * from another process, as root. */
bool program_asks(pid_t first, dev_t terminal);

#endif
