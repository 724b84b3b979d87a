/* SPDX-License-Identifier: MIT */
/* Linux's command line, made of the bare metal's. Pure text. */
#ifndef BOOT_EFI_LINUX_LINE_H
#define BOOT_EFI_LINUX_LINE_H

#include <stdbool.h>
#include <stddef.h>

#define LINUX_LINE_MAX 2047             /* characters that an x86 kernel takes */

/* The kernel's own words, with cpus= of line as maxcpus=, and for a guest, whose timer may stand
 * still as long as the kernel tries whether it works, without that trial; then bareline-linux's
 * options: those words of line that both sides know, and results, the path of the directory for
 * them. Returns whether it all fits into LINUX_LINE_MAX characters. */
bool linux_line_make(char to[LINUX_LINE_MAX + 1], const char *line, bool is_guest,
		     const char *results);

#endif
