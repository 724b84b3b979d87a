/* SPDX-License-Identifier: MIT */
/* Tables of a fleet: odd machines with small curves of their history, a strip of dots for each
 * figure and model, and a row for each machine. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "tools/base/escape.h"
#include "tools/base/proof.h"
#include "tools/base/sort.h"
#include "tools/stats/stats.h"
#include "tools/table/number.h"
#include "tools/view/cell.h"
#include "tools/view/page.h"

/* Height of a curve and of a strip in pixels; widths are fluid. */
#define SPARK_HEIGHT 30.0
#define STRIP_HEIGHT 26.0
#define SPARK_UNITS 150.0 /* of the curve's own coordinates, across */
#define EDGE 2.0

/* Rounding error of a share, in places of machines. */
#define PLACE_ROUNDING 1e-6

/* A strip ends at this many times the largest distance of a machine that is not odd. */
#define STRIP_ROOM 1.25
#define STRIP_LEAST 0.01
#define STRIP_MODELS_MAX 6

static const char *cell_text_of(const struct table *table, size_t row, const char *column)
{
	return table_text(table, row, table_column(table, column));
}

static bool is_same_text(const struct table *table, size_t row, size_t other, const char *column)
{
	return cell_is_same(table, table_column(table, column), row, other);
}

/* ---- Curves ---- */

static void spark_write(const struct cell_curve *curve, double usual, FILE *file)
{
	double low = usual, high = usual, last = (double)curve->count - 1;
	bool is_on = false;

	for (size_t i = 0; i < curve->count; i++) {
		low = fmin(low, curve->values[i]);
		high = fmax(high, curve->values[i]);
	}
#define X(i) (EDGE + (double)(i) / last * (SPARK_UNITS - 2 * EDGE))
#define Y(value) \
	(high > low ? SPARK_HEIGHT - 3 - ((value)-low) / (high - low) * (SPARK_HEIGHT - 6) \
		    : SPARK_HEIGHT / 2)
	fprintf(file,
		"<svg class=spark viewBox=\"0 0 %.0f %.0f\" preserveAspectRatio=none role=img "
		"aria-label=\"History\"><path class=usual d=\"M0 %.1fH%.0f\"/><path class=run d=\"",
		SPARK_UNITS, SPARK_HEIGHT, Y(usual), SPARK_UNITS);
	for (size_t i = 0; i < curve->count; i++) {
		if (isfinite(curve->values[i]))
			fprintf(file, "%c%.1f %.1f", is_on ? 'L' : 'M', X(i), Y(curve->values[i]));
		is_on = isfinite(curve->values[i]);
	}
	fputs("\"><title>", file);
	escape_xml(file, curve->names[0]);
	fputs(" to ", file);
	escape_xml(file, curve->names[curve->count - 1]);
	fputs("; the line is the model's median</title></path></svg>", file);
#undef Y
#undef X
}

/* ---- Odd machines ---- */

static void odd_write_row(const struct table *table, size_t row, FILE *file)
{
	static const char *const numbers[] = {"change", "value", "usual"};
	size_t history = table_column(table, "history");
	const struct cell *curve = table_cell(table, row, history);
	const struct cell *usual = table_cell(table, row, table_column(table, "usual"));
	char room[CELL_TEXT_MAX], number[NUMBER_TEXT_MAX];

	fputs("<tr><th scope=row>", file);
	escape_xml(file, cell_text_of(table, row, "figure"));
	for (size_t i = 0; i < COUNT(numbers); i++) {
		size_t column = table_column(table, numbers[i]);
		const struct cell *cell = table_cell(table, row, column);

		fputs(i > 0 ? i == 2 ? "<td class=\"n dim\">model " : "<td class=n>"
		      : table->rows[row].is_bad ? "<td class=\"n worse\">"
						: "<td class=\"n better\">",
		      file);
		if (i == 0)
			escape_xml(file, cell_for_people(table, row, column, room));
		else
			escape_xml(file,
				   number_unit_text(cell->quantity->value,
						    cell_text_of(table, row, "unit"), number));
	}
	fputs("<td class=curve>", file);
	if (curve->has_value && curve->curve->count > 1)
		spark_write(curve->curve, usual->quantity->value, file);
	putc('\n', file);
}

