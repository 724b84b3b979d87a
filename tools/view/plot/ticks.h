/* SPDX-License-Identifier: MIT */
/* Positions and labels of an axis' ticks, common to all charts. */
#ifndef TOOLS_VIEW_PLOT_TICKS_H
#define TOOLS_VIEW_PLOT_TICKS_H

#include <stddef.h>

#define TICK_TEXT_MAX 32

/* Larger numbers are hard to read and are scaled. */
#define TICK_LONG 1e5

/* The distance of ticks, 1, 2 or 5 times a power of ten, for about wanted ticks on a length. length
 * must be above 0. */
double tick_step(double length, size_t wanted);

/* The label of a tick, without trailing zeros. most is the axis' largest absolute value. From
 * TICK_LONG on, labels have a suffix: "50k", "1.25M", "40G". Returns text. */
const char *tick_text(double value, double most, char text[TICK_TEXT_MAX]);

#endif
