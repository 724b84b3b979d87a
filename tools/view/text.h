/* SPDX-License-Identifier: MIT */
/* Tables as plain text of at most TEXT_COLUMNS columns; colour only on a terminal. */
#ifndef TOOLS_VIEW_TEXT_H
#define TOOLS_VIEW_TEXT_H

#include <stdbool.h>
#include <stdio.h>

#include "tools/table/table.h"

#define TEXT_COLUMNS 100

struct text {
	FILE *out;
	bool all; /* every row and column, not a selection */
	bool colour;
};

/* Whether a file is a terminal that shows colours, and the environment has no NO_COLOR. */
bool text_has_colour(int file);

/* On standard output, in colour if that has any. */
struct text text_on_stdout(bool all);

/* Write all tables, each section under its heading. */
void text_write(const struct text *text, const struct tables *tables);

/* ---- For the parts ---- */

enum text_style { TEXT_PLAIN, TEXT_HEADING, TEXT_BAD, TEXT_DIM };

void text_begin_style(const struct text *text, enum text_style style);
void text_end_style(const struct text *text, enum text_style style);

/* Write words on from a column, which is the margin too of the lines they are wrapped to. */
void text_write_wrapped(const struct text *text, size_t margin, const char *words);

/* Rows and columns as they stand. */
void text_write_rows(const struct text *text, const struct table *table);

/* The same with a column for each value of the one that is COLUMN_ACROSS. Returns false when it
 * can't be, as two rows would have one place. */
bool text_write_pivot(const struct text *text, const struct table *table, size_t across);

/* ---- A grid of texts, as both lay them out ---- */

struct grid_column {
	const char *group; /* a head above that of this column and those before it; or NULL */
	const char *head;
	bool is_left; /* flush left */
	bool is_optional; /* left out when the line would be too long */
	bool is_wrapped; /* the last one may be: it takes what room is left */
	size_t width;
	bool is_left_out;
};

struct grid {
	const struct table *table;
	struct grid_column *columns;
	size_t column_count;
	const char **cells; /* row by row */
	const struct row **rows; /* what is said beside each; NULL: nothing */
	const char **lines; /* one over each, where it is not NULL; NULL: there are none */
	size_t row_count;
};

/* The bars of a column: as long as a share is large, or as the logarithm of any other value between
 * the least and the greatest. */
struct text_bars {
	const struct table *table;
	size_t column;
	double least, greatest;
};

struct text_bars text_bars_of(const struct table *table, size_t column);

/* "" when the cell has no value. */
const char *text_bar(const struct text_bars *bars, size_t row);

/* Write heads and rows, at most GRID_ROWS_MAX of those under one line unless all is asked for. */
void text_write_grid(const struct text *text, struct grid *grid);

#define GRID_ROWS_MAX 48
#define GRID_MARGIN 4
#define GRID_LINE_MARGIN 2

#endif
