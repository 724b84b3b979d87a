/* SPDX-License-Identifier: MIT */
/* Tables: what is said of one run or of many, once, for every way of showing it. A topic builds
 * tables; text, page, CSV, JSON, Markdown and pictures are made of them by renderers that know no
 * topic. All texts and cells belong to the set's arena. */
#ifndef TOOLS_TABLE_TABLE_H
#define TOOLS_TABLE_TABLE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "tools/analysis/name_index.h"
#include "tools/base/arena.h"
#include "tools/stats/stats.h"
#include "tools/table/chart.h"

enum column_kind {
	COLUMN_TEXT,
	COLUMN_COUNT,    /* a whole number */
	COLUMN_BYTES,    /* the same, of bytes: shown as "48 KiB" to people */
	COLUMN_NUMBER,   /* any number */
	COLUMN_QUANTITY, /* a measured value with its interval */
	COLUMN_SHARE,    /* a part of 1: shown in percent to people */
	COLUMN_CHANGE,   /* the same, signed */
	COLUMN_PROBABILITY,
	COLUMN_VERDICT,
	COLUMN_CURVE, /* numbers in their order */
};

enum column_flags {
	COLUMN_KEY = 1,     /* names the row: what repeats the row above is left blank in text */
	COLUMN_DATA = 2,    /* for programs and pictures: not in text, nor on the page */
	COLUMN_ACROSS = 4,  /* text has a column for each of its values, unless all is asked for */
	COLUMN_DETAIL = 8,  /* in text only if there is room */
	COLUMN_BAR = 16,    /* text draws a bar beside it */
	COLUMN_NAMED = 128, /* in a label its name stands before its value: "clock tick" */
	COLUMN_SPREAD = 64, /* people see a quantity's interval as a part of its value: "± 2.1 %" */
	COLUMN_RIGHT = 256, /* flush right, though it is text: a number written in its own way */
	COLUMN_GROUP = 32,  /* rows of one value follow each other: text has a line over them, and a
			     * picture is of one such group */
};

/* The name is the key in CSV and JSON, so it is unique in its table and holds no blanks. */
struct column {
	const char *name;
	enum column_kind kind;
	unsigned flags;
	const char *head; /* for people; NULL: the name, with blanks for underscores */
	const char *unit; /* of its cells; NULL: none, or that of the row's column "unit" */
};

enum interval {
	INTERVAL_NONE, /* too few values for one, or not a matter of samples */
	INTERVAL_95,
	INTERVAL_EXACT, /* every sample is the same, as ticks are instructions */
};

struct quantity {
	double value, low, high; /* low and high with INTERVAL_95 alone */
	enum interval interval;
	bool is_estimated; /* it is one of samples: "n too small" in an interval's place */
};

enum table_verdict { TABLE_GOOD, TABLE_BAD, TABLE_UNKNOWN, TABLE_NEUTRAL };

/* Where the level of a curve changed. */
struct curve_step {
	size_t at; /* the first value after it */
	double before, after;
	const char *name;
};

struct cell_curve {
	const double *values;
	size_t count;
	bool is_sweep; /* of a parameter: people see all of it, in ratios; else the latest */
	const struct curve_step *steps; /* in their order; or none */
	size_t step_count;
	const char *const *names; /* of the values; or NULL */
};

/* How many items an array has: of columns, above all. */
#define COUNT(array) (sizeof(array) / sizeof((array)[0]))

/* Small, as there may be millions of them. */
struct cell {
	union {
		const char *text; /* of a verdict too */
		uint64_t count;
		double number;
		const struct quantity *quantity;
		const struct cell_curve *curve;
	};
	enum table_verdict verdict;
	bool has_value;
};

/* What is said of a row beside its cells. */
struct row {
	bool is_detail; /* in text only if all is asked for */
	bool is_bad; /* what a reader must not overlook */
	bool is_notable; /* of facts: what a glance at a run names */
	bool is_warning; /* of facts: what stands at the top of a page too */
	bool is_aside; /* dimmed: beside the point */
	bool is_undrawn;    /* not in the table's picture */
	const char *remark; /* a line under it; or NULL */
};

enum table_flags {
	TABLE_FACTS = 1,    /* two columns, a name and a sentence: a list rather than a table */
	TABLE_CARDS = 2,    /* a few figures that most people want: cards on the page */
	TABLE_DETAIL = 4,   /* in text only if all is asked for */
	TABLE_WHOLE = 32,   /* text leaves out details, but no row for there being many */
	TABLE_DATA = 16,    /* for programs and pictures: never in text */
	TABLE_FOLDED = 128, /* Markdown folds it away, but for facts that are bad */
	TABLE_WIDE = 256,   /* it has the width of a page */
	TABLE_CURVES = 512, /* a page draws the curve of each row: a small picture a row */
	TABLE_REMARKS = 64, /* each row has its own remark, though the next may have the same */
};

struct table {
	struct tables *of;
	const char *name; /* "mem.latency": unique; a file's name, an anchor, a picture's name */
	const char *of_all; /* what all of several runs' are called, of which it is one; or NULL */
	const char *section; /* the heading it stands under */
	const char *title; /* what it shows */
	const char *note; /* what to know when reading it, in sentences; or "" */
	const char *interval_name; /* what its intervals are: "within this boot" */
	const char *caution; /* what no picture of it may be without: whose time it is; or NULL */
	unsigned flags;
	const struct column *columns;
	size_t column_count;
	struct cell *cells; /* in rows from left to right */
	struct row *rows;
	size_t cell_count, row_count, cell_capacity, row_capacity;
	struct chart chart;
};

