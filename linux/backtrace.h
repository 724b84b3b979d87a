/* SPDX-License-Identifier: MIT */
/* Who called whom in this process: frame pointers turned into symbols. */
#ifndef LINUX_BACKTRACE_H
#define LINUX_BACKTRACE_H

#include <stddef.h>
#include <stdint.h>

/* As lib/backtrace.h's backtrace_walk, for this program's own code. Signal handlers may call it. */
void backtrace_of(char *text, size_t size, uint64_t rip, uint64_t rbp);

#endif
