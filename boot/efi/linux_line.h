/* SPDX-License-Identifier: MIT */
/* Makes Linux's command line from the bare-metal one. Handles text only. */
#ifndef BOOT_EFI_LINUX_LINE_H
#define BOOT_EFI_LINUX_LINE_H

#include <stdbool.h>
#include <stddef.h>

#include "boot/efi/processor.h"

#define LINUX_LINE_MAX 2047             /* the largest limit of a processor */

/* Write the kernel's parameters. cpus= becomes maxcpus=, with a number that includes the CPU of
 * cpu=. Then write the options of bareline-linux: the common parameters of line, and the directory
 * results. Returns whether all fits into the limit of the processor. */
bool linux_line_make(char to[LINUX_LINE_MAX + 1], const char *line,
		     const struct processor_linux *needs, const char *results);

#endif
