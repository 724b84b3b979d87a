/* SPDX-License-Identifier: MIT */
/* Parts of gnuplot's script. Texts go in single quotes,
 * between which gnuplot substitutes nothing. */
#ifndef TOOLS_VIEW_PLOT_SCRIPT_H
#define TOOLS_VIEW_PLOT_SCRIPT_H

#include "tools/view/plot/plot.h"

#define PLOT_REFERENCE_COLOUR "#7d7d7d"

/* What is in the quotes is drawn as it is, on one line. */
void plot_script_write_text(FILE *file, const char *text);

/* The same of its first bytes. */
void plot_script_write_part(FILE *file, const char *text, size_t length);

/* The same as the text of a tick. */
void plot_script_write_tick(FILE *file, const char *text, size_t length);

/* Where a name goes on on a second line; 0: it doesn't. */
size_t plot_name_break(const char *name, enum plot_medium medium);

/* Whether any of a picture's rows does, and how many letters the longest line of theirs has. */
bool plot_breaks_names(const struct plot *plot, enum plot_medium medium);
size_t plot_longest_name(const struct plot *plot, enum plot_medium medium);

/* A name as the text of a tick. */
void plot_name_write(FILE *file, const char *name, enum plot_medium medium);

/* How many letters have room below a picture, beside the names of its rows and its key. */
double plot_letters_below(const struct plot *plot, enum plot_medium medium);

struct plot_range {
	double low, high;
};

/* What is drawn, marks included; low is above high when nothing is. */
struct plot_range plot_range_of(const struct plot *plot, bool is_x);

/* Ticks of an axis that has no names, in a range of it; no more have their numbers than have room
 * in so many letters. */
void plot_ticks_write(FILE *file, char name, const struct chart_axis *axis,
		      struct plot_range range, double letters);

/* Axes with their ranges and ticks, and the lines across the picture. */
void plot_axes_write(const struct plot *plot, enum plot_medium medium, FILE *file);

#endif
