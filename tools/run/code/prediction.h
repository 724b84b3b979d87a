/* SPDX-License-Identifier: MIT */
/* The prediction of llvm-mca, if it is installed. */
#ifndef TOOLS_RUN_CODE_PREDICTION_H
#define TOOLS_RUN_CODE_PREDICTION_H

#include <stdbool.h>

/* Predict the cycles of one copy among many, on this host's CPU, of a text in Intel syntax. Returns
 * false silently if llvm-mca is not installed or cannot predict it. */
bool prediction_make(const char *text, double *cycles);

#endif
