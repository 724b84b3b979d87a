/* SPDX-License-Identifier: MIT */
/* Parts of gnuplot's script. Texts are in single quotes, where gnuplot does not substitute
 * variables. */
#ifndef TOOLS_VIEW_PLOT_SCRIPT_H
#define TOOLS_VIEW_PLOT_SCRIPT_H

#include "tools/view/plot/plot.h"

#define PLOT_REFERENCE_COLOUR "#7d7d7d"

/* Write a quoted text, drawn literally on one line. */
void plot_script_write_text(FILE *file, const char *text);

/* Write the first bytes of a text. */
void plot_script_write_part(FILE *file, const char *text, size_t length);

/* Write the first bytes of a text as a tick label. */
void plot_script_write_tick(FILE *file, const char *text, size_t length);

/* The offset of a name's second line; 0: one line. */
size_t plot_name_break(const char *name, enum plot_medium medium);

/* Whether any row name has two lines, and the length of the longest line of all names. */
bool plot_breaks_names(const struct plot *plot, enum plot_medium medium);
size_t plot_longest_name(const struct plot *plot, enum plot_medium medium);

/* Write a name as a tick label. */
void plot_name_write(FILE *file, const char *name, enum plot_medium medium);

/* Number of characters that fit below a chart, next to its rows' names and key. */
double plot_letters_below(const struct plot *plot, enum plot_medium medium);

struct plot_range {
	double low, high;
};

/* The range of drawn data, with marks; low is above high if there are none. */
struct plot_range plot_range_of(const struct plot *plot, bool is_x);

/* Write ticks in a range, for an axis without names. letters is the available width for labels, in
 * characters. */
void plot_ticks_write(FILE *file, char name, const struct chart_axis *axis,
		      struct plot_range range, double letters);

/* Write axes with their ranges and ticks, and the vertical marks. */
void plot_axes_write(const struct plot *plot, enum plot_medium medium, FILE *file);

#endif
