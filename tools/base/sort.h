/* SPDX-License-Identifier: MIT */
/* Sorts numbers in ascending order, in a time that does not depend on their initial order. */
#ifndef TOOLS_BASE_SORT_H
#define TOOLS_BASE_SORT_H

#include <stddef.h>
#include <stdint.h>

void sort_numbers(uint64_t *numbers, size_t count);

/* No NaN is allowed. -0 sorts before 0. */
void sort_reals(double *values, size_t count);

#endif
