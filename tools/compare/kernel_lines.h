/* SPDX-License-Identifier: MIT */
/* Word-by-word difference of two kernel command lines. */
#ifndef TOOLS_COMPARE_KERNEL_LINES_H
#define TOOLS_COMPARE_KERNEL_LINES_H

#include "tools/record/result.h"

/* "has "pti=on", not "quiet"": words added to and missing from the first run's line. The caller
 * frees the text; NULL if the lines are the same or one is unknown. */
char *kernel_lines_differ(const struct result *first, const struct result *second);

#endif
