/* SPDX-License-Identifier: MIT */
/* Operations of two sides on one logarithmic axis, with a circle and a dot in each row. Operations
 * with a ratio come first. Operations that do more on the second side follow, with their
 * difference. The table's columns are "operation", "metal", "linux", "ratio", "difference", "unit",
 * "marks" and "aside". */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "tools/base/escape.h"
#include "tools/table/number.h"
#include "tools/view/cell.h"
#include "tools/view/page.h"
#include "tools/view/page_axis.h"

enum { SIDE_BASE, SIDE_OTHER, SIDE_COUNT };

struct sides {
	const struct table *table;
	FILE *file;
	size_t values[SIDE_COUNT], ratio, difference, marks, aside; /* columns */
	struct page_axis axis;
};

struct side_row {
	size_t row;
	bool has_ratio;
	double by; /* the ratio or the difference */
};

static int side_row_compare(const void *a, const void *b)
{
	const struct side_row *left = a, *right = b;

	if (left->has_ratio != right->has_ratio)
		return left->has_ratio ? -1 : 1;
	if (left->by != right->by)
		return left->by < right->by ? -1 : 1;
	return left->row < right->row ? -1 : left->row > right->row;
}

static double side_value(const struct sides *sides, size_t row, int side)
{
	double value = NAN;

	cell_value(sides->table, row, sides->values[side], &value);
	return value;
}

/* ---- Parts ---- */

static void sides_write_head(const struct sides *sides)
{
	const struct table *table = sides->table;
	FILE *file = sides->file;

	fprintf(file, "<table class=\"ladder sides\" id=\"%s.sides\"><thead><tr>"
		"<th scope=col>operation", table->name);
	for (int side = 0; side < SIDE_COUNT; side++) {
		fprintf(file, "<th scope=col class=\"n side%d\">", side);
		escape_xml(file, column_head(table->of, &table->columns[sides->values[side]]));
	}
	fputs("<th scope=col class=axis>", file);
	page_axis_write_ticks(&sides->axis, file);
	fputs("<th scope=col class=n>times</thead><tbody>\n", file);
}

static void sides_write_group(const struct sides *sides, bool has_ratio)
{
	const struct table *table = sides->table;
	FILE *file = sides->file;
	const char *names[SIDE_COUNT];

	for (int side = 0; side < SIDE_COUNT; side++)
		names[side] = column_head(table->of, &table->columns[sides->values[side]]);
	fputs("<tr class=group><th colspan=5 scope=rowgroup>", file);
	if (!has_ratio) {
		fputs("More work under ", file);
		escape_xml(file, names[SIDE_OTHER]);
		fputs(": <span class=aside>a difference, no ratio</span>\n", file);
		return;
	}
	fputs("The same work on both sides: <span class=aside>a ratio</span> "
	      "<svg class=sign width=12 height=12><circle class=base cx=6 cy=6 r=4 /></svg>", file);
	escape_xml(file, names[SIDE_BASE]);
	fputs(" <svg class=sign width=12 height=12><circle cx=6 cy=6 r=5 /></svg>", file);
	escape_xml(file, names[SIDE_OTHER]);
	putc('\n', file);
}

static void side_write_circle(const struct sides *sides, size_t row, int side, const char *class)
{
	double value = side_value(sides, row, side);
	char text[NUMBER_TEXT_MAX];

	fprintf(sides->file, "<circle%s cx=\"%.2f%%\" cy=14 r=5><title>", class,
		page_axis_place(&sides->axis, value));
	escape_xml(sides->file, number_unit_text(value, sides->axis.unit, text));
	fputs("</title></circle>", sides->file);
}

/* Whether the interval of a ratio includes 1. */
static bool ratio_is_unclear(const struct cell *cell)
{
	const struct quantity *ratio = cell->quantity;

	return ratio->interval == INTERVAL_95 && ratio->low <= 1 && ratio->high >= 1;
}

