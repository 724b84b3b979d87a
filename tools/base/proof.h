/* SPDX-License-Identifier: MIT */
/* Proofs at run time: a figure is compared with the data that it was made from, in another way than
 * it was made. A contradiction is an error of this program, and not of its input. */
#ifndef TOOLS_BASE_PROOF_H
#define TOOLS_BASE_PROOF_H

#include <stdbool.h>

/* Does nothing if the figure holds. Otherwise prints the message, which names the figure and both
 * values, and ends the program with EXIT_FAILED before a user sees the figure. */
void proof_require(bool holds, const char *format, ...) __attribute__((format(printf, 2, 3)));

#endif
