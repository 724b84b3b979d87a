/* SPDX-License-Identifier: MIT */
/* The width of text output. */
#ifndef TOOLS_BASE_TERMINAL_WIDTH_H
#define TOOLS_BASE_TERMINAL_WIDTH_H

#include <stddef.h>

/* Default width in characters, and the limits of the width. */
#define TERMINAL_COLUMNS 100
#define TERMINAL_COLUMNS_MIN 40
#define TERMINAL_COLUMNS_MAX 300

/* The width of text written to a file: COLUMNS in the environment, else the width of the file's
 * terminal, both within the limits. If there is neither, returns TERMINAL_COLUMNS. */
size_t terminal_width(int file);

#endif
