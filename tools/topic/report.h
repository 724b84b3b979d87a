/* The table: what most people see of a run. Plain text of at most REPORT_COLUMNS columns; colour
 * only on a terminal. */
#ifndef TOOLS_TOPIC_REPORT_H
#define TOOLS_TOPIC_REPORT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

#include "lib/text/patterns.h"
#include "tools/analysis/analysis.h"

#define REPORT_COLUMNS 100

/* Benchmarks that have a table of their own, besides the memory curve's. */
#define BANDWIDTH_BENCHES "mem.bandwidth.*"
#define PAIRS_BENCH "mem.c2c"

/* Where every source of interrupts is measured. */
#define STAMPED_POINT "ring=0 wait=spin cache=warm"

enum report_style {STYLE_PLAIN, STYLE_HEADING, STYLE_BAD, STYLE_DIM};

/* Takes headings and fields in out's place: for what is not a table of text. */
struct report_sink {
	void (*heading)(void *context, const char *text);
	void (*field)(void *context, enum report_style style, const char *name, const char *text);
	void *context;
};

struct report {
	FILE *out;
	const struct analysis *analysis;
	bool all;                       /* every row, and cold samples too */
	bool colour;
	struct patterns benches; /* which of them; none: all */
	const struct report_sink *sink; /* of the header, the self-tests and the losses; or NULL */
};

/* The whole report, in the order of the functions below. */
void report_write(const struct report *report);

/* Its parts, each in a file of its own. */
void report_header(const struct report *report);
void report_selftests(const struct report *report);
void report_benches(const struct report *report);
void report_counts(const struct report *report);
void report_methods(const struct report *report);
void report_predictions(const struct report *report);
void report_interrupts(const struct report *report);
void report_memory_curve(const struct report *report);
void report_tlb(const struct report *report);
void report_bandwidth(const struct report *report);
void report_pairs(const struct report *report);
void report_coarse_clock(const struct report *report);
void report_missing(const struct report *report);

/* ---- For the parts ---- */

/* Whether there are figures, or no patterns to blame for that; if not, says so on standard error. */
bool report_found(const struct report *report, size_t figures);

/* Whether the benchmark is one that was asked for. */
bool report_wants(const struct report *report, const char *bench);

/* The series at a point, which has to be the text in its record; NULL when there is none. */
const struct series *report_series(const struct bench *bench, const char *point);

/* The median of an operation in ticks, without the timing's own cost. The series must have warm
 * samples. */
double report_median(const struct report *report, const struct bench *bench,
		     const struct series *series);

/* Print the median at a point right-aligned in so many columns: in ns, or in ticks when these are
 * instructions; "-" when it was not measured. */
void report_median_cell(const struct report *report, const struct bench *bench, const char *point,
			int columns, int decimals);

/* Print text in a style; without colour, as it is. */
void report_styled(const struct report *report, enum report_style style, const char *format, ...)
	__attribute__((format(printf, 3, 4)));

/* Print a heading, a blank line before it. */
void report_heading(const struct report *report, const char *text);

/* Print text on from a column, which is the margin too of the lines it is wrapped to. */
void report_wrapped(const struct report *report, size_t margin, const char *text);

/* "  name        text": the text wrapped at blanks and indented. Nothing if the text is empty. */
void report_field(const struct report *report, enum report_style style, const char *name,
		  const char *format, ...) __attribute__((format(printf, 4, 5)));

#define REPORT_NUMBER_MAX 32

/* A figure with at most the given decimals, and fewer the larger it is, in at most 8 characters if
 * it isn't negative. Decimals 0 is for figures that are whole numbers: those are exact up to 10^8;
 * others get one decimal up to 10^4. */
const char *report_number(double value, int decimals, char text[REPORT_NUMBER_MAX]);

/* Columns of an interval; one of two figures of report_number leaves the first of them blank. */
#define REPORT_INTERVAL_COLUMNS 18

/* Print the confidence interval of the median, or why there is none. */
void report_interval(const struct report *report, const struct stats *stats, int decimals);

/* Print text left-aligned in so many columns, cut with an ellipsis if it is longer. */
void report_cell(const struct report *report, const char *text, size_t columns);

/* The same for what a row begins with: if it is too long it has a line of its own. */
void report_label(const struct report *report, const char *text, size_t columns);

#endif
