/* SPDX-License-Identifier: MIT */
/* Order statistics of samples, in integers. tools/stats/stats.h has the same definitions for the
 * host tool. */
#ifndef LIB_ORDER_H
#define LIB_ORDER_H

#include <stddef.h>
#include <stdint.h>

/* Sort in ascending order, by insertion, because a series is short, and most of its samples are
 * equal or nearly so. */
void order_sort(uint64_t *values, size_t count);

/* Twice the median of sorted values, which is whole: the sum of the two middle values. There must
 * be at least one value. */
uint64_t order_twice_median(const uint64_t *sorted, size_t count);

/* A sample next to the median, from which distances between samples are computed. If the number of
 * samples is odd, it is the median. There must be at least one value. */
uint64_t order_middle(const uint64_t *sorted, size_t count);

/* The quartile, 1 to 3, of sorted values, interpolated between values and rounded down. There must
 * be at least one value. */
uint64_t order_quartile(const uint64_t *sorted, size_t count, size_t quarters);

#endif
