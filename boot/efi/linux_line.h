/* SPDX-License-Identifier: MIT */
/* Makes Linux's command line from the bare-metal one. Handles text only. */
#ifndef BOOT_EFI_LINUX_LINE_H
#define BOOT_EFI_LINUX_LINE_H

#include <stdbool.h>
#include <stddef.h>

#define LINUX_LINE_MAX 2047             /* limit of an x86 kernel */

/* Write the kernel's parameters. cpus= becomes maxcpus=, with a number that includes the CPU of
 * cpu=. Then write the options of bareline-linux: the common parameters of line, and the directory
 * results. In a guest, the kernel's timer check is disabled, because the host may stop the timer
 * during the check. Returns whether all fits into LINUX_LINE_MAX characters. */
bool linux_line_make(char to[LINUX_LINE_MAX + 1], const char *line, bool is_guest,
		     const char *results);

#endif
