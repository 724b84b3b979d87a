/* SPDX-License-Identifier: MIT */
/* A table on the page: rows; facts as a list; key metrics as cards. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "tools/base/escape.h"
#include "tools/table/number.h"
#include "tools/view/cell.h"
#include "tools/view/page.h"

#define BAR_PIXELS 110  /* longest bar of a change */

/* Cold samples, which are not in the chart, are left to `show --all`. */
static bool page_shows_row(const struct table *table, size_t row)
{
	return table->chart.kind == CHART_NONE || !table->rows[row].is_detail ||
	       !table->rows[row].is_undrawn;
}

/* Whether a column has one value in all rows of the page. */
static bool page_is_constant(const struct table *table, size_t column)
{
	size_t first = 0;

	while (first < table->row_count && !page_shows_row(table, first))
		first++;
	for (size_t i = first + 1; i < table->row_count; i++) {
		if (page_shows_row(table, i) && !cell_is_same(table, column, first, i))
			return false;
	}
	return true;
}

static bool page_shows_column(const struct table *table, size_t column)
{
	const unsigned detail_key = COLUMN_KEY | COLUMN_DETAIL;
	unsigned flags = table->columns[column].flags;

	if ((flags & COLUMN_SPARE) != 0 ||
	    ((flags & detail_key) == detail_key && page_is_constant(table, column)))
		return false;
	return column_shows(table, column, true);
}

/* A shaded table has no room for intervals; text and JSON have them. */
static bool page_has_intervals(const struct table *table, size_t column)
{
	for (size_t i = 0; i < table->column_count; i++) {
		if ((table->columns[i].flags & COLUMN_HEAT) != 0)
			return false;
	}
	return column_has_intervals(table, column);
}

/* ---- Shades ---- */

/* A value counts as more only from this multiple of the least on. */
static const double shades[] = {1.0005, 1.02, 1.05, 1.15, 1.5};

/* The least value of a row's shaded columns; INFINITY if fewer than two have one. */
static double row_least(const struct table *table, size_t row)
{
	double least = INFINITY, value;
	size_t count = 0;

	for (size_t i = 0; i < table->column_count; i++) {
		if ((table->columns[i].flags & COLUMN_HEAT) == 0 ||
		    !cell_value(table, row, i, &value) || value <= 0)
			continue;
		count++;
		least = fmin(least, value);
	}
	return count > 1 ? least : INFINITY;
}

/* ---- Bars ---- */

/* A bar from 0 to a change, as long as its part of the column's largest. */
static void page_write_delta(const struct table *table, size_t row, size_t column, FILE *file)
{
	double value = strtod(table_text(table, row, column), NULL), most = 0;

	for (size_t i = 0; i < table->row_count; i++)
		most = fmax(most, fabs(strtod(table_text(table, i, column), NULL)));
	fprintf(file, "<td class=delta><svg class=%s width=%d height=10 aria-hidden=true>"
		"<rect width=\"%.1f%%\" height=10 /></svg><b>", value > 0 ? "bad" : "good",
		BAR_PIXELS, most > 0 ? 100 * fabs(value) / most : 0);
	escape_xml(file, table_text(table, row, column));
	fputs("</b>", file);
}

/* ---- Rows ---- */

static void page_write_cell(const struct table *table, size_t row, size_t column,
			    bool has_intervals, FILE *file)
{
	const struct column *shape = &table->columns[column];
	const struct cell *cell = table_cell(table, row, column);
	bool is_bad = shape->kind == COLUMN_VERDICT && cell->has_value &&
		      cell->verdict == TABLE_BAD;
	char room[CELL_TEXT_MAX];

	if ((shape->flags & COLUMN_DELTA) != 0) {
		page_write_delta(table, row, column, file);
		return;
	}
	if ((shape->flags & COLUMN_HEAT) != 0 && cell->has_value) {
		char text[NUMBER_TEXT_MAX];
		double value = 0, least = row_least(table, row);
		size_t shade = 0;

		cell_value(table, row, column, &value);
		while (isfinite(least) && shade < COUNT(shades) && value >= shades[shade] * least)
			shade++;
		fprintf(file, "<td class=heat%zu>", shade);
		escape_xml(file, cell_for_people(table, row, column, room));
		if (shade > 0)
			fprintf(file, " <small>× %s</small>",
				number_short_text(value / least, text));
		else if (isfinite(least) && value > 0)
			fputs(" <small>least</small>", file);
		return;
	}
	fputs(column_is_number(shape) ? "<td>" : is_bad ? "<td class=\"t bad\">" : "<td class=t>",
	      file);
	escape_xml(file, cell_for_people(table, row, column, room));
	if (!has_intervals)
		return;
	fputs("<td>", file);
	escape_xml(file, cell_interval(cell, room));
}

/* A remark on consecutive rows is written below the last of them. */
static bool page_ends_remark(const struct table *table, size_t row)
{
	const char *remark = row_remark(&table->rows[row]);
	const char *next = row + 1 < table->row_count ? row_remark(&table->rows[row + 1]) : "";

	return remark[0] != '\0' &&
	       ((table->flags & TABLE_REMARKS) != 0 || strcmp(remark, next) != 0);
}

