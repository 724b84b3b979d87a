/* SPDX-License-Identifier: MIT */
/* A verdict on a received log. */
#ifndef TOOLS_SERVE_VERDICT_H
#define TOOLS_SERVE_VERDICT_H

#include <stddef.h>

/* Parse the log at path and write "valid, 58 benchmarks", "invalid: " or "INCOMPLETE: " with the
 * reason. */
void verdict_write(const char *path, char *text, size_t size);

#endif
