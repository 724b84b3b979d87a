/* SPDX-License-Identifier: MIT */
/* Sorting numbers, rising. The time does not depend on the order they come in. */
#ifndef TOOLS_BASE_SORT_H
#define TOOLS_BASE_SORT_H

#include <stddef.h>
#include <stdint.h>

void sort_numbers(uint64_t *numbers, size_t count);

/* None may be a NaN; -0 goes before 0. */
void sort_reals(double *values, size_t count);

#endif