/* Write the rows. Column properties depend on all rows, so they are computed once. Most cells are
 * numbers, so only texts have a class. */
static void page_write_rows(const struct table *table, FILE *file)
{
	size_t count = table->column_count;
	bool *shows = tables_allocate(table->of, count, sizeof(*shows));
	bool *has_intervals = tables_allocate(table->of, count, sizeof(*has_intervals));

	for (size_t i = 0; i < count; i++) {
		shows[i] = page_shows_column(table, i);
		has_intervals[i] = page_has_intervals(table, i);
	}
	fputs("<table><thead><tr>", file);
	for (size_t i = 0; i < table->column_count; i++) {
		const struct column *column = &table->columns[i];

		if (!page_shows_column(table, i))
			continue;
		fputs(column_is_number(column) ? "<th scope=col>" : "<th scope=col class=t>", file);
		escape_xml(file, column_title(table, i));
		if (page_has_intervals(table, i))
			fprintf(file, "<th scope=col>%s", table->interval_name);
	}
	fputs("</thead><tbody>", file);
	for (size_t i = 0; i < table->row_count; i++) {
		if (!page_shows_row(table, i))
			continue;
		fputs(table->rows[i].is_bad ? "\n<tr class=bad>" : "\n<tr>", file);
		for (size_t j = 0; j < count; j++) {
			if (shows[j])
				page_write_cell(table, i, j, has_intervals[j], file);
		}
		if (page_ends_remark(table, i)) {
			fprintf(file, "\n<tr class=remark><td colspan=%zu>",
				2 * table->column_count);
			escape_xml(file, row_remark(&table->rows[i]));
		}
	}
	fputs("</tbody></table>", file);
}

/* A table without a chart is expanded. */
void page_write_data(const struct table *table, bool has_chart, FILE *file)
{
	const char *unit = has_chart ? title_unit(table) : NULL;
	size_t rows = 0;

	for (size_t i = 0; i < table->row_count; i++)
		rows += page_shows_row(table, i);
	/* A chart's title omits the unit, because its axes have their own. */
	fprintf(file, "<details class=data%s><summary>Data, %zu row%s%s", has_chart ? "" : " open",
		rows, rows == 1 ? "" : "s", unit != NULL ? UNIT_SEPARATOR : "");
	escape_xml(file, unit != NULL ? unit : "");
	if (rows < table->row_count)
		fputs("; cold samples by <code>bareline show --all</code>", file);
	fprintf(file,
		"</summary>\n<div class=scroll tabindex=0 role=region aria-label=\"Data of %s\">",
		table->name);
	page_write_rows(table, file);
	fputs("</div></details>\n", file);
}

void page_write_facts(const struct table *table, FILE *file)
{
	bool is_code = (table->flags & TABLE_COMMANDS) != 0;

	if (table->title[0] != '\0') {
		fputs("<h3>", file);
		escape_xml(file, table->title);
		fputs("</h3>\n", file);
	}
	fprintf(file, "<dl id=\"%s\">\n", table->name);
	for (size_t i = 0; i < table->row_count; i++) {
		const char *name = table_text(table, i, 0);

		fputs("<dt>", file);
		escape_xml(file, name + strspn(name, " "));
		fputs(table->rows[i].is_bad ? "</dt><dd class=bad>" : "</dt><dd>", file);
		fputs(is_code ? "<code>" : "", file);
		escape_xml(file, table_text(table, i, 1));
		fputs(is_code ? "</code></dd>\n" : "</dd>\n", file);
	}
	fputs("</dl>\n", file);
}

/* The marks of a row's metric; "" without marks. */
static const char *row_marks(const struct table *table, size_t row, char room[CELL_TEXT_MAX])
{
	size_t marks = table_column(table, "marks");

	return marks < table->column_count ? cell_for_people(table, row, marks, room) : "";
}

/* One card per metric: value, interval and name. */
void page_write_cards(const struct table *table, FILE *file)
{
	size_t value = 0;
	char room[CELL_TEXT_MAX];

	while (value < table->column_count && table->columns[value].kind != COLUMN_QUANTITY)
		value++;
	fputs("<ul class=figures>\n", file);
	for (size_t i = 0; i < table->row_count && value < table->column_count; i++) {
		fputs("<li><span class=what>", file);
		escape_xml(file, cell_for_people(table, i, 0, room));
		fputs("</span><b>", file);
		escape_xml(file, cell_for_people(table, i, value, room));
		fputs(" <small>", file);
		escape_xml(file, cell_unit(table, i, value));
		escape_xml(file, row_marks(table, i, room)[0] != '\0' ? " " : "");
		escape_xml(file, row_marks(table, i, room));
		fputs("</small></b><span class=range>", file);
		escape_xml(file, cell_interval(table_cell(table, i, value), room));
		fputs("</span></li>\n", file);
	}
	fputs("</ul>\n", file);
}
