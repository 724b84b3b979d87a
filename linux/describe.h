/* SPDX-License-Identifier: MIT */
/* Who the machine, the kernel and this program are. */
#ifndef LINUX_DESCRIBE_H
#define LINUX_DESCRIBE_H

#include <stdbool.h>

/* The command line as the manifest is to have it, and whether serial numbers are wanted. Returns
 * whether the line is no longer than COMMAND_LINE_MAX. */
bool describe_init(int argc, char **argv, bool wants_serials);

#endif
