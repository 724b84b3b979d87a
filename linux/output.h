/* SPDX-License-Identifier: MIT */
/* Output: records to a file or standard output, text to standard error. */
#ifndef LINUX_OUTPUT_H
#define LINUX_OUTPUT_H

#include <stdbool.h>

/* Write records to path, replacing the file, or to standard output if path is NULL. quiet
 * suppresses text. On a terminal that shows the text, records without a path are dropped. Returns 0
 * or a negative errno. Before the call records go to standard output. */
int output_open(const char *path, bool quiet);

/* Wait until a terminal has sent all output, because transmission on a serial line interrupts the
 * CPU. Does nothing for a file or a pipe. */
void output_settle(void);

/* Discard an incomplete line. For a signal handler that writes its own records. */
void output_drop_partial_line(void);

#endif
