/* SPDX-License-Identifier: MIT */
/* Backtraces of this process. */
#ifndef LINUX_BACKTRACE_H
#define LINUX_BACKTRACE_H

#include <stddef.h>
#include <stdint.h>

/* Like backtrace_walk() of lib/backtrace.h, for the code of this program. Safe in signal
 * handlers. */
void backtrace_of(char *text, size_t size, uint64_t rip, uint64_t rbp);

#endif
