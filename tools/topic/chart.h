/* Charts: what a report shows of a run, each a picture, the table of its data, and what to say of
 * them. The page, the terminal and the CSV files show the same ones. */
#ifndef TOOLS_TOPIC_CHART_H
#define TOOLS_TOPIC_CHART_H

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

#include "tools/analysis/analysis.h"
#include "tools/base/arena.h"
#include "tools/compare/compare.h"
#include "tools/compare/same_machine.h"
#include "tools/view/plot.h"

#define CHART_CURVES_MAX 24

/* A benchmark with more series than this is shown by the first of them:
 * no picture can bear more. */
#define CHART_ROWS_MAX 1024

/* Of the bars of rows, in rows. */
#define CHART_HALF_HEIGHT 0.32

#define CHART_COLUMNS_MAX 16

/* Rows of cells of text, in rows from left to right. */
struct table {
	const char *columns[CHART_COLUMNS_MAX];
	size_t column_count;
	const char **cells;
	size_t cell_count;
};

struct exhibit {
	struct charts *of;
	const char *section;            /* the heading it stands under */
	const char *name;               /* "mem.latency": unique */
	const char *title;              /* what it shows, with the unit */
	const char *note;               /* what to know when reading it, in sentences; or "" */
	const char *svg;                /* what flow_svg.h drew in a plot's place; or NULL */
	double svg_width;               /* of that without its title, in pixels */
	struct plot plot;
	struct plot_curve curves[CHART_CURVES_MAX];
	struct chart_point *points[CHART_CURVES_MAX];
	size_t capacity;                /* of the newest curve */
	struct table table;
};

/* All texts and data belong to arena. */
struct charts {
	struct arena arena;
	const struct analysis *analysis;
	const struct comparison *comparison;    /* with Linux; NULL: there is none */
	struct exhibit **items;         /* those of a section together, in the order of the page */
	size_t count;
	const struct reasons *refused;  /* not NULL or empty: the comparison was forced */
	const struct reasons *notes;    /* what else to know of it */
};

/* Make the charts of a run, which must outlive them, as must the comparison. path is where the
 * run was read from, for what only its log holds; or NULL. */
void charts_make(struct charts *charts, const struct analysis *analysis,
		   const struct comparison *comparison, const char *path);
void charts_free(struct charts *charts);

/* NULL when there is none of that name. */
const struct exhibit *charts_find(const struct charts *charts, const char *name);

/* Write an chart's table. */
void chart_csv(const struct exhibit *chart, FILE *file);

/* ---- The sections, each in a file of its own: they add what the run has data for ---- */

void chart_memory(struct charts *charts);
void chart_bandwidth(struct charts *charts);
void chart_pairs(struct charts *charts);
void chart_interrupts(struct charts *charts);
void chart_faults(struct charts *charts);
void chart_predictions(struct charts *charts);
void chart_coarse(struct charts *charts);
void chart_overhead(struct charts *charts);

/* Those that belong under the heading: there are two, "Idle and noise" and "Input". */
void chart_idle(struct charts *charts, const char *section);

/* Out of the log at path, or of none when it is NULL. */
void chart_network(struct charts *charts, const char *path);

/* A picture of every benchmark of the family that has none yet, after the shape of its sweep. */
void chart_family(struct charts *charts, const char *section, const char *family);

/* ---- For the sections ---- */

/* Begin an chart of that name; the texts must outlive it. */
struct exhibit *chart_begin(struct charts *charts, const char *section, const char *name,
			      const char *title);

/* Zeroed memory, and text, that live as long as the charts. Never NULL. */
void *chart_allocate(struct charts *charts, size_t count, size_t size);
const char *chart_text(struct charts *charts, const char *format, ...)
	__attribute__((format(printf, 2, 3)));

/* A figure to four digits, and all of those before the point: "12590", "1.671", "0.0423". */
const char *chart_figure(struct charts *charts, double value);

/* Begin a curve of at most capacity points. Beyond CHART_CURVES_MAX none is added: false. */
bool chart_curve(struct exhibit *chart, const char *name, enum chart_style style,
		   size_t capacity);

/* Add a point to the newest curve, which must have room. */
void chart_point(struct exhibit *chart, const struct chart_point *point);

/* Name the columns of the table, from left to right; the last is followed by NULL. */
void chart_columns(struct exhibit *chart, const char *first, ...) __attribute__((sentinel));

/* Fill the next cell of the table. */
void chart_cell(struct exhibit *chart, const char *format, ...)
	__attribute__((format(printf, 2, 3)));

/* Fill it with chart_figure(). */
void chart_number(struct exhibit *chart, double value);

/* What a series' warm samples say of one operation, in its unit. */
struct reading {
	struct stats stats;
	const char *unit;               /* "ns", "instructions", "ticks" or the benchmark's own */
};

/* Returns false when the series is NULL or has no warm samples. */
bool chart_read(const struct charts *charts, const struct bench *bench,
		  const struct series *series, struct reading *reading);

/* Add the cells "median", "low", "high", "min", "p99", "max", "n", with the columns' names. */
#define READING_COLUMNS "median", "95 % from", "to", "min", "p99", "max", "n"
void chart_reading(struct exhibit *chart, const struct reading *reading);

/* "517 ns (516 to 519), n = 101". */
const char *chart_hover(struct charts *charts, const char *label,
			  const struct reading *reading);

/* A point for a person, shorter than point_label: words go without their parameter's name. */
const char *chart_label(struct charts *charts, const char *point);

/* Give the picture named rows, the first at the top; row i lies at count - 1 - i. */
void chart_rows(struct exhibit *chart, const char *const *names, size_t count);

/* Once it is complete: bring an axis in nanoseconds to the unit that suits its figures. */
void chart_scale(struct exhibit *chart);

/* ---- Shapes ---- */

/* A row of a picture and of its table: one series' figures. */
struct chart_row {
	const char *label;
	const struct bench *bench;
	const struct series *series;
};

/* A row a series: its median, in its middle half. Of series in other units than the first
 * one's only the table tells. */
void chart_dots(struct exhibit *chart, const struct chart_row *rows, size_t count);

/* A row for each point that has a series "total" among the given ones, whose other stages follow
 * one another and are stacked. */
void chart_stack(struct exhibit *chart, const struct chart_row *rows, size_t count);

/* All series of a benchmark but those of doubled operations, which are a check; at most
 * CHART_ROWS_MAX. Returns how many. */
size_t chart_bench_rows(struct charts *charts, const struct bench *bench,
			  const struct chart_row **rows);

#endif
