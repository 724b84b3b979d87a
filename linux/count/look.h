/* SPDX-License-Identifier: MIT */
/* Finds the files that a program looks for and does not find. */
#ifndef LINUX_COUNT_LOOK_H
#define LINUX_COUNT_LOOK_H

#include <sys/types.h>

/* Let the parent trace this process. A child process calls this before it executes the program. */
void look_begin(void);

/* Follow the child and its children until they end. Print a line for each path that one of them did
 * not find. number is the number of the program. */
void look_follow(pid_t child, unsigned number);

#endif