static void odd_write_machine(const struct table *table, size_t first, size_t end, FILE *file)
{
	char probability[NUMBER_TEXT_MAX];
	const struct cell *p = table_cell(table, first, table_column(table, "p"));
	const char *since = cell_text_of(table, first, "since");

	fputs("<article><h3>", file);
	escape_xml(file, cell_text_of(table, first, "machine"));
	fputs(" <span class=aside>", file);
	escape_xml(file, cell_text_of(table, first, "model"));
	fprintf(file, ", p %s%s%s</span></h3>\n<p>",
		number_probability_text(p->number, probability), since[0] != '\0' ? ", since " : "",
		since);
	escape_xml(file, row_remark(&table->rows[first]));
	fputs("</p><table>\n", file);
	for (size_t i = first; i < end; i++) {
		if (!table->rows[i].is_detail)
			odd_write_row(table, i, file);
	}
	fputs("</table></article>\n", file);
}

/* ---- Strips ---- */

struct strips {
	const struct table *table;
	size_t models[STRIP_MODELS_MAX], model_count; /* a row of each model */
	double range;                                 /* of a strip, to either side */
	FILE *file;
};

static const struct cell_curve *strip_of(const struct strips *strips, size_t row)
{
	const struct cell *cell = table_cell(strips->table, row,
					     table_column(strips->table, "changes"));

	return cell->has_value && cell->curve->count > 0 ? cell->curve : NULL;
}

/* An odd machine has a mark before its name, and so has one that changed as its model did. */
static bool is_odd(const struct cell_curve *curve, size_t i)
{
	return curve->names[i][0] == '!';
}

static bool is_with_all(const struct cell_curve *curve, size_t i)
{
	return curve->names[i][0] == '*';
}

static double strip_place(const struct strips *strips, double value)
{
	return 50 + 50 * fmax(-1, fmin(1, value / strips->range));
}

/* Dots are spread in height, so that equal ones remain visible. */
static void strip_write_dots(const struct strips *strips, const struct cell_curve *curve)
{
	char change[NUMBER_TEXT_MAX];

	for (size_t i = curve->count; i-- > 0;) {
		double place = strip_place(strips, curve->values[i]);
		double height = is_odd(curve, i) ? STRIP_HEIGHT / 2 : 7 + (double)(i * 5 % 13);

		fprintf(strips->file, "<circle%s cx=\"%.2f%%\" cy=\"%.0f\" r=\"%s\"><title>",
			is_odd(curve, i)        ? " class=odd"
			: is_with_all(curve, i) ? " class=all"
						: "",
			place, height, is_odd(curve, i) ? "4" : "2.5");
		escape_xml(strips->file,
			   curve->names[i] + (is_odd(curve, i) || is_with_all(curve, i)));
		fprintf(strips->file, " %s</title></circle>",
			number_change_text(curve->values[i], change));
	}
}

/* Write the name of the first odd machine and the number of further ones, on the side that has
 * room. Without odd machines, write how many machines changed as their model did. */
static void strip_write_name(const struct strips *strips, const struct cell_curve *curve,
			     double median)
{
	char change[NUMBER_TEXT_MAX];
	size_t odd = 0, all = 0;
	double place;

	while (odd < curve->count && is_odd(curve, odd))
		odd++;
	while (odd + all < curve->count && is_with_all(curve, odd + all))
		all++;
	if (odd + all == 0)
		return;
	place = odd > 0 ? curve->values[0] : median / 100;
	number_change_text(place, change);
	place = strip_place(strips, place);
	fprintf(strips->file, "<text class=odd x=\"%.2f%%\" y=17 dx=\"%d\" text-anchor=%s>", place,
		place > 50 ? -8 : 8, place > 50 ? "end" : "start");
	if (odd > 0)
		escape_xml(strips->file, curve->names[0] + 1);
	else
		fprintf(strips->file, "%s%zu", all == curve->count ? "all " : "", all);
	fprintf(strips->file, " %s", change);
	if (odd > 1)
		fprintf(strips->file, " +%zu", odd - 1);
	fputs("</text>", strips->file);
}

/* Whether a value is at this share of the machines. In places counted from 0, it is then the value
 * of one machine, or divides the distance of two. */