static void sides_write_row(const struct sides *sides, const struct side_row *at)
{
	const struct table *table = sides->table;
	FILE *file = sides->file;
	char text[NUMBER_TEXT_MAX], room[CELL_TEXT_MAX];
	bool is_unclear = at->has_ratio &&
			  ratio_is_unclear(table_cell(table, at->row, sides->ratio));

	fputs("<tr><th scope=row>", file);
	escape_xml(file, tables_title(table->of, table_text(table, at->row, 0)));
	fputs(" <span class=aside>", file);
	escape_xml(file, cell_for_people(table, at->row, sides->aside, room));
	fputs("</span>", file);
	for (int side = 0; side < SIDE_COUNT; side++) {
		fprintf(file, "<td class=\"n side%d\">", side);
		escape_xml(file, number_label_text(side_value(sides, at->row, side),
						   sides->axis.unit, text));
		if (side == SIDE_OTHER) {
			putc(' ', file);
			escape_xml(file, cell_for_people(table, at->row, sides->marks, room));
		}
	}
	fputs("<td class=axis>", file);
	page_axis_begin_row(&sides->axis, file);
	fprintf(file, "<line class=from x1=\"%.2f%%\" x2=\"%.2f%%\" y1=14 y2=14 />",
		page_axis_place(&sides->axis, side_value(sides, at->row, SIDE_BASE)),
		page_axis_place(&sides->axis, side_value(sides, at->row, SIDE_OTHER)));
	side_write_circle(sides, at->row, SIDE_OTHER, is_unclear ? " class=unclear" : "");
	side_write_circle(sides, at->row, SIDE_BASE, " class=base");
	fputs(is_unclear ? "</svg><td class=\"n aside\">" : "</svg><td class=n><b>", file);
	if (at->has_ratio)
		fprintf(file, is_unclear ? "×\u00a0%s, unclear" : "×\u00a0%s</b>",
			number_short_text(at->by, text));
	else
		fprintf(file, "%s%s</b>", at->by >= 0 ? "+" : "",
			number_label_text(at->by, sides->axis.unit, text));
	putc('\n', file);
}

/* ---- All ---- */

/* The rows that have a place on the axis, in their order. Sets the axis; returns their number. */
static size_t sides_sort(struct sides *sides, struct side_row *rows)
{
	const struct table *table = sides->table;
	double least = INFINITY, most = 0;
	size_t count = 0;

	for (size_t i = 0; i < table->row_count; i++) {
		double base = side_value(sides, i, SIDE_BASE);
		double other = side_value(sides, i, SIDE_OTHER);
		struct side_row row = {.row = i};

		if (!(base > 0 && other > 0))
			continue;
		row.has_ratio = cell_value(table, i, sides->ratio, &row.by);
		if (!row.has_ratio && !cell_value(table, i, sides->difference, &row.by))
			continue;
		least = fmin(least, fmin(base, other));
		most = fmax(most, fmax(base, other));
		rows[count++] = row;
	}
	if (count > 0)
		sides->axis = page_axis_make(least, most, cell_unit(table, rows[0].row,
								    sides->values[SIDE_BASE]));
	qsort(rows, count, sizeof(*rows), side_row_compare);
	return count;
}

void page_write_sides(const struct table *table, FILE *file)
{
	struct sides sides = {
		.table = table,
		.file = file,
		.values = {table_column(table, "metal"), table_column(table, "linux")},
		.ratio = table_column(table, "ratio"),
		.difference = table_column(table, "difference"),
		.marks = table_column(table, "marks"),
		.aside = table_column(table, "aside"),
	};
	struct side_row *rows = tables_allocate(table->of, table->row_count + 1, sizeof(*rows));
	size_t count = sides_sort(&sides, rows);

	if (count == 0)
		return;
	sides_write_head(&sides);
	for (size_t i = 0; i < count; i++) {
		if (i == 0 || rows[i].has_ratio != rows[i - 1].has_ratio)
			sides_write_group(&sides, rows[i].has_ratio);
		sides_write_row(&sides, &rows[i]);
	}
	fputs("</tbody></table>\n", file);
	if (table->note[0] != '\0') {
		fputs("<p class=subject>", file);
		escape_xml(file, table->note);
		fputs("</p>\n", file);
	}
}
