/* SPDX-License-Identifier: MIT */
/* Tables as a page: one self-contained HTML file without scripts. Each part has its own file. */
#ifndef TOOLS_VIEW_PAGE_H
#define TOOLS_VIEW_PAGE_H

#include <stdbool.h>
#include <stdio.h>

#include "tools/table/table.h"
#include "tools/view/plot/plot.h"

/* Write the page. has_charts adds charts. Tables without a section are in its head. */
void page_write(const struct tables *tables, FILE *file, bool has_charts);

/* Write the page to a file; "-" is standard output. On failure, prints the cause, leaves no file
 * and returns false. */
bool page_write_file(const struct tables *tables, const char *path, bool has_charts);

/* ---- Parts ---- */

/* The style sheet, without the style element. */
extern const char page_style[];

/* Write the key: names of the curves. */
void page_write_key(const struct plot *plot, FILE *file);

/* Write the rows, collapsed if there is a chart; facts as a list; key metrics as cards. */
void page_write_data(const struct table *table, bool has_chart, FILE *file);
void page_write_facts(const struct table *table, FILE *file);
void page_write_cards(const struct table *table, FILE *file);

/* Write a small chart for each row of a table with a column of curves and a column of medians. */
void page_write_curves(const struct table *table, FILE *file);

/* Write a chart, without title and key. */
void page_write_chart(const struct plot *plot, FILE *file);

/* Copy a table's drawing to the page, without its title. */
void page_drawing(const struct table *table, FILE *file);

#endif
