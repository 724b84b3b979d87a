/* SPDX-License-Identifier: MIT */
/* A small chart for each row of a table: its curve, the minimum and maximum, and the levels before
 * and after each step. */
#include <math.h>
#include <string.h>

#include "tools/base/escape.h"
#include "tools/table/number.h"
#include "tools/view/cell.h"
#include "tools/view/page.h"

/* Size of a chart, and the area of its curve. */
#define WIDTH 300.0
#define HEIGHT 92.0
#define LEFT 4.0
#define RIGHT (WIDTH - 4)
#define TOP 26.0
#define BOTTOM (HEIGHT - 16)

/* Maximum number of hover texts in all charts of a table. In a table with more, only curves with
 * steps have hover texts. */
#define HOVERS_MAX 4000

struct strip {
	const struct cell_curve *curve;
	const char *unit;
	double low, high;
	bool has_hovers;
	FILE *file;
};

static double strip_x(const struct strip *strip, double at)
{
	double last = (double)strip->curve->count - 1;

	return last > 0 ? LEFT + at / last * (RIGHT - LEFT) : (LEFT + RIGHT) / 2;
}

/* A constant curve is in the middle. */
static double strip_y(const struct strip *strip, double value)
{
	double part = strip->high > strip->low ? (value - strip->low) / (strip->high - strip->low)
					       : 0.5;

	return BOTTOM - part * (BOTTOM - TOP);
}

/* ---- Curve and steps ---- */

static void strip_write_text(const struct strip *strip, double x, double y, const char *anchor,
			     const char *text)
{
	fprintf(strip->file, "<text x=\"%.1f\" y=\"%.1f\" text-anchor=\"%s\">", x, y, anchor);
	escape_xml(strip->file, text);
	fputs("</text>", strip->file);
}

/* The level before each step and after the last one, and the step with its name above. */
static void strip_write_steps(const struct strip *strip)
{
	const struct cell_curve *curve = strip->curve;
	double from = 0, room = (RIGHT - LEFT) / 8;

	for (size_t i = 0; i < curve->step_count; i++) {
		const struct curve_step *step = &curve->steps[i];
		double at = (double)step->at - 0.5, x = strip_x(strip, at);
		double end = i + 1 < curve->step_count ? (double)curve->steps[i + 1].at - 0.5
						       : (double)curve->count - 1;

		fprintf(strip->file, "<path class=level d=\"M%.1f %.1fH%.1fM%.1f %.1fH%.1f\"/>",
			strip_x(strip, from), strip_y(strip, step->before), x, x,
			strip_y(strip, step->after), strip_x(strip, end));
		fprintf(strip->file, "<path class=step d=\"M%.1f %.1fV%.1f\"/>", x, TOP - 6,
			BOTTOM);
		strip_write_text(strip, fmax(LEFT + room, fmin(x, RIGHT - room)), TOP - 10,
				 "middle", step->name);
		from = at;
	}
}

