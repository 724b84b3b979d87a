/* SPDX-License-Identifier: MIT */
/* Identification of the machine, the kernel and this program. */
#ifndef LINUX_DESCRIBE_H
#define LINUX_DESCRIBE_H

#include <stdbool.h>

/* Store the command line for the manifest. Call it before parsing, which reorders arguments.
 * Returns false if the line is longer than COMMAND_LINE_MAX. */
bool describe_arguments(int argc, char **argv);

/* Set whether serial numbers are included. */
void describe_serials(bool wants_serials);

#endif
