/* SPDX-License-Identifier: MIT */
/* Tables as a page: one self-contained HTML file. All of the page can be read without scripts. The
 * page's own script adds zooming, filtering and downloads. Each part of the page has its own
 * file. */
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

/* State while tables are written to a page. */
struct page {
	const struct tables *tables;
	const struct plot **plots; /* of each table, or NULL */
	FILE *file;
};

/* The style sheet and the script, and their SHA-256 sums in base64. The page's policy names the
 * sums, so that nothing else in it can run. */
extern const char page_style[], page_style_sum[], page_script[], page_script_sum[];

/* Whether the page folds each table to a line with its finding, as the page of a run does. */
bool page_folds(const struct page *page);

/* Write the title, the verdict or the badges, notices and the tables without a section. */
void page_write_header(struct page *page);

/* Write the table at this index with its chart. */
void page_write_figure(struct page *page, size_t i);

/* Write the table at this index as a line that unfolds. */
void page_write_folded(struct page *page, size_t i);

/* Write the key: names of the curves. */
void page_write_key(const struct plot *plot, FILE *file);

/* Write the rows, collapsed if there is a chart; facts as a list; key metrics as cards, or on a
 * common axis. */
void page_write_data(const struct table *table, bool has_chart, FILE *file);
void page_write_facts(const struct table *table, FILE *file);
void page_write_cards(const struct table *table, FILE *file);
void page_write_ladder(const struct table *table, FILE *file);

/* Write the operations of two sides on one axis. */
void page_write_sides(const struct table *table, FILE *file);

/* Write the rows of a table of changes, with their parts folded. */
void page_write_changes(const struct table *table, FILE *file);

/* Whether the page has a form of its own for a table, as for some tables of a fleet. The second
 * function writes the table in that form. */
bool page_is_fleet(const struct table *table);
void page_write_fleet(const struct table *table, FILE *file);

/* Write a small chart for each row of a table with a column of curves and a column of medians. */
void page_write_curves(const struct table *table, FILE *file);

/* Write a chart, without title and key. is_wide: as wide as the page. */
void page_write_chart(const struct plot *plot, bool is_wide, FILE *file);

/* Copy a table's drawing to the page, without its title. */
void page_drawing(const struct table *table, FILE *file);

#endif
