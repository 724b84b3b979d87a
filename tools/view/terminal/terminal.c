/* SPDX-License-Identifier: MIT */
/* The canvas: converts points to dots. */
#include "tools/view/terminal/terminal.h"

#include <math.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "tools/base/alloc.h"
#include "tools/base/utf8.h"
#include "tools/view/chart.h"

#define ROWS_USUAL 20
/* Height of a single bar in its named row, in rows; maximum number of bars in a row. */
#define WHOLE_BAR (2 * CHART_BAR_HALF_HEIGHT)
#define LANES_MAX 8
/* The end of a bar at the middle of a character always rounds down. */
#define BELOW_HALF 0.500001
#define MARK_SIGN "┊"
#define TEXT_BYTES_MAX 16

/* ---- Ranges ---- */

static void terminal_widen(double *low, double *high, double value, bool is_log)
{
	if (is_log && !(value > 0))
		return;
	*low = fmin(*low, value);
	*high = fmax(*high, value);
}

static void terminal_range_of_curve(const struct plot *plot, const struct plot_curve *curve,
				    struct terminal *terminal)
{
	for (size_t i = 0; i < curve->count; i++) {
		const struct chart_point *point = &curve->points[i];

		if (!plot_shows(plot, point))
			continue;
		terminal_widen(&terminal->x_low, &terminal->x_high, point->x, plot->x.is_log);
		terminal_widen(&terminal->y_low, &terminal->y_high, point->y, plot->y.is_log);
		if (curve->style != CHART_BARS)
			continue;
		terminal_widen(&terminal->x_low, &terminal->x_high, point->x_end, plot->x.is_log);
		terminal_widen(&terminal->y_low, &terminal->y_high, point->base, plot->y.is_log);
	}
}

/* The range of the axis, or of the data. Never empty. */
static void terminal_fit_axis(const struct chart_axis *axis, double *low, double *high)
{
	if (axis->low != axis->high) {
		*low = axis->low;
		*high = axis->high;
	} else if (axis->from_zero && !axis->is_log) {
		*low = fmin(*low, 0);
	}
	if (axis->is_log) {
		*low = log10(*low);
		*high = log10(*high);
	}
	if (!(*high > *low)) {
		double room = *low != 0 && !axis->is_log ? fabs(*low) / 2 : 0.5;

		*low -= axis->from_zero && *low == 0 ? 0 : room;
		*high += room;
	}
}

static void terminal_find_ranges(struct terminal *terminal)
{
	const struct plot *plot = terminal->plot;

	terminal->x_low = terminal->y_low = INFINITY;
	terminal->x_high = terminal->y_high = -INFINITY;
	for (size_t i = 0; i < plot->curve_count; i++)
		terminal_range_of_curve(plot, &plot->curves[i], terminal);
	for (size_t i = 0; i < plot->mark_count; i++)
		terminal_widen(&terminal->x_low, &terminal->x_high, plot->marks[i].x,
			       plot->x.is_log);
	terminal_fit_axis(&plot->x, &terminal->x_low, &terminal->x_high);
	terminal_fit_axis(&plot->y, &terminal->y_low, &terminal->y_high);
	if (plot->y.name_count == 0)
		return;
	terminal->y_low = -0.5;
	terminal->y_high = (double)plot->y.name_count - 0.5;
}

static double terminal_place(double value, bool is_log, double low, double high)
{
	return ((is_log ? log10(value) : value) - low) / (high - low);
}

double terminal_place_x(const struct terminal *terminal, double x)
{
	return terminal_place(x, terminal->plot->x.is_log, terminal->x_low, terminal->x_high);
}

/* Named rows have no gaps between them, and bars are aligned to lines. */
double terminal_place_y(const struct terminal *terminal, double y)
{
	if (terminal->plot->y.name_count > 0)
		y = round(y) + (y - round(y)) * terminal->stretch;
	return terminal_place(y, terminal->plot->y.is_log, terminal->y_low, terminal->y_high);
}

/* ---- Dots ---- */

/* The bit of a dot: Unicode, "Braille Patterns". */
static unsigned char terminal_dot(size_t across, size_t down)
{
	static const unsigned char bits[DOTS_DOWN][DOTS_ACROSS] = {
		{0x01, 0x08}, {0x02, 0x10}, {0x04, 0x20}, {0x40, 0x80}};

	return bits[down][across];
}

/* Dots are counted from the top left of the canvas. */
static struct terminal_cell *terminal_cell(struct terminal *terminal, double across, double down)
{
	size_t column, row;

	if (!(across >= 0 && across < (double)terminal->columns * DOTS_ACROSS &&
	      down >= 0 && down < (double)terminal->rows * DOTS_DOWN))
		return NULL;
	column = (size_t)across / DOTS_ACROSS;
	row = (size_t)down / DOTS_DOWN;
	return &terminal->cells[row * terminal->columns + column];
}

static void terminal_set(struct terminal *terminal, double across, double down, size_t curve)
{
	struct terminal_cell *cell = terminal_cell(terminal, across, down);

	if (cell == NULL || cell->mark != NULL)
		return;
	cell->dots |= terminal_dot((size_t)across % DOTS_ACROSS, (size_t)down % DOTS_DOWN);
	cell->curve = curve;
}