static void strip_write(struct strip *strip, const char *label)
{
	char number[NUMBER_TEXT_MAX];
	char low[NUMBER_TEXT_MAX], high[NUMBER_TEXT_MAX];
	bool is_on = false;

	/* The curve is flat if its minimum and maximum have the same text. */
	strip->low = strip->high = NAN;
	for (size_t i = 0; i < strip->curve->count; i++) {
		strip->low = fmin(strip->low, strip->curve->values[i]);
		strip->high = fmax(strip->high, strip->curve->values[i]);
	}
	if (strcmp(number_text(strip->low, low), number_text(strip->high, high)) == 0)
		strip->high = strip->low;
	fprintf(strip->file, "<svg role=img viewBox=\"0 0 %.0f %.0f\" aria-label=\"", WIDTH,
		HEIGHT);
	escape_xml(strip->file, label);
	fputs("\">", strip->file);
	fprintf(strip->file, "<path class=edge d=\"M%.1f %.1fH%.1f\"/>", LEFT, BOTTOM + 3, RIGHT);
	if (strip->high > strip->low)
		strip_write_text(strip, LEFT, 10, "start", number_text(strip->high, number));
	strip_write_text(strip, LEFT, HEIGHT - 2, "start", number_text(strip->low, number));
	strip_write_steps(strip);
	/* A missing value leaves a gap. */
	fputs("<path class=line d=\"", strip->file);
	for (size_t i = 0; i < strip->curve->count; i++) {
		double value = strip->curve->values[i];

		if (isfinite(value))
			fprintf(strip->file, "%c%.1f %.1f", is_on ? 'L' : 'M',
				strip_x(strip, (double)i), strip_y(strip, value));
		is_on = isfinite(value);
	}
	fputs("\"/>", strip->file);
	for (size_t i = 0; i < strip->curve->count; i++) {
		if (isfinite(strip->curve->values[i]) &&
		    (strip->has_hovers || strip->curve->step_count > 0)) {
			fprintf(strip->file, "<circle cx=\"%.1f\" cy=\"%.1f\" r=\"2.2\">",
				strip_x(strip, (double)i), strip_y(strip, strip->curve->values[i]));
			if (strip->has_hovers && strip->curve->names != NULL) {
				fputs("<title>", strip->file);
				escape_xml(strip->file, strip->curve->names[i]);
				fprintf(strip->file, ": %s ",
					number_text(strip->curve->values[i], number));
				escape_xml(strip->file, strip->unit);
				fputs("</title>", strip->file);
			}
			fputs("</circle>", strip->file);
		}
	}
	fputs("</svg>", strip->file);
}

/* ---- A row ---- */

/* The name of the row: "ring 0, trap". */
static const char *row_label(const struct table *table, size_t row)
{
	const char *columns[CHART_NAMES_MAX];
	size_t count = 0;

	for (size_t i = 0; i < table->column_count && count < CHART_NAMES_MAX; i++) {
		if ((table->columns[i].flags & COLUMN_KEY) != 0)
			columns[count++] = table->columns[i].name;
	}
	return cells_label(table, row, columns, count);
}

static void page_write_curve(const struct table *table, size_t row, size_t column, size_t median,
			     bool has_hovers, FILE *file)
{
	const struct cell *cell = table_cell(table, row, column);
	const char *label = row_label(table, row);
	struct strip strip = {.curve = cell->curve,
			      .unit = cell_unit(table, row, median),
			      .has_hovers = has_hovers || cell->curve->step_count > 0,
			      .file = file};
	char room[CELL_TEXT_MAX];

	fputs(cell->curve->step_count > 0 ? "<li class=stepped><span class=what>"
					  : "<li><span class=what>",
	      file);
	escape_xml(file, label);
	fputs("</span><b>", file);
	escape_xml(file, cell_for_people(table, row, median, room));
	fputs(" <small>", file);
	escape_xml(file, strip.unit);
	fputs("</small></b>\n", file);
	strip_write(&strip, label);
	if (row_remark(&table->rows[row])[0] != '\0') {
		fputs("<span class=range>", file);
		escape_xml(file, row_remark(&table->rows[row]));
		fputs("</span>", file);
	}
	fputs("</li>\n", file);
}

/* Rows with steps come first. */
void page_write_curves(const struct table *table, FILE *file)
{
	size_t column = 0, median = table_column(table, "median"), points = 0;

	while (column < table->column_count && table->columns[column].kind != COLUMN_CURVE)
		column++;
	if (column == table->column_count || median == table->column_count)
		return;
	for (size_t i = 0; i < table->row_count; i++)
		points += table_cell(table, i, column)->has_value
				  ? table_cell(table, i, column)->curve->count
				  : 0;
	fputs("<ul class=curves>\n", file);
	for (int stepped = 1; stepped >= 0; stepped--) {
		for (size_t i = 0; i < table->row_count; i++) {
			const struct cell *cell = table_cell(table, i, column);

			if (cell->has_value && (cell->curve->step_count > 0) == stepped)
				page_write_curve(table, i, column, median, points <= HOVERS_MAX,
						 file);
		}
	}
	fputs("</ul>\n", file);
}
