/* SPDX-License-Identifier: MIT */
/* Who called whom: frame pointers turned into symbols. */
#ifndef KERNEL_CORE_BACKTRACE_H
#define KERNEL_CORE_BACKTRACE_H

#include <stddef.h>
#include <stdint.h>

/* Write "symbol+0xoffset < caller+0xoffset < …" for the code at rip whose frame pointer is rbp;
 * innermost first, cut to size. Reads no memory that can't be read. */
void backtrace_format(char *text, size_t size, uint64_t rip, uint64_t rbp);

#endif
