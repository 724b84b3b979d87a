/* SPDX-License-Identifier: MIT */
/* An observer of the records that updates the reserved rows of the screen. */
#include "kernel/display/display.h"

#include "bench/engine/progress.h"
#include "bench/engine/registry.h"
#include "kernel/core/console.h"
#include "kernel/dev/screen/screen.h"
#include "kernel/display/curve.h"
#include "kernel/display/header.h"
#include "kernel/display/headlines.h"
#include "kernel/display/metrics.h"
#include "kernel/display/row.h"
#include "kernel/display/self_tests.h"
#include "kernel/display/verdict.h"
#include "kernel/machine/clock.h"
#include "lib/text/fmt.h"
#include "lib/text/quantity.h"
#include "lib/text/string.h"
#include "lib/text/ticks.h"

/* Minimum screen size. On a larger screen the curve is higher. */
#define COLUMNS_LEAST 60
#define ROWS_LEAST 22
#define CURVE_ROWS_SMALL 4
#define CURVE_ROWS_LARGE 8
#define ROWS_LARGE 34

#define ROW_PROGRESS HEADER_ROWS
#define ROW_NOW (ROW_PROGRESS + 1)
#define ROW_CURVE (ROW_NOW + 1)

#define CURVE_LABEL_CHARS 14
#define BAR_CHARS 20
#define NAME_CHARS 64

static struct {
	const struct options *options;
	uint32_t capabilities;
	bool fits;                      /* whether the screen is large enough */
	unsigned columns, curve_rows;
	bool is_shown;                  /* between the plan and the end of the run */
	enum run_verdict verdict;       /* verdict in the title */
	char name[NAME_CHARS];          /* of the benchmark */
	struct curve curve;
	struct metric metric;
	uint64_t left_us;               /* remaining time of a long sample; 0: none */
	uint64_t besides_us;            /* remaining time of the rest of the plan when that sample
					 * began */
} display;

static uint64_t now_us(void)
{
	uint64_t tsc = clock_read(), hz = clock_hz();

	return hz != 0 ? ticks_to_us(tsc, hz) : 0;
}

static struct row *display_row(void)
{
	static struct row row;          /* too large for a stack */

	row_begin(&row, display.columns, INK_TEXT);
	return &row;
}

/* Reserve rows. Cells in rows that were not reserved are not drawn. */
static void display_reserve(unsigned rows)
{
	if (display.fits)
		screen_reserve(rows);
}

static void display_put(unsigned index, const struct row *row)
{
	screen_put(index, row->cells, row->columns);
}

/* ---- The header ---- */

static void draw_header(void)
{
	const struct verdict_shown verdict = verdict_shown();

	display.verdict = verdict.verdict;
	for (unsigned index = 0; index < HEADER_ROWS; index++) {
		struct row *row = display_row();

		header_write(index, &verdict, row);
		display_put(index, row);
	}
}

/* ---- Progress ---- */

static void draw_bar(struct row *row, unsigned thousandths)
{
	unsigned filled = thousandths * BAR_CHARS / 1000;

	if (row->used + BAR_CHARS + 3 > row->columns)
		return;
	row->used = row->columns - BAR_CHARS - 3;
	row_print(row, INK_DIM, "[");
	row_fill(row, INK_CURVE, '#', filled);
	row_fill(row, INK_DIM, '-', BAR_CHARS - filled);
	row_print(row, INK_DIM, "]");
}

/* Remaining time. While a benchmark reports its progress, the rest of the plan stays constant,
 * because otherwise the estimate would grow with the benchmark's duration. */
static uint64_t left_in_all_us(void)
{
	if (clock_hz() == 0)
		return PROGRESS_LEFT_UNKNOWN;
	if (display.left_us > 0)
		return display.besides_us + display.left_us;
	return progress_left_us(now_us());
}

static void draw_progress(void)
{
	char text[PROGRESS_CHARS];
	struct row *row = display_row();

	progress_text(display.name, left_in_all_us(), text);
	row_print(row, INK_BRIGHT, " %s", text);
	draw_bar(row, progress_part());
	display_put(ROW_PROGRESS, row);
}

/* ---- Current benchmark ---- */

static void metric_text(const struct metric *metric, uint64_t value, char text[QUANTITY_CHARS])
{
	if (metric->is_timed)
		quantity_time(value, text);
	else
		quantity_number(value, text);
}

static void draw_now(void)
{
	const struct metric *metric = &display.metric;
	char text[QUANTITY_CHARS];
	struct row *row = display_row();

	if (display.curve.count > 0) {
		metric_text(metric, metric->thousandths, text);
		row_print(row, INK_DIM, " %s%s%s  ", metric->point,
			  metric->point[0] != '\0' ? " " : "", metric->stage);
		row_print(row, INK_BRIGHT, "%s", text);
	}
	display_put(ROW_NOW, row);
}

/* A bound of the curve, in the unit of the metric that is shown above the curve. */
static void bound_text(uint64_t value, char text[QUANTITY_CHARS])
{
	if (display.metric.is_timed)
		quantity_time_number(value, text);
	else
		quantity_number(value, text);
}

static void draw_curve(const struct curve *curve, bool has_label)
{
	uint64_t least, greatest;

	curve_bounds(curve, display.columns - CURVE_LABEL_CHARS, &least, &greatest);
	for (unsigned index = 0; index < display.curve_rows; index++) {
		char text[QUANTITY_CHARS] = "";
		struct row *row = display_row();

		if (has_label && index == 0)
			bound_text(greatest, text);
		else if (has_label && index == display.curve_rows - 1)
			bound_text(least, text);
		row_print(row, INK_DIM, " %10s | ", text);
		curve_draw_row(curve, index, display.curve_rows, row);
		display_put(ROW_CURVE + index, row);
	}
}

