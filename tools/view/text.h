/* SPDX-License-Identifier: MIT */
/* Tables as plain text, as wide as the terminal within limits; colour only on a terminal. */
#ifndef TOOLS_VIEW_TEXT_H
#define TOOLS_VIEW_TEXT_H

#include <stdbool.h>
#include <stdio.h>

#include "tools/base/terminal_width.h"
#include "tools/table/table.h"

/* Sentences and tables are no wider than this on a wider terminal. */
#define TEXT_COLUMNS_MAX 132

struct text {
	FILE *out;
	bool all; /* every row and column */
	bool colour;
	size_t columns; /* 0: TERMINAL_COLUMNS */
};

/* Whether a file is a terminal with colours, and NO_COLOR is not in the environment. */
bool text_has_colour(int file);

/* A text for standard output, as wide as its terminal, and in colour if the terminal has
 * colours. */
struct text text_on_stdout(bool all);

/* Write all tables, each section under its heading. */
void text_write(const struct text *text, const struct tables *tables);

/* ---- Parts ---- */

enum text_style { TEXT_PLAIN, TEXT_HEADING, TEXT_BAD, TEXT_DIM };

void text_begin_style(const struct text *text, enum text_style style);
void text_end_style(const struct text *text, enum text_style style);

/* The width of a line. */
size_t text_columns(const struct text *text);

/* Write words from column margin on, wrapped to the same margin. */
void text_write_wrapped(const struct text *text, size_t margin, const char *words);

/* Write a table that is not one of facts, in its layout. */
void text_write_body(const struct text *text, const struct table *table);

/* Write rows and columns. */
void text_write_rows(const struct text *text, const struct table *table);

/* Write a column for each value of the COLUMN_ACROSS column. Returns false, with no output, if two
 * rows have the same place. */
bool text_write_pivot(const struct text *text, const struct table *table, size_t across);

/* ---- A grid of texts, the common form of both layouts ---- */

struct grid_column {
	const char *group; /* a head above this and preceding columns; or NULL */
	const char *head;
	bool is_left; /* left-aligned */
	bool is_optional; /* omitted if the line is too long */
	bool is_interval; /* omitted if nothing else makes the line short enough */
	bool is_implied; /* omitted after intervals */
	bool is_wrapped; /* for the last column: it uses the remaining width */
	size_t width;
	bool is_left_out;
	bool is_below; /* left out of the line, and written below it */
	bool is_folded; /* cells that are too long have several lines */
};

struct grid {
	const struct table *table;
	struct grid_column *columns;
	size_t column_count;
	const char **cells; /* by row */
	const struct row **rows; /* remarks for each row; NULL: none */
	const char **lines; /* a line above each row, or NULL; NULL: no lines */
	size_t row_count;
};

/* Bars for a column: proportional to a share, or to the logarithm of any other value between least
 * and greatest. */
struct text_bars {
	const struct table *table;
	size_t column;
	double least, greatest;
};

struct text_bars text_bars_of(const struct table *table, size_t column);

/* The bar of a row; "" if the cell has no value. */
const char *text_bar(const struct text_bars *bars, size_t row);

/* Write heads and rows: at most GRID_ROWS_MAX rows after each line, unless text->all. */
void text_write_grid(const struct text *text, struct grid *grid);

#define GRID_ROWS_MAX 48
#define GRID_MARGIN 4
#define GRID_LINE_MARGIN 2

#endif
