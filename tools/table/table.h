/* SPDX-License-Identifier: MIT */
/* Tables: the contents of a report on one run or several, independent of the output format. Topics
 * build tables. Renderers write them as text, page, CSV, JSON, Markdown and charts. All texts and
 * cells are allocated in the set's arena. */
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
	COLUMN_COUNT,    /* an integer */
	COLUMN_BYTES,    /* an integer; shown to users as "48 KiB" */
	COLUMN_NUMBER,   /* any number */
	COLUMN_QUANTITY, /* a measured value with its interval */
	COLUMN_SHARE,    /* a fraction; shown to users in percent */
	COLUMN_CHANGE,   /* a fraction with a sign */
	COLUMN_PROBABILITY,
	COLUMN_VERDICT,
	COLUMN_CURVE, /* a sequence of numbers */
};

enum column_flags {
	COLUMN_KEY = 1,     /* names the row; text leaves repeated values blank */
	COLUMN_DATA = 2,    /* for programs and charts: not in text or on the page */
	COLUMN_ACROSS = 4,  /* unless text->all, text has a column for each of its values */
	COLUMN_DETAIL = 8,  /* in text only if there is room */
	COLUMN_IMPLIED = 4096, /* implied by others: omitted by narrow text after intervals */
	COLUMN_BAR = 16,    /* text adds a bar */
	COLUMN_NAMED = 128, /* labels contain the column's name: "clock tick" */
	COLUMN_SPREAD = 64, /* shown to users with a relative interval: "± 2.1 %" */
	COLUMN_RIGHT = 256, /* right-aligned text: a number in another format */
	/* rows with equal values are contiguous: text has a line above each group, and each group
	 * has its own chart */
	COLUMN_GROUP = 32,
	COLUMN_DELTA = 8192, /* text of a number with a sign: the page adds a bar */
	COLUMN_STATED = 16384, /* a statement of the log, and not of this program */
	COLUMN_SPARE = 512, /* not on the page: of interest to few */
	COLUMN_HEAT = 1024, /* the page shades it by its multiple of the least in the row */
	COLUMN_KEPT = 2048, /* also shown by TABLE_HEAT; a change has the colour of its verdict */
};

/* The name is the key in CSV and JSON. It is unique in its table and contains no blanks. */
struct column {
	const char *name;
	enum column_kind kind;
	unsigned flags;
	const char *head; /* for users; NULL: the name, with blanks for underscores */
	const char *unit; /* of its cells; NULL: none, or that in the row's column "unit" */
};

enum interval {
	INTERVAL_NONE, /* too few values, or not from samples */
	INTERVAL_95,
	INTERVAL_EXACT, /* all samples are equal, and ticks are instructions */
};

struct quantity {
	double value, low, high; /* low and high are valid only with INTERVAL_95 */
	enum interval interval;
	bool is_estimated; /* from samples: without an interval, it shows "n too small" */
};

enum table_verdict { TABLE_GOOD, TABLE_BAD, TABLE_UNKNOWN, TABLE_NEUTRAL };

/* A change of a curve's level. */
struct curve_step {
	size_t at; /* index of the first value after it */
	double before, after;
	const char *name;
};

struct cell_curve {
	const double *values;
	size_t count;
	/* of a parameter: shown to users completely, on a logarithmic scale; otherwise only the
	 * latest values */
	bool is_sweep;
	const struct curve_step *steps; /* in order; or NULL */
	size_t step_count;
	const char *const *names; /* of the values; or NULL */
};

/* Number of elements of an array. */
#define COUNT(array) (sizeof(array) / sizeof((array)[0]))

/* A cell is small, because there may be millions of cells. */
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

/* Properties of a row. */
struct row {
	bool is_detail; /* in text only with text->all */
	bool is_bad; /* an error or a failure */
	bool is_notable; /* of facts: in the summary of a run */
	bool is_warning; /* of facts: also at the top of a page */
	bool is_dimmed; /* dimmed: less important */
	bool is_undrawn;    /* not in the table's chart */
	bool is_part; /* belongs to the last row above that is no part: indented or folded */
	const char *remark; /* a line below it; or NULL */
};

