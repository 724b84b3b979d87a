/* SPDX-License-Identifier: MIT */
/* Where records and text for a person go: records to a file or standard output, text to standard
 * error. */
#ifndef LINUX_OUTPUT_H
#define LINUX_OUTPUT_H

#include <stdbool.h>

/* Write records to path, which is replaced, or to standard output if path is NULL; with quiet,
 * no text for a person. Returns 0 or a negative errno. Until then records go to standard output. */
int output_open(const char *path, bool quiet);

/* Wait until a terminal has taken all that was written: what is on its way to a serial line
 * interrupts the CPU. Does nothing for a file or a pipe. */
void output_settle(void);

/* Drop the part of a line that was not written yet. For a signal handler that goes on to write
 * records of its own. */
void output_drop_partial_line(void);

#endif
