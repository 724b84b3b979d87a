/* SPDX-License-Identifier: MIT */
/* Who the machine, the kernel and this program are. */
#ifndef LINUX_DESCRIBE_H
#define LINUX_DESCRIBE_H

#include <stdbool.h>

/* The command line as the manifest is to have it: before its arguments are parsed, which puts
 * others in their places. Returns whether the line is no longer than COMMAND_LINE_MAX. */
bool describe_arguments(int argc, char **argv);

/* Whether serial numbers are wanted. */
void describe_serials(bool wants_serials);

#endif