/* Draw the sorted samples of a single point, as many as there are columns. */
static void draw_samples(void)
{
	static struct curve samples;    /* too large for a stack */
	unsigned count, columns = display.columns - CURVE_LABEL_CHARS;
	const uint64_t *sorted = metrics_sorted_samples(&count);
	unsigned drawn = count < columns ? count : columns;

	curve_begin(&samples);
	for (unsigned i = 0; i < drawn; i++)
		curve_add(&samples, sorted[(uint64_t)i * count / drawn]);
	draw_curve(&samples, false);
}

static void display_end_series(void)
{
	struct metric metric;
	const uint64_t *sorted;
	unsigned count;
	bool is_new;

	if (!metrics_end_series(&metric))
		return;
	sorted = metrics_sorted_samples(&count);
	self_tests_take(&metric, sorted, count);
	headlines_take(&metric);
	if (verdict_shown().verdict != display.verdict)
		draw_header();
	is_new = display.curve.count == 0 || strcmp(metric.point, display.metric.point) != 0;
	if (!is_new)
		return;
	progress_point_done();
	display.metric = metric;
	curve_add(&display.curve, metric.thousandths);
	draw_now();
	if (display.curve.count > 1)
		draw_curve(&display.curve, true);
	else
		draw_samples();
	draw_progress();
}

static void display_begin_bench(const struct wire_bench *bench)
{
	display_end_series();
	metrics_begin_bench(bench->name, bench->unit);
	curve_begin(&display.curve);
	text_copy(display.name, sizeof(display.name), bench->name);
	display.left_us = 0;
	progress_benchmark_begun(bench->name);
	draw_progress();
}

static void display_skip(const struct wire_skip *skip)
{
	display_end_series();
	progress_benchmark_begun(skip->bench);
	progress_point_done();
}

/* ---- Begin and end of the run ---- */

static void display_begin_run(void)
{
	metrics_begin();
	self_tests_begin();
	headlines_begin();
	curve_begin(&display.curve);
	verdict_begin();
	display.left_us = 0;
	display.is_shown = true;
	text_copy(display.name, sizeof(display.name), "");
	progress_begin(display.options, display.capabilities, registry_benchmarks, now_us());
	display_reserve(ROW_CURVE + display.curve_rows + 1);
	draw_header();
	draw_progress();
	draw_curve(&display.curve, false);
}

static void display_print(const char *text)
{
	screen_write(text, strlen(text));
}

static void show_headline(const char *what, const char *quantity)
{
	char line[SCREEN_COLUMNS_MAX];

	fmt_buffer(line, sizeof(line), " %-50s %s\n", what, quantity);
	display_print(line);
}

static void display_end_run(const struct wire_end *end)
{
	char elapsed[PROGRESS_CHARS];
	struct row *row;

	display_end_series();
	display_reserve(ROW_PROGRESS + 2);
	draw_header();
	progress_clock(end->elapsed_us / US_PER_SECOND, elapsed);
	row = display_row();
	row_print(row, INK_BRIGHT, "End: %lu benchmarks run, %lu skipped, ", end->run,
		  end->skipped);
	row_print(row, end->faulted > 0 ? INK_BAD : INK_BRIGHT, "%lu aborted", end->faulted);
	if (clock_hz() != 0)
		row_print(row, INK_BRIGHT, ", %s", elapsed);
	display_put(ROW_PROGRESS, row);
	row = display_row();
	display_put(ROW_PROGRESS + 1, row);
	display_print("\n Key metrics; more are above\n");
	headlines_show(show_headline);
	display.is_shown = false;
}

/* ---- The observer ---- */

static void display_observe_run(enum wire_kind kind, const void *body)
{
	if (verdict_take(kind, body))
		draw_header();
	if (kind == WIRE_bench)
		display_begin_bench(body);
	else if (kind == WIRE_series) {
		display_end_series();
		metrics_begin_series(body);
	} else if (kind == WIRE_samples)
		metrics_add_samples(body);
	else if (kind == WIRE_skip)
		display_skip(body);
	else if (kind == WIRE_done)
		display_end_series();
	else if (kind == WIRE_end)
		display_end_run(body);
}

static void display_observe(enum wire_kind kind, const void *body)
{
	header_take(kind, body);
	self_tests_take_record(kind, body);
	if (kind == WIRE_plan)
		display_begin_run();
	else if (display.is_shown)
		display_observe_run(kind, body);
}

void display_init(const struct options *options, uint32_t capabilities)
{
	unsigned columns, rows;

	screen_size(&columns, &rows);
	display.fits = columns >= COLUMNS_LEAST && rows >= ROWS_LEAST;
	display.options = options;
	display.capabilities = capabilities;
	display.columns = display.fits ? columns : COLUMNS_LEAST;
	display.curve_rows = rows < ROWS_LARGE ? CURVE_ROWS_SMALL : CURVE_ROWS_LARGE;
	console_writer()->observe = display_observe;
}

void display_progress(uint64_t done_ticks, uint64_t all_ticks)
{
	uint64_t hz = clock_hz(), left = all_ticks - done_ticks, before_us = display.left_us;

	if (!display.is_shown || hz == 0)
		return;
	if (before_us == 0)
		display.besides_us = progress_left_us(now_us());
	display.left_us = ticks_to_us(left, hz);
	if (display.left_us / US_PER_SECOND != before_us / US_PER_SECOND)
		draw_progress();
}
