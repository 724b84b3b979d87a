/* SPDX-License-Identifier: MIT */
/* Proofs at run time: a figure is held against what it comes from, by another way than the one that
 * made it. A contradiction is an error of this program, not of its input. */
#ifndef TOOLS_BASE_PROOF_H
#define TOOLS_BASE_PROOF_H

#include <stdbool.h>

/* Does nothing if the figure holds. Otherwise prints the message, which names the figure and both
 * values, and ends the program with EXIT_FAILED before a user sees the figure. */
void proof_require(bool holds, const char *format, ...) __attribute__((format(printf, 2, 3)));

#endif
