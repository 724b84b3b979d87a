/* SPDX-License-Identifier: MIT */
/* A run on one or two screens, as text: verdict, machine, key metrics, a line for each section. */
#ifndef TOOLS_VIEW_OVERVIEW_H
#define TOOLS_VIEW_OVERVIEW_H

#include "lib/text/patterns.h"
#include "tools/view/text.h"

/* Maximum number of output lines. */
#define OVERVIEW_LINES_MAX 60

/* Write all tables of a run if they have at most OVERVIEW_LINES_MAX lines, else its overview, whose
 * last lines name the commands that print more. */
void overview_write(const struct text *text, const struct tables *tables);

/* Write the verdict and the tables of one section, without facts about the machine and the run. If
 * section is NULL, writes all sections. */
void overview_write_part(const struct text *text, const struct tables *tables,
			 const char *section);

/* Write a few lines about one benchmark: subject, time base, medians of the first points, and what
 * was not checked. points has parameters, NAME=VALUE, of the points to print; NULL or empty: all.
 * If no point has them, says so and prints all. */
void overview_write_brief(const struct text *text, const struct tables *tables,
			  const char *bench, const struct patterns *points);

#endif