static double terminal_across(const struct terminal *terminal, double x)
{
	double dots = (double)(terminal->columns * DOTS_ACROSS - 1);

	return round(terminal_place_x(terminal, x) * dots);
}

static double terminal_down(const struct terminal *terminal, double y)
{
	double dots = (double)(terminal->rows * DOTS_DOWN - 1);

	return round((1 - terminal_place_y(terminal, y)) * dots);
}

/* Dots outside the canvas are not drawn. The number of steps is limited, because an end may be far
 * outside. */
static void terminal_line(struct terminal *terminal, const struct chart_point *from,
			  const struct chart_point *to, size_t curve, bool is_dashed)
{
	double across = terminal_across(terminal, from->x), down = terminal_down(terminal, from->y);
	double dx = terminal_across(terminal, to->x) - across;
	double dy = terminal_down(terminal, to->y) - down;
	double most = (double)((terminal->columns + terminal->rows) * DOTS_DOWN);
	double steps = fmin(fmax(fabs(dx), fabs(dy)), most);

	for (double i = 0; i <= steps; i++) {
		double part = steps > 0 ? i / steps : 0;

		if (!is_dashed || (size_t)i % 4 < 2)
			terminal_set(terminal, round(across + part * dx), round(down + part * dy),
				     curve);
	}
}

/* ---- Curves ---- */

/* The character as a string, which stays valid. */
static const char *terminal_letter(char letter)
{
	static char letters[128][2];
	unsigned char code = (unsigned char)letter & 127;

	letters[code][0] = (char)code;
	return letters[code];
}

static double terminal_clamp(double part)
{
	return part < 0 || isnan(part) ? 0 : part > 1 ? 1 : part;
}

/* Complete characters, at least one: those whose middle the bar covers. */
static void terminal_bar(struct terminal *terminal, const struct chart_point *point, size_t curve)
{
	double left = terminal_clamp(terminal_place_x(terminal, fmin(point->x, point->x_end)));
	double right = terminal_clamp(terminal_place_x(terminal, fmax(point->x, point->x_end)));
	double top = 1 - terminal_clamp(terminal_place_y(terminal, fmax(point->base, point->y)));
	double bottom = 1 - terminal_clamp(terminal_place_y(terminal, fmin(point->base, point->y)));
	size_t row = (size_t)fmax(ceil(top * (double)terminal->rows - BELOW_HALF), 0);
	size_t column = (size_t)fmax(ceil(left * (double)terminal->columns - BELOW_HALF), 0);

	row = row < terminal->rows ? row : terminal->rows - 1;
	column = column < terminal->columns ? column : terminal->columns - 1;
	for (size_t i = row; i < terminal->rows; i++) {
		if (i > row && (double)i + BELOW_HALF > bottom * (double)terminal->rows)
			break;
		for (size_t j = column; j < terminal->columns; j++) {
			if (j > column &&
			    (double)j + BELOW_HALF > right * (double)terminal->columns)
				break;
			terminal->cells[i * terminal->columns + j] = (struct terminal_cell){
				.mark = terminal_sign(terminal->plot, curve, terminal->has_colour),
				.curve = curve};
		}
	}
}

/* The text if its bar has room for it and a column at each side. Otherwise its last word, which is
 * the number. "" if the bar has no room for that either. */
static const char *terminal_text_that_fits(const struct terminal *terminal,
					   const struct chart_point *point)
{
	double part = terminal_clamp(terminal_place_x(terminal, fmax(point->x, point->x_end))) -
		      terminal_clamp(terminal_place_x(terminal, fmin(point->x, point->x_end)));
	double room = part * (double)terminal->columns;
	const char *word = strrchr(point->text, ' ');

	for (const char *at = point->text; *at != '\0'; at++) {
		if ((unsigned char)*at > 126)
			return "";
	}
	if ((double)strlen(point->text) + 2 <= room)
		return point->text;
	word = word != NULL ? word + 1 : point->text;
	return (double)strlen(word) <= room ? word : "";
}

/* Centred on its bar if it fits, in the bar's colour. */
static void terminal_text(struct terminal *terminal, const struct chart_point *point)
{
	const char *text = terminal_text_that_fits(terminal, point);
	size_t width = strlen(text), column, row;
	double across = terminal_place_x(terminal, (point->x + point->x_end) / 2);
	double down = 1 - terminal_place_y(terminal, (point->base + point->y) / 2);

	if (!(across >= 0 && across <= 1 && down >= 0 && down <= 1) || width == 0)
		return;
	column = (size_t)(across * (double)terminal->columns);
	row = (size_t)(down * (double)terminal->rows);
	if (row >= terminal->rows || column < width / 2 || width >= TEXT_BYTES_MAX ||
	    column - width / 2 + width > terminal->columns)
		return;
	for (size_t i = 0; i < width; i++) {
		struct terminal_cell *cell =
			&terminal->cells[row * terminal->columns + column - width / 2 + i];

		cell->mark = terminal_letter(text[i]);
		cell->curve = SIZE_MAX;
	}
}

