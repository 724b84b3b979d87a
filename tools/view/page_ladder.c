/* SPDX-License-Identifier: MIT */
/* Key metrics as a ladder: sorted, each with its interval and a dot on one logarithmic axis. The
 * table's column "axis" has the positions, "aside" a remark. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "tools/base/escape.h"
#include "tools/base/proof.h"
#include "tools/table/number.h"
#include "tools/view/cell.h"
#include "tools/view/page.h"
#include "tools/view/page_axis.h"

/* An interval that extends further from its value is marked. */
#define WIDE_PART 0.05

/* Relative, of a place that is read back. */
#define PLACE_ROUNDING 1e-6

struct ladder {
	const struct table *table;
	FILE *file;
	size_t value, axis, aside;      /* columns */
	struct page_axis scale;
};

struct rung {
	size_t row;
	double at; /* INFINITY: not on the axis */
};

static int rung_compare(const void *a, const void *b)
{
	const struct rung *left = a, *right = b;

	if (left->at != right->at)
		return left->at < right->at ? -1 : 1;
	return left->row < right->row ? -1 : left->row > right->row;
}

static void ladder_write_head(const struct ladder *ladder)
{
	const char *unit = ladder->table->columns[ladder->axis].unit;

	fprintf(ladder->file, "<table class=ladder id=\"%s\"><thead><tr><th scope=col>",
		ladder->table->name);
	escape_xml(ladder->file, ladder->table->title);
	fprintf(ladder->file, "<th scope=col class=n>%s<th scope=col class=n>",
		unit[0] == 'n' ? "" : unit);
	escape_xml(ladder->file, ladder->table->interval_name);
	fputs("<th scope=col class=axis>", ladder->file);
	page_axis_write_ticks(&ladder->scale, ladder->file);
	fputs("</thead><tbody>\n", ladder->file);
}

/* ---- Rows ---- */

static bool ladder_is_wide(const struct cell *cell)
{
	const struct quantity *quantity = cell->quantity;

	return quantity->interval == INTERVAL_95 &&
	       fmax(quantity->high - quantity->value, quantity->value - quantity->low) >
		       WIDE_PART * fabs(quantity->value);
}

/* Read the end of an interval back from its place, which may be cut off at the axis's ends. */
static void ladder_prove(const struct ladder *ladder, const struct rung *rung, double place,
			 double end, double value)
{
	const struct page_axis *axis = &ladder->scale;
	double read = axis->low * pow(axis->high / axis->low, place / 100) * value / rung->at;

	proof_require((place <= 0 && end <= read) || (place >= 100 && end >= read) ||
			      fabs(read - end) <= PLACE_ROUNDING * fabs(end),
		      "the end of an interval, %.6g, is drawn at %.6g", end, read);
}

/* Write the interval, relative to the value. It is as long for a rate as for the time of a line. It
 * is cut off at the ends of the axis. */
static void ladder_write_mark(const struct ladder *ladder, const struct rung *rung,
			      const struct quantity *quantity, const char *text)
{
	double place = page_axis_place(&ladder->scale, rung->at);
	FILE *file = ladder->file;

	page_axis_begin_row(&ladder->scale, file);
	fprintf(file, "<line class=from x2=\"%.2f%%\" y1=14 y2=14 />", place);
	if (quantity->interval == INTERVAL_95 && quantity->low > 0) {
		double down = quantity->low / quantity->value;
		double up = quantity->high / quantity->value;
		double begin = fmax(page_axis_place(&ladder->scale, rung->at * down), 0);
		double end = fmin(page_axis_place(&ladder->scale, rung->at * up), 100);

		ladder_prove(ladder, rung, begin, quantity->low, quantity->value);
		ladder_prove(ladder, rung, end, quantity->high, quantity->value);
		fprintf(file, "<line class=interval x1=\"%.2f%%\" x2=\"%.2f%%\" y1=14 y2=14 />",
			begin, end);
	}
	fprintf(file, "<circle cx=\"%.2f%%\" cy=14 r=5><title>", place);
	escape_xml(file, text);
	fputs("</title></circle></svg>", file);
}

/* The value with its unit. If the head of the column has the unit, the value alone. */
static const char *ladder_value(const struct ladder *ladder, size_t row, char text[NUMBER_TEXT_MAX])
{
	const struct table *table = ladder->table;
	const char *unit = cell_unit(table, row, ladder->value);
	double value = table_cell(table, row, ladder->value)->quantity->value;

	if (strcmp(unit, "ns") != 0 && strcmp(unit, table->columns[ladder->axis].unit) == 0)
		return number_label_text(value, unit, text);
	return number_unit_text(value, unit, text);
}

static void ladder_write_row(const struct ladder *ladder, const struct rung *rung)
{
	const struct table *table = ladder->table;
	const struct cell *cell = table_cell(table, rung->row, ladder->value);
	bool is_on_axis = isfinite(rung->at), is_wide = ladder_is_wide(cell);
	char value[NUMBER_TEXT_MAX], room[CELL_TEXT_MAX];
	const char *aside = cell_for_people(table, rung->row, ladder->aside, room);

	ladder_value(ladder, rung->row, value);
	fputs("<tr><th scope=row>", ladder->file);
	escape_xml(ladder->file, tables_title(table->of, table_text(table, rung->row, 0)));
	if (aside[0] != '\0') {
		fputs(" <span class=aside>", ladder->file);
		escape_xml(ladder->file, aside);
		fputs("</span>", ladder->file);
	}
	fputs("<td class=n><b>", ladder->file);
	escape_xml(ladder->file, value);
	fprintf(ladder->file, "</b><td class=\"n spread%s\">%s%s<td class=axis>",
		is_wide ? " wide" : "", cell_spread(cell, room), is_wide ? ", wide" : "");
	if (is_on_axis)
		ladder_write_mark(ladder, rung, cell->quantity, value);
	putc('\n', ladder->file);
}

/* ---- All ---- */

/* The rows by position. Returns the number that are on the axis. */
static size_t ladder_sort(struct ladder *ladder, struct rung *rungs)
{
	size_t count = 0;

	for (size_t i = 0; i < ladder->table->row_count; i++) {
		double at;

		rungs[i] = (struct rung){i, INFINITY};
		if (cell_value(ladder->table, i, ladder->axis, &at) && at > 0) {
			rungs[i].at = at;
			count++;
		}
	}
	qsort(rungs, ladder->table->row_count, sizeof(*rungs), rung_compare);
	return count;
}

void page_write_ladder(const struct table *table, FILE *file)
{
	struct ladder ladder = {
		.table = table,
		.file = file,
		.value = table_column(table, "median"),
		.axis = table_column(table, "axis"),
		.aside = table_column(table, "aside"),
	};
	struct rung *rungs = tables_allocate(table->of, table->row_count, sizeof(*rungs));
	size_t on_axis = ladder_sort(&ladder, rungs);

	if (on_axis == 0) {
		page_write_cards(table, file);
		return;
	}
	ladder.scale = page_axis_make(rungs[0].at, rungs[on_axis - 1].at,
				      table->columns[ladder.axis].unit);
	ladder_write_head(&ladder);
	for (size_t i = 0; i < table->row_count; i++)
		ladder_write_row(&ladder, &rungs[i]);
	fputs("</tbody></table>\n", file);
}
