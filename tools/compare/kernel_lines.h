/* SPDX-License-Identifier: MIT */
/* Two command lines of a kernel, word by word: they are long, and differ in little. */
#ifndef TOOLS_COMPARE_KERNEL_LINES_H
#define TOOLS_COMPARE_KERNEL_LINES_H

#include "tools/record/result.h"

/* "has "pti=on", not "quiet"": what the second run's line has and lacks of the first's; to be
 * freed. NULL if they are the same, or one is not known. */
char *kernel_lines_differ(const struct result *first, const struct result *second);

#endif
