/* SPDX-License-Identifier: MIT */
/* A table with its chart: title, chart, notes and rows. */
#include <string.h>

#include "tools/base/escape.h"
#include "tools/view/chart.h"
#include "tools/view/page.h"

/* The minimum width of a column of the page in pixels (.charts in page.css). A wider drawing has
 * the width of the page. */
#define COLUMN_ROOM 570

static void figure_write_note(const char *note, FILE *file)
{
	if (note[0] == '\0')
		return;
	fputs("<figcaption>", file);
	escape_xml(file, note);
	fputs("</figcaption>\n", file);
}

/* Whether the next table is the same table of another run. The first of these tables begins a row,
 * so that all of them are next to each other. */
static bool figure_begins_row(const struct tables *tables, size_t i)
{
	const char *of_all = tables->items[i]->of_all;
	const char *next = i + 1 < tables->count ? tables->items[i + 1]->of_all : NULL;

	return of_all != NULL && next != NULL && strcmp(of_all, next) == 0 &&
	       strcmp(of_all, tables->items[i]->name) == 0;
}

/* Three figures that a section shows at once share a row. */
static bool figure_is_third(const struct tables *tables, const struct table *table)
{
	size_t count = 0;

	for (size_t i = 0; i < tables->count; i++)
		count += (tables->items[i]->flags & (TABLE_LEAD | TABLE_WIDE)) == TABLE_LEAD &&
			 strcmp(tables->items[i]->section, table->section) == 0;
	return (table->flags & TABLE_LEAD) != 0 && count > 2;
}

static const char *figure_class(const struct page *page, size_t i)
{
	const struct table *table = page->tables->items[i];
	const struct chart *chart = &table->chart;

	if ((chart->kind == CHART_DRAWING && chart->svg_width > COLUMN_ROOM) ||
	    (table->flags & (TABLE_WIDE | TABLE_CURVES | TABLE_CHANGES)) != 0)
		return " class=wide";
	if (page_folds(page) && figure_is_third(page->tables, table))
		return " class=third";
	return figure_begins_row(page->tables, i) ? " class=first" : "";
}

/* What was found, and then what was measured. */
static void figure_write_title(const struct page *page, size_t i)
{
	const struct table *table = page->tables->items[i];
	const char *subject = page->plots[i] != NULL ? page->plots[i]->title
						     : page->tables->items[i]->title;
	FILE *file = page->file;

	fputs("<h3>", file);
	escape_xml(file, table->finding != NULL ? table->finding : subject);
	fputs("</h3><span class=subject>", file);
	if (table->finding != NULL) {
		escape_xml(file, subject);
		putc(' ', file);
	}
	fprintf(file, "<code class=name>%s</code></span>\n", table->name);
}

static void figure_write_content(struct page *page, size_t i)
{
	const struct table *table = page->tables->items[i];
	const struct plot *plot = page->plots[i];
	const struct chart *chart = &table->chart;
	bool is_drawing = chart->kind == CHART_DRAWING;
	FILE *file = page->file;

	if (plot != NULL) {
		page_write_key(plot, file);
		page_write_chart(plot, (table->flags & TABLE_WIDE) != 0, file);
	}
	if (is_drawing) {
		fputs("<div class=scroll tabindex=0 role=region aria-label=Chart>\n", file);
		page_drawing(table, file);
		fputs("</div>\n", file);
	}
	if ((table->flags & TABLE_CURVES) != 0)
		page_write_curves(table, file);
	if ((table->flags & TABLE_CHANGES) != 0)
		page_write_changes(table, file);
	figure_write_note(table->note, file);
	figure_write_note(chart->note != NULL ? chart->note : "", file);
	if (plot != NULL && plot->unit != NULL)
		fprintf(file, "<figcaption>Drawn: metrics in %s; the others are in the table."
			"</figcaption>\n", plot->unit);
	if (plot != NULL && table->row_count > CHART_ROWS_MAX && chart->kind != CHART_LAYERS)
		fprintf(file, "<figcaption>Drawn: the first %d of %zu rows.</figcaption>\n",
			CHART_ROWS_MAX, table->row_count);
	if ((table->flags & TABLE_CHANGES) == 0)
		/* Key metrics: values that the chart does not have. */
		page_write_data(table, (plot != NULL && (table->flags & TABLE_CARDS) == 0) ||
				is_drawing || (table->flags & TABLE_CURVES) != 0, file);
}

void page_write_figure(struct page *page, size_t i)
{
	fprintf(page->file, "<figure id=\"%s\"%s>\n", page->tables->items[i]->name,
		figure_class(page, i));
	figure_write_title(page, i);
	figure_write_content(page, i);
	fputs("</figure>\n", page->file);
}

void page_write_folded(struct page *page, size_t i)
{
	const struct table *table = page->tables->items[i];

	fprintf(page->file, "<figure id=\"%s\"%s><details class=fold><summary>", table->name,
		(table->flags & TABLE_WIDE) != 0 ? " class=wide" : "");
	figure_write_title(page, i);
	fputs("</summary>\n", page->file);
	figure_write_content(page, i);
	fputs("</details></figure>\n", page->file);
}