static bool is_at_share(const double *values, size_t count, double value, double share)
{
	double place = share * ((double)count - 1), left = -INFINITY, right = INFINITY;
	size_t below = 0, not_above = 0;

	for (size_t i = 0; i < count; i++) {
		below += values[i] < value;
		not_above += values[i] <= value;
		left = values[i] < value ? fmax(left, values[i]) : left;
		right = values[i] > value ? fmin(right, values[i]) : right;
	}
	if (not_above > below)
		return place > (double)below - PLACE_ROUNDING &&
		       place < (double)not_above - 1 + PLACE_ROUNDING;
	return fabs((double)below - 1 + (value - left) / (right - left) - place) <= PLACE_ROUNDING;
}

static void box_prove(const double *values, size_t count, double low, double high)
{
	proof_require(is_at_share(values, count, low, 0.25) &&
			      is_at_share(values, count, high, 0.75),
		      "a box from %.6g to %.6g is not the interquartile range of %zu machines",
		      low, high, count);
}

static void strip_write(const struct strips *strips, size_t row)
{
	const struct table *table = strips->table;
	const struct cell *median = table_cell(table, row, table_column(table, "median"));
	const struct cell_curve *curve = strip_of(strips, row);
	char number[NUMBER_TEXT_MAX];

	fputs("<td><span class=of>", strips->file);
	escape_xml(strips->file, cell_text_of(table, row, "model"));
	fputs("</span><span class=median>", strips->file);
	if (strcmp(cell_text_of(table, row, "unit"), "%") == 0)
		escape_xml(strips->file, number_change_text(median->quantity->value / 100, number));
	else
		escape_xml(strips->file,
			   number_unit_text(median->quantity->value,
					    cell_text_of(table, row, "unit"), number));
	fprintf(strips->file,
		"</span><svg class=strip height=%.0f role=img aria-label=\"Machines\">"
		"<line class=middle x1=\"50%%\" x2=\"50%%\" y2=%.0f />",
		STRIP_HEIGHT, STRIP_HEIGHT);
	if (curve != NULL) {
		/* A box over the interquartile range. */
		double *sorted = tables_allocate(strips->table->of, curve->count, sizeof(*sorted)),
		       low, high;

		memcpy(sorted, curve->values, curve->count * sizeof(*sorted));
		sort_reals(sorted, curve->count);
		low = stats_quantile(sorted, curve->count, 0.25);
		high = stats_quantile(sorted, curve->count, 0.75);
		box_prove(curve->values, curve->count, low, high);
		low = strip_place(strips, low);
		high = strip_place(strips, high);
		fprintf(strips->file,
			"<rect class=box x=\"%.2f%%\" width=\"%.2f%%\" y=6 height=14 />", low,
			fmax(high - low, 0.3));
		strip_write_dots(strips, curve);
		strip_write_name(strips, curve, median->quantity->value);
	}
	fputs("</svg>", strips->file);
}

static void fleet_write_strips(const struct table *table, FILE *file)
{
	struct strips strips = {.table = table, .file = file};
	size_t end;
	char low[NUMBER_TEXT_MAX], high[NUMBER_TEXT_MAX];

	/* Models in the order of their rows, and the common scale. */
	strips.range = STRIP_LEAST;
	for (size_t i = 0; i < table->row_count; i++) {
		const struct cell_curve *curve = strip_of(&strips, i);
		size_t known = 0;

		while (known < strips.model_count &&
		       !is_same_text(table, i, strips.models[known], "model"))
			known++;
		if (known == strips.model_count && known < STRIP_MODELS_MAX)
			strips.models[strips.model_count++] = i;
		for (size_t j = 0; curve != NULL && j < curve->count; j++) {
			if (!is_odd(curve, j))
				strips.range = fmax(strips.range,
						    fmin(0.5, STRIP_ROOM * fabs(curve->values[j])));
		}
	}
	fputs("<div class=scroll tabindex=0 role=region aria-label=Strips><table class=strips>",
	      file);
	fputs("<thead><tr><th>", file);
	for (size_t i = 0; i < strips.model_count; i++) {
		fputs("<th scope=col>", file);
		escape_xml(file, cell_text_of(table, strips.models[i], "model"));
	}
	fputs("<tr class=range><th>", file);
	for (size_t i = 0; i < strips.model_count; i++)
		fprintf(file,
			"<td><span class=median></span><span class=limits><span>%s</span>"
			"<span>%s</span><span>%s</span></span>",
			number_change_text(-strips.range, low),
			column_title(table, table_column(table, "median")),
			number_change_text(strips.range, high));
	fputs("</thead><tbody>\n", file);
	for (size_t i = 0; i < table->row_count; i = end) {
		end = i + 1;
		while (end < table->row_count && is_same_text(table, i, end, "figure"))
			end++;
		fputs("<tr><th scope=row>", file);
		escape_xml(file, cell_text_of(table, i, "figure"));
		for (size_t model = 0; model < strips.model_count; model++) {
			size_t row = i;

			while (row < end &&
			       !is_same_text(table, row, strips.models[model], "model"))
				row++;
			if (row < end)
				strip_write(&strips, row);
			else
				fputs("<td>", file);
		}
		putc('\n', file);
	}
	fputs("</tbody></table></div>\n", file);
}

