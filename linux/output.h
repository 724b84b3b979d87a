/* SPDX-License-Identifier: MIT */
/* Output: records to a file or standard output, text to standard error. */
#ifndef LINUX_OUTPUT_H
#define LINUX_OUTPUT_H

#include <stdbool.h>

struct output_options {
	const char *path;               /* NULL: standard output */
	bool is_quiet;                  /* suppress text */
	bool replaces_foreign;          /* replace even a file that is no log */
};

/* Write records to a file. If the file is a log, it is replaced. Without a path, records go to
 * standard output, unless that is a terminal that shows the text: then they are dropped. Returns 0
 * or a negative errno, such as -EEXIST for a file that is no log or -ENODEV for a block device.
 * Before this call, records go to standard output. */
int output_open(const struct output_options *options);

/* Wait until a terminal has sent all output, because transmission on a serial line interrupts the
 * CPU. For a file or a pipe, does nothing. */
void output_settle(void);

/* Discard an incomplete line. For a signal handler that writes its own records. */
void output_drop_partial_line(void);

#endif