enum table_flags {
	TABLE_FACTS = 1,    /* two columns, name and sentence: shown as a list */
	TABLE_CARDS = 2,    /* a few key metrics: cards on the page */
	TABLE_DETAIL = 4,   /* in text only with text->all */
	TABLE_WHOLE = 32,   /* text omits detail rows, but never rows because of their number */
	TABLE_DATA = 16,    /* for programs and charts: never in text */
	TABLE_FOLDED = 128, /* collapsed in Markdown, except for facts that are bad */
	TABLE_WIDE = 256,   /* as wide as the page */
	TABLE_CURVES = 512, /* the page has a small chart of each row's curve */
	TABLE_REMARKS = 64, /* a row shows its remark even if the next row has the same */
	TABLE_LEAD = 1024,  /* the page of a run shows it unfolded */
	TABLE_COMMANDS = 262144, /* facts that are commands for a shell: code on the page */
	TABLE_SIDES = 131072, /* cards of two sides: the page has both on one axis */
	TABLE_AXIS = 2048,  /* cards with a column "axis": the page has them on one axis */
	/* columns "operation", "base", "new", "ratio" and "verdict": the page has the changes on
	 * one axis, and folds the parts of a row */
	TABLE_CHANGES = 4096,
	/* of a fleet: the page has cards of odd machines, strips of dots, coloured cells */
	TABLE_ODD = 8192,
	TABLE_STRIPS = 16384,
	TABLE_HEAT = 32768,
	/* of a benchmark in a log, which determines its name and its columns */
	TABLE_OF_BENCH = 65536,
};

struct table {
	struct tables *of;
	const char *name; /* "mem.latency": unique; name of files, anchors and charts */
	const char *wanted; /* as given to table_begin */
	/* common name of the tables of several runs, of which this is one; or NULL */
	const char *of_all;
	const char *section; /* its heading */
	const char *title; /* its subject */
	const char *finding; /* what its values show, as a title with values; or NULL */
	const char *note; /* explanation for readers, in sentences; or "" */
	const char *interval_name; /* kind of its intervals: "95 % CI, this boot" */
	const char *caution; /* warning for its charts about the time base; or NULL */
	unsigned flags;
	const struct column *columns;
	size_t column_count;
	struct cell *cells; /* row by row */
	struct row *rows;
	size_t cell_count, row_count, cell_capacity, row_capacity;
	struct chart chart;
};

/* A few words at the top of the page. */
struct badge {
	enum table_verdict verdict;
	const char *text;
};

#define TABLES_BADGES_MAX 8

/* Whether the values can be trusted, in a few words, and the reason in a sentence. */
struct overall_verdict {
	enum table_verdict verdict;
	const char *text; /* NULL: no verdict */
	const char *basis;
};

/* One of the checks that a verdict rests on. */
struct verdict_check {
	enum table_verdict verdict;
	const char *text;
	const char *aside;   /* less important; or "" */
	const char *details; /* name of the table with the details; or NULL */
};

#define TABLES_CHECKS_MAX 6

/* How the page of a run shows a section. */
struct section_view {
	const char *name;
	const char *about;   /* its subjects, in a few words */
	const char *command; /* shows its metrics in depth; or NULL */
	bool is_folded;
	const char *word; /* of `bareline show WORD`, which prints the section; or NULL */
};

struct tables {
	struct arena arena;
	const char *title; /* the subject of all tables */
	const char *subtitle; /* the machine; or "" */
	const char *about;    /* more on the machine, in a line; or NULL */
	const char *method;   /* what values and intervals are, in sentences; NULL: as of one run */
	/* the line under which the page folds tables without a section; NULL: that of a run */
	const char *head;
	const char *interval_name; /* default for new tables */
	/* default for new tables: warning about the time base; or NULL */
	const char *caution;
	struct badge badges[TABLES_BADGES_MAX];
	size_t badge_count;
	struct overall_verdict verdict;
	bool title_has_verdict; /* the title states the verdict in other words */
	struct verdict_check checks[TABLES_CHECKS_MAX];
	size_t check_count;
	/* of a run: the page then folds tables. A section that is not listed is not folded. */
	const struct section_view *sections;
	size_t section_count;
	struct table **items; /* in the order of the report; sections are contiguous */
	struct name_index names; /* of the items */
	struct name_index wanted; /* names used more than once, without their suffix */
	unsigned *next_number; /* by index in wanted: next suffix to try */
	size_t wanted_capacity;
	size_t count, capacity;
};

void tables_init(struct tables *tables, const char *title);
void tables_free(struct tables *tables);

/* Returns NULL if there is no table of that name. A benchmark's table may have the name, and any
 * columns. */
const struct table *tables_find(const struct tables *tables, const char *name);

/* Whether the table was begun with this name, and does not belong to a benchmark. */
bool table_is(const struct table *table, const char *name);

/* The first table that was begun with this name and does not belong to a benchmark, so that its
 * columns are known; NULL if there is none. */
const struct table *tables_find_own(const struct tables *tables, const char *name);

/* ---- For topics ---- */

