/* The report as a page: one HTML file that needs nothing else, neither a network nor a program in
 * it. Its parts are each in a file of its own. */
#ifndef TOOLS_VIEW_PAGE_H
#define TOOLS_VIEW_PAGE_H

#include <stdbool.h>
#include <stdio.h>

#include "tools/topic/chart.h"

/* Write the page, its pictures drawn by gnuplot. On failure says why and returns false. */
bool page_write(struct charts *charts, FILE *file);

/* The same into a file of that name; on failure there is none. */
bool page_write_file(struct charts *charts, const char *path);

/* ---- Its parts ---- */

/* The style sheet, without its element. */
extern const char page_style[];

/* May the figures be believed, of what machine are they, what is a tick. */
void page_header(const struct charts *charts, FILE *file);

/* The figures that most people want, as far as the run has them, as items of a list: "" if it has
 * none. The caller frees it. */
char *page_figures(struct charts *charts);

/* What was skipped and why, what faulted, what was lost. */
void page_missing(const struct charts *charts, FILE *file);

/* Copy the pictures that gnuplot drew for plots, of which documents holds one after the other, into
 * the page: without what a page has for all, and with what points say when pointed at. Called once
 * a picture, in order; *documents is moved on. */
void page_picture(const struct plot *plot, const char **documents, FILE *file);

/* The same for an chart's network, without its title. */
void page_network(const struct exhibit *chart, FILE *file);
#endif
