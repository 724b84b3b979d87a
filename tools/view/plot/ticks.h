/* SPDX-License-Identifier: MIT */
/* Where an axis has ticks, and what stands at them: the same in every picture. */
#ifndef TOOLS_VIEW_PLOT_TICKS_H
#define TOOLS_VIEW_PLOT_TICKS_H

#include <stddef.h>

#define TICK_TEXT_MAX 32

/* A number as long as this is not seen to be so long. */
#define TICK_LONG 1e5

/* The distance of ticks, 1, 2 or 5 times a power of ten, so that about as many as wanted lie on a
 * length above 0. */
double tick_step(double length, size_t wanted);

/* What stands at a tick: all its digits and no more. most is the largest value of the axis by
 * amount; from TICK_LONG on the axis counts in thousands, "50k", "1.25M", "40G". Returns text. */
const char *tick_text(double value, double most, char text[TICK_TEXT_MAX]);

#endif
