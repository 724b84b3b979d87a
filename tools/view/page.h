/* SPDX-License-Identifier: MIT */
/* Tables as a page: one HTML file that needs nothing else, neither a network nor a program in it.
 * Its parts are each in a file of their own. */
#ifndef TOOLS_VIEW_PAGE_H
#define TOOLS_VIEW_PAGE_H

#include <stdbool.h>
#include <stdio.h>

#include "tools/table/table.h"
#include "tools/view/plot/plot.h"

/* Write the page, with pictures, which gnuplot draws, or without. Tables without a section are its
 * head. Where gnuplot is not installed warns and leaves the pictures out; where it fails says why
 * and returns false. */
bool page_write(const struct tables *tables, FILE *file, bool has_pictures);

/* The same into a file of that name, "-" for standard output; on failure there is no file. */
bool page_write_file(const struct tables *tables, const char *path, bool has_pictures);

/* ---- Its parts ---- */

/* The style sheet, without its element. */
extern const char page_style[];

/* What the curves of a picture are. */
void page_write_key(const struct plot *plot, FILE *file);

/* The rows, folded away where a picture shows them; facts as a list; figures as cards. */
void page_write_data(const struct table *table, bool has_picture, FILE *file);
void page_write_facts(const struct table *table, FILE *file);
void page_write_cards(const struct table *table, FILE *file);

/* A small picture for each row of a table that has a column of curves and one of medians. */
void page_write_curves(const struct table *table, FILE *file);

/* Copy the pictures that gnuplot drew for plots, of which documents holds one after the other, into
 * the page: without what a page has for all, and with what points say when pointed at. Called once
 * a picture, in order; *documents is moved on. */
void page_picture(const struct plot *plot, const char **documents, FILE *file);

/* The same for a table's drawing, without its title. */
void page_drawing(const struct table *table, FILE *file);

#endif