/* A word or two at the top of the page. */
struct badge {
	enum table_verdict verdict;
	const char *text;
};

#define TABLES_BADGES_MAX 8

struct tables {
	struct arena arena;
	const char *title; /* of all of them: what they are of */
	const char *subtitle; /* of which machine; or "" */
	const char *interval_name; /* of tables that are begun: what their intervals are of */
	const char *caution;       /* the same: what their pictures say of the time base; or NULL */
	struct badge badges[TABLES_BADGES_MAX];
	size_t badge_count;
	struct table **items; /* in the order of the report; sections together */
	struct name_index names; /* of the items; and of what names were wanted of them */
	struct name_index wanted;
	unsigned *next_number; /* by place in wanted: what an addition to it begins with */
	size_t wanted_capacity;
	size_t count, capacity;
};

void tables_init(struct tables *tables, const char *title);
void tables_free(struct tables *tables);

/* NULL when there is none of that name. */
const struct table *tables_find(const struct tables *tables, const char *name);

/* ---- For topics ---- */

/* At most TABLES_BADGES_MAX. */
void tables_add_badge(struct tables *tables, enum table_verdict verdict, const char *text);

/* Zeroed memory, and text, that live as long as the tables. Never NULL: the program ends, having
 * said why, before a hostile log has it take all memory. */
void *tables_allocate(struct tables *tables, size_t count, size_t size);
const char *tables_text(struct tables *tables, const char *format, ...)
	__attribute__((format(printf, 2, 3)));

/* A sentence that begins in a lower-case letter as a title, which does not. */
const char *tables_title(struct tables *tables, const char *sentence);

/* The list and another item, as long as it is not too long for people; then the list ends in
 * "…". */
const char *tables_join(struct tables *tables, const char *list, const char *separator,
			const char *item);

/* Begin a table, with its note "" and no chart. name, section, title and columns are kept by
 * reference and must outlive the tables; a name that can't be a file's or that another table has is
 * changed so that it can. */
struct table *table_begin(struct tables *tables, const char *section, const char *name,
			  const char *title, const struct column *columns, size_t column_count);

/* Begin a table of facts, each a row of a name and a sentence. */
struct table *table_begin_facts(struct tables *tables, const char *section, const char *name,
				const char *title);
struct row *table_fact(struct table *table, const char *name, const char *format, ...)
	__attribute__((format(printf, 3, 4)));

/* Make room for so many rows of a table that has none, so that a large one takes no more memory
 * than it needs. */
void table_reserve(struct table *table, size_t rows);

/* Begin a row. The pointer is valid until the next one. Cells are filled from left to right; the
 * columns that are left out have no value. */
struct row *table_row(struct table *table);

/* Go to a column of the last row by its name, right of the filled ones. Returns the table. An
 * unknown name, or a column left of a filled one, ends the program. */
struct table *table_at(struct table *table, const char *column);

/* Fill the next column of the last row. A kind of column that does not take such a cell ends the
 * program: text takes strings, counts and bytes take counts, the other kinds of numbers take
 * numbers. */
void cell_none(struct table *table);
void cell_text(struct table *table, const char *format, ...) __attribute__((format(printf, 2, 3)));
void cell_string(struct table *table, const char *text); /* which outlives the tables */
void cell_string_or_none(struct table *table, const char *text); /* none of "" */
void cell_count(struct table *table, uint64_t count); /* of bytes too */
void cell_number(struct table *table, double number); /* of all kinds that are no count */
void cell_count_if(struct table *table, bool has_value, uint64_t count);
void cell_number_if(struct table *table, bool has_value, double number);
void cell_quantity(struct table *table, const struct quantity *quantity);
void cell_verdict(struct table *table, enum table_verdict verdict, const char *text);
void cell_curve(struct table *table, const double *values, size_t count);
void cell_stepped_curve(struct table *table, const struct cell_curve *curve);
void cell_copy(struct table *table, const struct cell *cell); /* what it has outlives the tables */

/* The median of statistics, with its interval, which is exact where ticks are instructions and all
 * samples agree. */
struct quantity quantity_of(const struct stats *stats, bool is_exact);

/* ---- For renderers ---- */

const struct cell *table_cell(const struct table *table, size_t row, size_t column);

/* Whether a row is the first of its group; of a table that has no COLUMN_GROUP, the first of
 * all. */
bool table_begins_group(const struct table *table, size_t row);

/* The rows from one on that are of its group, as a table of the same name without memory of its
 * own. */
struct table table_group(const struct table *table, size_t first);

/* The place of a column; table->column_count when there is none of that name. */
size_t table_column(const struct table *table, const char *name);

/* The number in a cell of any kind that is one: a quantity's value, a count. Returns false if it
 * has none. */
bool cell_value(const struct table *table, size_t row, size_t column, double *value);

/* The unit of a cell's value; "" when it has none. */
const char *cell_unit(const struct table *table, size_t row, size_t column);

/* What stands over a column for people. */
const char *column_head(struct tables *tables, const struct column *column);

/* Whether two rows have the same text or count in a column, or both none. */
bool cell_is_same(const struct table *table, size_t column, size_t row, size_t other);

/* Whether any row has a value in the column. */
bool column_is_used(const struct table *table, size_t column);

#endif
