/* SPDX-License-Identifier: MIT */
/* The complete page: the title, then each section's tables with their charts. */
#include "tools/view/page.h"

#include <string.h>

#include "tools/base/build_id.h"
#include "tools/base/escape.h"
#include "tools/base/file.h"
#include "tools/view/chart.h"

/* The minimum width of a column of the page in pixels (.charts in page_style.c). A wider drawing
 * has the width of the page. */
#define COLUMN_ROOM 570

#define NOTICES_MAX 8

/* State while tables are written to a page. */
struct page {
	const struct tables *tables;
	const struct plot **plots; /* of each table, or NULL */
	FILE *file;
};

/* ---- A table with its chart ---- */

static void page_write_note(const char *note, FILE *file)
{
	if (note[0] == '\0')
		return;
	fputs("<figcaption>", file);
	escape_xml(file, note);
	fputs("</figcaption>\n", file);
}

/* Whether the next table is the same table of another run. The first of them begins a row, so that
 * all are next to each other. */
static bool begins_row(const struct tables *tables, size_t i)
{
	const char *of_all = tables->items[i]->of_all;
	const char *next = i + 1 < tables->count ? tables->items[i + 1]->of_all : NULL;

	return of_all != NULL && next != NULL && strcmp(of_all, next) == 0 &&
	       strcmp(of_all, tables->items[i]->name) == 0;
}

static void page_write_figure(struct page *page, size_t i)
{
	const struct table *table = page->tables->items[i];
	const struct plot *plot = page->plots[i];
	const struct chart *chart = &table->chart;
	bool is_drawing = chart->kind == CHART_DRAWING;
	bool is_wide = (is_drawing && chart->svg_width > COLUMN_ROOM) ||
		       (table->flags & (TABLE_WIDE | TABLE_CURVES)) != 0;
	FILE *file = page->file;

	fprintf(file, "<figure id=\"%s\"%s>\n<h3>", table->name,
		is_wide ? " class=wide" : begins_row(page->tables, i) ? " class=first" : "");
	fprintf(file, "<span class=name>%s</span> ", table->name);
	escape_xml(file, plot != NULL ? plot->title : table->title);
	fputs("</h3>\n", file);
	if (plot != NULL)
		page_write_key(plot, file);
	if (plot != NULL)
		page_write_chart(plot, file);
	if (is_drawing) {
		fputs("<div class=scroll tabindex=0 role=region aria-label=Chart>\n", file);
		page_drawing(table, file);
		fputs("</div>\n", file);
	}
	if ((table->flags & TABLE_CURVES) != 0)
		page_write_curves(table, file);
	page_write_note(table->note, file);
	page_write_note(chart->note != NULL ? chart->note : "", file);
	if (plot != NULL && plot->unit != NULL)
		fprintf(file, "<figcaption>Drawn: metrics in %s; the others are in the table."
			"</figcaption>\n", plot->unit);
	if (plot != NULL && table->row_count > CHART_ROWS_MAX && chart->kind != CHART_LAYERS)
		fprintf(file, "<figcaption>Drawn: the first %d of %zu rows.</figcaption>\n",
			CHART_ROWS_MAX, table->row_count);
	page_write_data(table, plot != NULL || is_drawing || (table->flags & TABLE_CURVES) != 0,
			file);
	fputs("</figure>\n", file);
}

/* ---- The page ---- */

/* Whether the table belongs in a section and has content. The head shows tables without a
 * section. */
static bool is_in_section(const struct table *table)
{
	return table->row_count > 0 && table->section[0] != '\0';
}

static bool begins_section(const struct tables *tables, size_t i)
{
	const char *section = tables->items[i]->section;

	if (!is_in_section(tables->items[i]))
		return false;
	while (i-- > 0) {
		if (is_in_section(tables->items[i]))
			return strcmp(tables->items[i]->section, section) != 0;
	}
	return true;
}

static void write_navigation(const struct page *page)
{
	fputs("<nav aria-label=Sections><ul>\n", page->file);
	for (size_t i = 0; i < page->tables->count; i++) {
		if (!begins_section(page->tables, i))
			continue;
		fprintf(page->file, "<li><a href=\"#section-%zu\">", i);
		escape_xml(page->file, page->tables->items[i]->section);
		fputs("</a></li>\n", page->file);
	}
	fputs("</ul></nav>\n", page->file);
}

static void page_begin_section(const struct page *page, size_t i)
{
	fprintf(page->file, "<h2 id=\"section-%zu\">", i);
	escape_xml(page->file, page->tables->items[i]->section);
	fputs("</h2>\n", page->file);
}

/* Facts and cards have the width of the page. */
static void page_write_wide(const struct table *table, FILE *file)
{
	if ((table->flags & TABLE_FACTS) != 0)
		page_write_facts(table, file);
	else
		page_write_cards(table, file);
}

/* Charts and tables with rows are in columns. Cards may have a chart too. */
static bool page_has_figure(const struct page *page, size_t i)
{
	unsigned flags = page->tables->items[i]->flags;

	return (flags & (TABLE_FACTS | TABLE_CARDS)) == 0 || page->plots[i] != NULL;
}

