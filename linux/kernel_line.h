/* SPDX-License-Identifier: MIT */
/* The kernel's command line, which affects many of its costs. */
#ifndef LINUX_KERNEL_LINE_H
#define LINUX_KERNEL_LINE_H

#include <stdbool.h>

#include "lib/wire/wire.h"

/* Write the records of the kernel's command line, without the arguments of init, which are in the
 * manifest. Without with_serials, words that identify the machine are omitted. If /proc has no
 * command line, writes nothing. */
void kernel_line_describe(struct wire_writer *writer, bool with_serials);

#endif