/* At most TABLES_BADGES_MAX. */
void tables_add_badge(struct tables *tables, enum table_verdict verdict, const char *text);

/* The parameters are members of struct verdict_check. If there are TABLES_CHECKS_MAX checks, a bad
 * check replaces the last check that is not bad, and other checks are ignored. */
void tables_add_check(struct tables *tables, enum table_verdict verdict, const char *details,
		      const char *text, const char *aside);

/* Zeroed memory, and text, allocated with the tables. Never return NULL. If a log would need too
 * much memory, the program prints the cause and exits. */
void *tables_allocate(struct tables *tables, size_t count, size_t size);
const char *tables_text(struct tables *tables, const char *format, ...)
	__attribute__((format(printf, 2, 3)));

/* A sentence with its first letter in upper case, for a title. A name with a dot, such as cpu.loop,
 * stays as it is. */
const char *tables_title(struct tables *tables, const char *sentence);

/* Append an item to a list. If the list becomes too long for users, it ends in "…" instead. */
const char *tables_join(struct tables *tables, const char *list, const char *separator,
			const char *item);

/* Begin a table with note "" and no chart. section, name, title and columns are not copied and
 * must outlive the tables. If the name is not a valid file name or already exists, the table gets
 * another one. */
struct table *table_begin(struct tables *tables, const char *section, const char *name,
			  const char *title, const struct column *columns, size_t column_count);

/* Begin a table of facts. Each row has a name and a sentence. */
struct table *table_begin_facts(struct tables *tables, const char *section, const char *name,
				const char *title);
struct row *table_fact(struct table *table, const char *name, const char *format, ...)
	__attribute__((format(printf, 3, 4)));

/* Allocate rows for an empty table. A table that grows instead wastes memory. */
void table_reserve(struct table *table, size_t rows);

/* Begin a row. The pointer is valid until the next call. Cells are filled from left to right.
 * Omitted cells have no value. */
struct row *table_row(struct table *table);

/* Move to the column of that name in the last row. It must be to the right of all filled cells;
 * otherwise the program exits. Returns the table. */
struct table *table_at(struct table *table, const char *column);

/* Fill the next cell of the last row. If the column's kind does not match, the program exits. Text
 * takes strings, counts and bytes take counts, other kinds of numbers take numbers. */
void cell_none(struct table *table);
void cell_text(struct table *table, const char *format, ...) __attribute__((format(printf, 2, 3)));
void cell_string(struct table *table, const char *text); /* must outlive the tables */
void cell_string_or_none(struct table *table, const char *text); /* no value for "" */
void cell_count(struct table *table, uint64_t count); /* also bytes */
void cell_number(struct table *table, double number); /* all other kinds of numbers */
void cell_count_if(struct table *table, bool has_value, uint64_t count);
void cell_number_if(struct table *table, bool has_value, double number);
void cell_quantity(struct table *table, const struct quantity *quantity);
void cell_verdict(struct table *table, enum table_verdict verdict, const char *text);
void cell_curve(struct table *table, const double *values, size_t count);
void cell_stepped_curve(struct table *table, const struct cell_curve *curve);
void cell_copy(struct table *table, const struct cell *cell); /* its data must outlive the tables */

/* The median with its interval. The interval is exact if is_exact and all samples are equal. */
struct quantity quantity_of(const struct stats *stats, bool is_exact);

/* ---- For renderers ---- */

const struct cell *table_cell(const struct table *table, size_t row, size_t column);

/* The text of a cell, or the remark of a row, which may be NULL; "" if there is none. Writers read
 * both through these functions only. */
const char *table_text(const struct table *table, size_t row, size_t column);
const char *row_remark(const struct row *row);

/* Whether a row is the first of its group. A table without COLUMN_GROUP is one group. */
bool table_begins_group(const struct table *table, size_t row);

/* The rows of a group, from its first row on, as a table that refers to this one's memory. */
struct table table_group(const struct table *table, size_t first);

/* The index of a column; table->column_count if there is none of that name. */
size_t table_column(const struct table *table, const char *name);

/* The numeric value of a cell: a number, a quantity's value, or a count. Returns false if it has
 * none. */
bool cell_value(const struct table *table, size_t row, size_t column, double *value);

/* The unit of a cell's value; "" if it has none. */
const char *cell_unit(const struct table *table, size_t row, size_t column);

/* The head of a column for users. */
const char *column_head(struct tables *tables, const struct column *column);

/* Whether two rows have the same text or count in a column, or both have none. */
bool cell_is_same(const struct table *table, size_t column, size_t row, size_t other);

/* Whether any row has a value in the column. */
bool column_is_used(const struct table *table, size_t column);

#endif
