/* SPDX-License-Identifier: MIT */
/* Parts of gnuplot's script. Texts go in single quotes,
 * between which gnuplot substitutes nothing. */
#ifndef TOOLS_VIEW_PLOT_SCRIPT_H
#define TOOLS_VIEW_PLOT_SCRIPT_H

#include "tools/view/plot/plot.h"

#define PLOT_REFERENCE_COLOUR "#7d7d7d"

/* What is in the quotes is drawn as it is, on one line. */
void plot_script_write_text(FILE *file, const char *text);

/* Axes with their ranges and ticks, and the lines across the picture. */
void plot_axes_write(const struct plot *plot, FILE *file);

#endif
