/* Exhibits: what a report shows of a run, each a picture, the table of its data, and what to say of
 * them. The page, the terminal and the CSV files show the same ones. */
#ifndef TOOLS_EXHIBIT_H
#define TOOLS_EXHIBIT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

#include "tools/analysis.h"
#include "tools/arena.h"
#include "tools/compare.h"
#include "tools/plot.h"
#include "tools/same_machine.h"

#define EXHIBIT_CURVES_MAX 24

/* A benchmark with more series than this is shown by the first of them:
 * no picture can bear more. */
#define EXHIBIT_ROWS_MAX 1024

/* Of the bars of rows, in rows. */
#define EXHIBIT_HALF_HEIGHT 0.32

#define EXHIBIT_COLUMNS_MAX 16

/* Rows of cells of text, in rows from left to right. */
struct table {
	const char *columns[EXHIBIT_COLUMNS_MAX];
	size_t column_count;
	const char **cells;
	size_t cell_count;
};

struct exhibit {
	struct exhibits *of;
	const char *section;            /* the heading it stands under */
	const char *name;               /* "mem.latency": unique */
	const char *title;              /* what it shows, with the unit */
	const char *note;               /* what to know when reading it, in sentences; or "" */
	const char *svg;                /* what net_svg.h drew in a plot's place; or NULL */
	double svg_width;               /* of that without its title, in pixels */
	struct plot plot;
	struct plot_curve curves[EXHIBIT_CURVES_MAX];
	struct plot_point *points[EXHIBIT_CURVES_MAX];
	size_t capacity;                /* of the newest curve */
	struct table table;
};

/* All texts and data belong to arena. */
struct exhibits {
	struct arena arena;
	const struct analysis *analysis;
	const struct comparison *comparison;    /* with Linux; NULL: there is none */
	struct exhibit **items;         /* those of a section together, in the order of the page */
	size_t count;
	const struct reasons *refused;  /* not NULL or empty: the comparison was forced */
	const struct reasons *notes;    /* what else to know of it */
};

/* Make the exhibits of a run, which must outlive them, as must the comparison. path is where the
 * run was read from, for what only its log holds; or NULL. */
void exhibits_make(struct exhibits *exhibits, const struct analysis *analysis,
		   const struct comparison *comparison, const char *path);
void exhibits_free(struct exhibits *exhibits);

/* NULL when there is none of that name. */
const struct exhibit *exhibits_find(const struct exhibits *exhibits, const char *name);

/* Write an exhibit's table. */
void exhibit_csv(const struct exhibit *exhibit, FILE *file);

/* ---- The sections, each in a file of its own: they add what the run has data for ---- */

void exhibit_memory(struct exhibits *exhibits);
void exhibit_bandwidth(struct exhibits *exhibits);
void exhibit_pairs(struct exhibits *exhibits);
void exhibit_interrupts(struct exhibits *exhibits);
void exhibit_faults(struct exhibits *exhibits);
void exhibit_predictions(struct exhibits *exhibits);
void exhibit_coarse(struct exhibits *exhibits);
void exhibit_overhead(struct exhibits *exhibits);

/* Those that belong under the heading: there are two, "Idle and noise" and "Input". */
void exhibit_idle(struct exhibits *exhibits, const char *section);

/* Out of the log at path, or of none when it is NULL. */
void exhibit_network(struct exhibits *exhibits, const char *path);

/* A picture of every benchmark of the family that has none yet, after the shape of its sweep. */
void exhibit_family(struct exhibits *exhibits, const char *section, const char *family);

/* ---- For the sections ---- */

/* Begin an exhibit of that name; the texts must outlive it. */
struct exhibit *exhibit_begin(struct exhibits *exhibits, const char *section, const char *name,
			      const char *title);

/* Zeroed memory, and text, that live as long as the exhibits. Never NULL. */
void *exhibit_allocate(struct exhibits *exhibits, size_t count, size_t size);
const char *exhibit_text(struct exhibits *exhibits, const char *format, ...)
	__attribute__((format(printf, 2, 3)));

/* A figure to four digits, and all of those before the point: "12590", "1.671", "0.0423". */
const char *exhibit_figure(struct exhibits *exhibits, double value);

/* Begin a curve of at most capacity points. Beyond EXHIBIT_CURVES_MAX none is added: false. */
bool exhibit_curve(struct exhibit *exhibit, const char *name, enum plot_style style,
		   size_t capacity);

/* Add a point to the newest curve, which must have room. */
void exhibit_point(struct exhibit *exhibit, const struct plot_point *point);

/* Name the columns of the table, from left to right; the last is followed by NULL. */
void exhibit_columns(struct exhibit *exhibit, const char *first, ...) __attribute__((sentinel));

/* Fill the next cell of the table. */
void exhibit_cell(struct exhibit *exhibit, const char *format, ...)
	__attribute__((format(printf, 2, 3)));

/* Fill it with exhibit_figure(). */
void exhibit_number(struct exhibit *exhibit, double value);

/* What a series' warm samples say of one operation, in its unit. */
struct reading {
	struct stats stats;
	const char *unit;               /* "ns", "instructions", "ticks" or the benchmark's own */
};

/* Returns false when the series is NULL or has no warm samples. */
bool exhibit_read(const struct exhibits *exhibits, const struct bench *bench,
		  const struct series *series, struct reading *reading);

/* Add the cells "median", "low", "high", "min", "p99", "max", "n", with the columns' names. */
#define READING_COLUMNS "median", "95 % from", "to", "min", "p99", "max", "n"
void exhibit_reading(struct exhibit *exhibit, const struct reading *reading);

/* "517 ns (516 to 519), n = 101". */
const char *exhibit_hover(struct exhibits *exhibits, const char *label,
			  const struct reading *reading);

/* A point for a person, shorter than point_label: words go without their parameter's name. */
const char *exhibit_label(struct exhibits *exhibits, const char *point);

/* Give the picture named rows, the first at the top; row i lies at count - 1 - i. */
void exhibit_rows(struct exhibit *exhibit, const char *const *names, size_t count);

/* Once it is complete: bring an axis in nanoseconds to the unit that suits its figures. */
void exhibit_scale(struct exhibit *exhibit);

/* ---- Shapes ---- */

/* A row of a picture and of its table: one series' figures. */
struct exhibit_row {
	const char *label;
	const struct bench *bench;
	const struct series *series;
};

/* A row a series: its median, in its middle half. Of series in other units than the first
 * one's only the table tells. */
void exhibit_dots(struct exhibit *exhibit, const struct exhibit_row *rows, size_t count);

/* A row for each point that has a series "total" among the given ones, whose other stages follow
 * one another and are stacked. */
void exhibit_stack(struct exhibit *exhibit, const struct exhibit_row *rows, size_t count);

/* All series of a benchmark but those of doubled operations, which are a check; at most
 * EXHIBIT_ROWS_MAX. Returns how many. */
size_t exhibit_bench_rows(struct exhibits *exhibits, const struct bench *bench,
			  const struct exhibit_row **rows);

#endif
