/* SPDX-License-Identifier: MIT */
/* Short names of the systems of a comparison. */
#ifndef TOOLS_COMPARE_SYSTEM_NAMES_H
#define TOOLS_COMPARE_SYSTEM_NAMES_H

#include <stddef.h>

#include "tools/record/result.h"

/* Set names[i] to the shortest unique name of the system of a run, to be freed: "metal", the name
 * of an operating system other than Linux, or the version of a Linux kernel: "6.12", with the words
 * of its release "6.12-rt", the release "6.12.9-rt-amd64", or that and the system's number. */
void system_names(const struct result *const *runs, size_t count, char **names);

#endif
