/* SPDX-License-Identifier: MIT */
/* Reads lines of an untrusted file. */
#ifndef TOOLS_BASE_LINE_H
#define TOOLS_BASE_LINE_H

#include <stddef.h>
#include <stdio.h>
#include <sys/types.h>

/* Read a line as getline() does, but at most bytes_max bytes. A longer line is cut, so the result
 * ends without a newline. Returns the number of bytes, or -1 at the end of the file. */
ssize_t line_read(char **line, size_t *capacity, FILE *file, size_t bytes_max);

#endif
