/* SPDX-License-Identifier: MIT */
/* Backtraces from frame pointers. */
#ifndef KERNEL_CORE_BACKTRACE_H
#define KERNEL_CORE_BACKTRACE_H

#include <stddef.h>
#include <stdint.h>

/* Write "symbol+0xoffset < caller+0xoffset < …" for the code at rip with frame pointer rbp,
 * innermost function first, truncated to size. Unreadable memory ends the backtrace. */
void backtrace_format(char *text, size_t size, uint64_t rip, uint64_t rbp);

#endif
