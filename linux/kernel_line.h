/* SPDX-License-Identifier: MIT */
/* The words that the kernel was booted with, which decide much of what it costs. */
#ifndef LINUX_KERNEL_LINE_H
#define LINUX_KERNEL_LINE_H

#include <stdbool.h>

#include "lib/wire/wire.h"

/* Write the records of them: without those for init, which the manifest has, and unless
 * with_serials without those that tell the machine from all others. None if /proc has no line. */
void kernel_line_describe(struct wire_writer *writer, bool with_serials);

#endif
