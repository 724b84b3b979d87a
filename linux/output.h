/* SPDX-License-Identifier: MIT */
/* Output: records to a file or standard output, text to standard error. */
#ifndef LINUX_OUTPUT_H
#define LINUX_OUTPUT_H

#include <stdbool.h>

struct output_options {
	const char *path;               /* NULL: standard output */
	bool is_quiet;                  /* suppress text */
	bool replaces_foreign;          /* also a file that is no log */
};

/* Write records to a file. A log is replaced. On a terminal that shows the text, records without a
 * path are dropped. Returns 0 or a negative errno: -EEXIST for a file that is no log, -ENODEV for a
 * block device. Before the call records go to standard output. */
int output_open(const struct output_options *options);

/* Wait until a terminal has sent all output, because transmission on a serial line interrupts the
 * CPU. Does nothing for a file or a pipe. */
void output_settle(void);

/* Discard an incomplete line. For a signal handler that writes its own records. */
void output_drop_partial_line(void);

#endif
