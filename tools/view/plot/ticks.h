/* SPDX-License-Identifier: MIT */
/* Positions and labels of an axis' ticks, common to all charts. */
#ifndef TOOLS_VIEW_PLOT_TICKS_H
#define TOOLS_VIEW_PLOT_TICKS_H

#include <stdbool.h>
#include <stddef.h>

#define TICKS_MAX 64
#define TICK_TEXT_MAX 32

/* Larger numbers are hard to read and are scaled. */
#define TICK_LONG 1e5

/* The distance of ticks, 1, 2 or 5 times a power of ten, for about `wanted` ticks on a length above
 * 0. */
double tick_step(double length, size_t wanted);

/* The range in which ticks are wanted. Ticks of counts are whole numbers. */
struct tick_range {
	double low, high;
	bool is_count;
};

/* Three kinds of ticks of a range, ascending. tick_sizes(): powers of two, each 1 << shift times
 * the previous one. tick_multiples(): powers of ten, each multiplied by the digits, which are from
 * 1 to 9. tick_steps(): the multiples of a step. All return the number of ticks, at most
 * TICKS_MAX. */
size_t tick_sizes(const struct tick_range *range, unsigned shift, double ticks[TICKS_MAX]);
size_t tick_multiples(const struct tick_range *range, const double *digits, size_t count,
		      double ticks[TICKS_MAX]);
size_t tick_steps(const struct tick_range *range, double step, double ticks[TICKS_MAX]);

/* The label of a tick, without trailing zeros. most is the axis' largest absolute value. From
 * TICK_LONG on, labels have a suffix: "50k", "1.25M", "40G". Returns text. */
const char *tick_text(double value, double most, char text[TICK_TEXT_MAX]);

#endif