static void page_write_sections(struct page *page)
{
	bool is_open = false, is_wide;

	for (size_t i = 0; i < page->tables->count; i++) {
		const struct table *table = page->tables->items[i];

		if (!is_in_section(table))
			continue;
		is_wide = (table->flags & (TABLE_FACTS | TABLE_CARDS)) != 0;
		if (is_open && (is_wide || begins_section(page->tables, i))) {
			fputs("</div>\n", page->file);
			is_open = false;
		}
		if (begins_section(page->tables, i))
			page_begin_section(page, i);
		if (is_wide)
			page_write_wide(table, page->file);
		if (!page_has_figure(page, i))
			continue;
		fputs(is_open ? "" : "<div class=charts>\n", page->file);
		is_open = true;
		page_write_figure(page, i);
	}
	fputs(is_open ? "</div>\n" : "", page->file);
}

static void write_badges(const struct tables *tables, FILE *file)
{
	static const char *const kinds[] = {
		[TABLE_GOOD] = "good",
		[TABLE_BAD] = "bad",
		[TABLE_UNKNOWN] = "warn",
		[TABLE_NEUTRAL] = "plain",
	};

	fputs("<p>", file);
	for (size_t i = 0; i < tables->badge_count; i++) {
		fprintf(file, "<span class=\"badge %s\">", kinds[tables->badges[i].verdict]);
		escape_xml(file, tables->badges[i].text);
		fputs("</span>", file);
	}
	fputs("</p>\n", file);
}

static bool page_is_notice(const struct row *row)
{
	return row->is_bad || row->is_warning;
}

static void write_notice(const struct table *table, size_t row, FILE *file)
{
	const char *name = table_cell(table, row, 0)->text;

	fputs(table->rows[row].is_bad ? "<p class=\"notice bad\">" : "<p class=notice>", file);
	escape_xml(file, name);
	fputs(name[0] != '\0' ? ": " : "", file);
	escape_xml(file, table_cell(table, row, 1)->text);
	fputs("</p>\n", file);
}

/* Warnings come first; at most a few are shown. */
static void write_notices(const struct tables *tables, FILE *file)
{
	size_t count = 0;

	for (size_t i = 0; i < tables->count; i++) {
		const struct table *table = tables->items[i];

		for (size_t j = 0; j < table->row_count && count < NOTICES_MAX; j++) {
			if ((table->flags & TABLE_FACTS) == 0 || !page_is_notice(&table->rows[j]))
				continue;
			count++;
			write_notice(table, j, file);
		}
	}
}

/* Whether no badge is bad. The page then begins with metrics. */
static bool page_is_good(const struct tables *tables)
{
	for (size_t i = 0; i < tables->badge_count; i++) {
		if (tables->badges[i].verdict == TABLE_BAD)
			return false;
	}
	return tables->badge_count > 0;
}

/* The tables without a section, collapsed if no badge is bad. */
static void page_write_head_tables(struct page *page)
{
	const struct tables *tables = page->tables;
	FILE *file = page->file;
	bool has_begun = false;

	for (size_t i = 0; i < tables->count; i++) {
		const struct table *table = tables->items[i];

		if (table->row_count == 0 || table->section[0] != '\0')
			continue;
		if (!has_begun)
			fprintf(file, "<details class=head%s><summary>Machine, boot, clock and "
				"self-tests</summary>\n", page_is_good(tables) ? "" : " open");
		has_begun = true;
		if ((table->flags & TABLE_FACTS) != 0)
			page_write_facts(table, file);
		else
			page_write_figure(page, i);
	}
	if (has_begun)
		fputs("</details>\n", file);
}

static void page_write_header(struct page *page)
{
	const struct tables *tables = page->tables;
	FILE *file = page->file;

	fputs("<header>\n<h1>", file);
	escape_xml(file, tables->title);
	fputs("</h1>\n", file);
	if (tables->subtitle[0] != '\0') {
		fputs("<p class=machine>", file);
		escape_xml(file, tables->subtitle);
		fputs("</p>\n", file);
	}
	if (tables->badge_count > 0)
		write_badges(tables, file);
	write_notices(tables, file);
	page_write_head_tables(page);
	fputs("</header>\n", file);
}

static void page_write_head(FILE *file)
{
	fputs("<!doctype html>\n<html lang=en>\n<head>\n<meta charset=utf-8>\n"
	      "<meta name=viewport content=\"width=device-width,initial-scale=1\">\n"
	      "<meta http-equiv=Content-Security-Policy content=\"default-src 'none'; style-src "
	      "'unsafe-inline';img-src data:\">\n<title>Bareline</title>\n"
	      "<link rel=icon href=\"data:,\">\n<style>\n",
	      file);
	fputs(page_style, file);
	fputs("</style>\n</head>\n<body>\n"
	      "<a class=skip href=\"#main\">Skip to the metrics</a>\n", file);
}

void page_write(const struct tables *tables, FILE *file, bool has_charts)
{
	struct page page = {
		.tables = tables,
		.file = file,
		.plots = tables_allocate((struct tables *)tables, tables->count,
					 sizeof(*page.plots)),
	};

	for (size_t i = 0; has_charts && i < tables->count; i++)
		page.plots[i] = chart_make_plot(tables->items[i]);
	page_write_head(file);
	page_write_header(&page);
	write_navigation(&page);
	fputs("<main id=main>\n", file);
	page_write_sections(&page);
	fputs("</main>\n<footer>Medians with 95 % confidence intervals by order statistics, of "
	      "this boot "
	      "unless stated otherwise; they exclude variation between boots. Point at a mark to "
	      "see its value. Made by bareline ", file);
	escape_xml(file, build_id);
	fputs(".</footer>\n</body>\n</html>\n", file);
}

bool page_write_file(const struct tables *tables, const char *path, bool has_charts)
{
	FILE *file = file_create(path);

	if (file == NULL)
		return false;
	page_write(tables, file, has_charts);
	return file_finish(file, path);
}