/* ---- Rows ---- */

static bool rows_show(const struct table *table, size_t column)
{
	unsigned flags = table->columns[column].flags;

	return (flags & COLUMN_SPARE) == 0 &&
	       ((flags & COLUMN_KEPT) != 0 || column_shows(table, column, true));
}

static void rows_write_cell(const struct table *table, size_t row, size_t column, FILE *file)
{
	const struct column *shape = &table->columns[column];
	const struct cell *cell = table_cell(table, row, column);
	bool is_hot = cell->has_value &&
		      (shape->kind == COLUMN_VERDICT ||
		       (shape->kind == COLUMN_CHANGE && (shape->flags & COLUMN_KEPT) != 0));
	const char *class = !is_hot                      ? ""
			    : cell->verdict == TABLE_BAD ? " worse"
			    : cell->verdict == TABLE_GOOD && shape->kind != COLUMN_VERDICT
				    ? " better"
				    : "";
	char room[CELL_TEXT_MAX];

	if (shape->kind == COLUMN_TEXT && (shape->flags & COLUMN_KEY) != 0)
		fputs("<th scope=row>", file);
	else
		fprintf(file, "<td class=\"%s%s\">", column_is_number(shape) ? "n" : "", class);
	escape_xml(file, cell_for_people(table, row, column, room));
}

static void fleet_write_rows(const struct table *table, FILE *file)
{
	fprintf(file,
		"<div class=scroll tabindex=0 role=region aria-label=\"%s\"><table class=heat>"
		"<thead><tr>",
		table->name);
	for (size_t i = 0; i < table->column_count; i++) {
		const char *head;
		char part[2] = "";

		if (!rows_show(table, i))
			continue;
		fputs(column_is_number(&table->columns[i]) ? "<th scope=col class=n>"
							   : "<th scope=col>",
		      file);
		/* A name may be broken after its dots and underscores. */
		head = column_title(table, i);
		for (; *head != '\0'; head++) {
			part[0] = *head;
			if ((*head & 0x80) == 0)
				escape_xml(file, part);
			else
				putc(*head, file);
			fputs(*head == '.' || *head == '_' ? "<wbr>" : "", file);
		}
	}
	fputs("</thead><tbody>\n", file);
	for (size_t i = 0; i < table->row_count; i++) {
		fputs("<tr>", file);
		for (size_t j = 0; j < table->column_count; j++) {
			if (rows_show(table, j))
				rows_write_cell(table, i, j, file);
		}
		putc('\n', file);
	}
	fputs("</tbody></table></div>\n", file);
}

/* ---- All ---- */

bool page_is_fleet(const struct table *table)
{
	return (table->flags & (TABLE_ODD | TABLE_STRIPS | TABLE_HEAT)) != 0;
}

void page_write_fleet(const struct table *table, FILE *file)
{
	fprintf(file, "<figure id=\"%s\" class=fleet>\n", table->name);
	if ((table->flags & TABLE_ODD) != 0) {
		size_t end;

		fputs("<div class=odds>\n", file);
		for (size_t i = 0; i < table->row_count; i = end) {
			end = i + 1;
			while (end < table->row_count && is_same_text(table, i, end, "machine"))
				end++;
			odd_write_machine(table, i, end, file);
		}
		fputs("</div>\n", file);
	} else if ((table->flags & TABLE_STRIPS) != 0)
		fleet_write_strips(table, file);
	else
		fleet_write_rows(table, file);
	if (table->note[0] != '\0') {
		fputs("<figcaption>", file);
		escape_xml(file, table->note);
		fputs("</figcaption>\n", file);
	}
	if ((table->flags & TABLE_HEAT) == 0)
		page_write_data(table, true, file);
	fputs("</figure>\n", file);
}