/* Draw a line from the previous point, if there is one. */
static void terminal_join(struct terminal *terminal, const struct chart_point *before,
			  const struct chart_point *point, size_t number)
{
	const enum chart_style style = terminal->plot->curves[number].style;
	struct chart_point corner = {0};

	if (style == CHART_IMPULSES) {
		corner = (struct chart_point){.x = point->x, .y = terminal->plot->y.is_log
			? pow(10, terminal->y_low) : fmax(terminal->y_low, 0)};
		terminal_line(terminal, &corner, point, number, false);
	} else if (before == NULL || style == CHART_POINTS) {
		return;
	} else if (style == CHART_STEPS) {
		corner = (struct chart_point){.x = point->x, .y = before->y};
		terminal_line(terminal, before, &corner, number, false);
		terminal_line(terminal, &corner, point, number, false);
	} else {
		terminal_line(terminal, before, point, number, style == CHART_REFERENCE);
	}
}

static void terminal_curve(struct terminal *terminal, size_t number)
{
	const struct plot_curve *curve = &terminal->plot->curves[number];
	const struct chart_point *before = NULL;

	for (size_t i = 0; i < curve->count; i++) {
		const struct chart_point *point = &curve->points[i];

		if (!plot_shows(terminal->plot, point))
			continue;
		if (curve->style == CHART_BARS)
			terminal_bar(terminal, point, number);
		else
			terminal_join(terminal, before, point, number);
		before = point;
	}
}

/* Draw the points over all lines, so that the points of each curve are visible. An impulse has a
 * point at its top, which identifies its curve without colours. */
static void terminal_points(struct terminal *terminal, size_t number)
{
	const struct plot_curve *curve = &terminal->plot->curves[number];

	if (curve->style != CHART_POINTS && curve->style != CHART_LINES_POINTS &&
	    curve->style != CHART_IMPULSES)
		return;
	for (size_t i = 0; i < curve->count; i++) {
		if (plot_shows(terminal->plot, &curve->points[i])) {
			const struct chart_point *point = &curve->points[i];
			struct terminal_cell *cell =
				terminal_cell(terminal, terminal_across(terminal, point->x),
					      terminal_down(terminal, point->y));

			if (cell == NULL)
				continue;
			cell->mark = terminal_sign(terminal->plot, number, terminal->has_colour);
			cell->curve = number;
		}
	}
}

/* ---- All ---- */

/* Maximum number of stacked bars in a named row. Each bar has a line, and a blank line separates
 * names. */
static size_t terminal_lanes(const struct plot *plot)
{
	double thinnest = WHOLE_BAR;

	for (size_t i = 0; i < plot->curve_count; i++) {
		const struct plot_curve *curve = &plot->curves[i];

		for (size_t j = 0; j < curve->count && curve->style == CHART_BARS; j++)
			thinnest = fmin(thinnest, curve->points[j].y - curve->points[j].base);
	}
	return thinnest > 0 ? (size_t)fmin(round(WHOLE_BAR / thinnest), LANES_MAX) : 1;
}

void terminal_draw(const struct plot *plot, size_t width, bool has_colour, FILE *file)
{
	struct terminal terminal = {
		.plot = plot, .width = width, .has_colour = has_colour, .file = file};
	const struct chart_axis *axis = &terminal.plot->y;
	size_t names = axis->name_count, lanes = terminal_lanes(terminal.plot);
	size_t rows_of_name = lanes > 1 ? lanes + 1 : 1;

	terminal.margin = terminal_margin(axis, terminal.width);
	terminal.columns = terminal.width - terminal.margin - 2;
	terminal.rows = names == 0 ? ROWS_USUAL : names * rows_of_name;
	terminal.stretch = (double)lanes / (double)rows_of_name / WHOLE_BAR;
	terminal_find_ranges(&terminal);
	terminal.cells = xcalloc(terminal.rows * terminal.columns, sizeof(*terminal.cells));
	for (size_t i = 0; i < terminal.rows * terminal.columns; i++)
		terminal.cells[i].curve = SIZE_MAX;
	for (size_t i = 0; i < plot->curve_count; i++)
		terminal_curve(&terminal, i);
	for (size_t i = 0; i < plot->curve_count; i++)
		terminal_points(&terminal, i);
	for (size_t i = 0; i < plot->curve_count; i++) {
		const struct plot_curve *curve = &terminal.plot->curves[i];

		for (size_t j = 0; j < curve->count; j++) {
			if (curve->points[j].text != NULL &&
			    plot_shows(terminal.plot, &curve->points[j]))
				terminal_text(&terminal, &curve->points[j]);
		}
	}
	for (size_t i = 0; i < terminal.plot->mark_count; i++) {
		double across = terminal_across(&terminal, terminal.plot->marks[i].x);
		for (size_t row = 0; row < terminal.rows; row++) {
			struct terminal_cell *cell = terminal_cell(&terminal, across,
								   (double)(row * DOTS_DOWN));

			if (cell != NULL && cell->mark == NULL && cell->dots == 0)
				cell->mark = MARK_SIGN;
		}
	}
	terminal_write(&terminal);
	free(terminal.cells);
}
