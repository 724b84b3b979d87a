/* SPDX-License-Identifier: MIT */
/* Student's t test of a difference between two sets of values, for sets too small for ranks. */
#ifndef TOOLS_STATS_T_TEST_H
#define TOOLS_STATS_T_TEST_H

#include "tools/stats/rank_test.h"

/* The two-sided p of the difference of the means ("The probable error of a mean", 1908). The
 * variance is estimated within each set, about its own mean, and pooled. Assumes normal values of
 * one variance. Returns 1 if each set has one value, because nothing then estimates the variance,
 * or if all values are equal. */
double t_test(const struct values *base, const struct values *other);

#endif
