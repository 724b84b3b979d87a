/* SPDX-License-Identifier: MIT */
/* Identification of the machine, the kernel and this program. */
#ifndef LINUX_DESCRIBE_H
#define LINUX_DESCRIBE_H

#include <stdbool.h>

/* Store the command line for the manifest. Call before the arguments are parsed, because parsing
 * reorders them. Returns false if the line is longer than COMMAND_LINE_MAX. */
bool describe_arguments(int argc, char **argv);

/* Set whether the records include serial numbers. */
void describe_serials(bool wants_serials);

#endif
