/* SPDX-License-Identifier: MIT */
/* A list of programs to count in one boot. A line is "NAME: PROGRAM ARGUMENT...". Words are
 * separated by blanks; quotes, single or double, keep blanks in a word. Lines that begin with #
 * are comments. */
#ifndef TOOLS_RUN_COUNT_SUITE_H
#define TOOLS_RUN_COUNT_SUITE_H

#include <stdbool.h>
#include <stddef.h>

#include "tools/run/count/measure.h"

/* Empty when zeroed. */
struct suite {
	struct measured_program *programs;
	size_t count;
	char *text;                     /* what the words are in */
};

/* Read the file. On failure, prints the line and the cause and returns false. */
bool suite_read(struct suite *suite, const char *path);
void suite_free(struct suite *suite);

#endif
