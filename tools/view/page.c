/* SPDX-License-Identifier: MIT */
/* The complete page: head, navigation, then each section's tables with their charts. */
#include "tools/view/page.h"

#include <string.h>

#include "tools/base/build_id.h"
#include "tools/base/escape.h"
#include "tools/base/file.h"
#include "tools/base/unit.h"
#include "tools/table/contradiction.h"
#include "tools/view/chart.h"
#include "tools/view/plot/ticks.h"

bool page_folds(const struct page *page)
{
	return page->tables->section_count > 0;
}

/* ---- Sections ---- */

/* Whether the table belongs in a section and has content. The head shows tables without a
 * section. Facts for programs are not on the page. */
static bool is_in_section(const struct table *table)
{
	const unsigned commands = TABLE_DATA | TABLE_FACTS;

	return table->row_count > 0 && table->section[0] != '\0' &&
	       (table->flags & commands) != commands;
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

static const struct section_view *page_section_view(const struct page *page, const char *name)
{
	for (size_t i = 0; i < page->tables->section_count; i++) {
		if (strcmp(page->tables->sections[i].name, name) == 0)
			return &page->tables->sections[i];
	}
	return NULL;
}

/* Facts, cards, axes and tables of a fleet have the width of the page. */
static void page_write_wide(const struct table *table, FILE *file)
{
	if ((table->flags & TABLE_FACTS) != 0)
		page_write_facts(table, file);
	else if (page_is_fleet(table))
		page_write_fleet(table, file);
	else if ((table->flags & TABLE_SIDES) != 0)
		page_write_sides(table, file);
	else if ((table->flags & TABLE_AXIS) != 0)
		page_write_ladder(table, file);
	else
		page_write_cards(table, file);
}

static bool page_is_wide(const struct table *table)
{
	return (table->flags & (TABLE_FACTS | TABLE_CARDS)) != 0 || page_is_fleet(table);
}

/* Charts and tables with rows are in columns. Cards may have a chart too. */
static bool page_has_figure(const struct page *page, size_t i)
{
	return !page_is_wide(page->tables->items[i]) || page->plots[i] != NULL;
}

/* All tables in their order, without folding. */
static void page_write_open_section(struct page *page, size_t first, size_t end)
{
	bool is_open = false;

	for (size_t i = first; i < end; i++) {
		const struct table *table = page->tables->items[i];

		if (!is_in_section(table))
			continue;
		if (is_open && page_is_wide(table)) {
			fputs("</div>\n", page->file);
			is_open = false;
		}
		if (page_is_wide(table))
			page_write_wide(table, page->file);
		if (!page_has_figure(page, i))
			continue;
		fputs(is_open ? "" : "<div class=charts>\n", page->file);
		is_open = true;
		page_write_figure(page, i);
	}
	fputs(is_open ? "</div>\n" : "", page->file);
}

/* ---- Sections with folded tables ---- */

enum place {
	PLACE_NONE,
	PLACE_LEAD,   /* shown at once */
	PLACE_WIDE,   /* facts and cards */
	PLACE_FOLDED,
	PLACE_NAMED,  /* only the command that draws it */
};

static enum place page_place(const struct page *page, size_t i)
{
	const struct table *table = page->tables->items[i];

	if (!is_in_section(table))
		return PLACE_NONE;
	if (((table->flags & TABLE_LEAD) != 0 &&
	     (page->plots[i] != NULL || table->chart.kind == CHART_NONE ||
	      table->chart.kind == CHART_DRAWING)) ||
	    (table->flags & TABLE_CHANGES) != 0)
		return PLACE_LEAD;
	if ((table->flags & TABLE_DATA) != 0)
		return PLACE_NAMED;
	return page_is_wide(table) ? PLACE_WIDE : PLACE_FOLDED;
}

/* Cards with a chart have two places. */
static bool page_is_at(const struct page *page, size_t i, enum place place)
{
	enum place found = page_place(page, i);

	return found == place ||
	       (found == PLACE_WIDE && place == PLACE_FOLDED && page->plots[i] != NULL);
}

static void page_write_place(struct page *page, size_t first, size_t end, enum place place,
			     const char *before, const char *after)
{
	bool has_any = false;

	for (size_t i = first; i < end; i++) {
		if (!page_is_at(page, i, place))
			continue;
		fputs(has_any ? "" : before, page->file);
		has_any = true;
		if (place == PLACE_LEAD)
			page_write_figure(page, i);
		else if (place == PLACE_WIDE)
			page_write_wide(page->tables->items[i], page->file);
		else if (place == PLACE_FOLDED)
			page_write_folded(page, i);
		else
			fprintf(page->file, "<li><code>%s</code>", page->tables->items[i]->name);
	}
	fputs(has_any ? after : "", page->file);
}

/* ---- All sections ---- */

static void page_write_sections(struct page *page)
{
	size_t end;

	for (size_t i = 0; i < page->tables->count; i = end) {
		const char *name = page->tables->items[i]->section;
		const struct section_view *view = page_section_view(page, name);
		bool is_folded = view != NULL && view->is_folded;

		end = i + 1;
		if (!begins_section(page->tables, i))
			continue;
		while (end < page->tables->count && !begins_section(page->tables, end))
			end++;
		fprintf(page->file, "<section id=section-%zu>\n<details%s><summary><h2>", i,
			is_folded ? "" : " open");
		escape_xml(page->file, name);
		fputs("</h2>", page->file);
		if (view != NULL)
			fprintf(page->file, "<span class=about>%s</span>", view->about);
		if (view != NULL && view->command != NULL)
			fprintf(page->file, "<code class=about>%s RESULT</code>", view->command);
		fputs("</summary>\n", page->file);
		if (page_folds(page)) {
			page_write_place(page, i, end, PLACE_WIDE, "", "");
			page_write_place(page, i, end, PLACE_LEAD, "<div class=charts>\n",
					 "</div>\n");
			page_write_place(page, i, end, PLACE_FOLDED, "<div class=folds>\n",
					 "</div>\n");
			page_write_place(
				page, i, end, PLACE_NAMED,
				"<details class=named><summary>More charts of this run, drawn by "
				"<code>bareline plot NAME RESULT</code></summary><ul>\n",
				"</ul></details>\n");
		} else {
			page_write_open_section(page, i, end);
		}
		fputs("</details>\n</section>\n", page->file);
	}
}

/* ---- The page ---- */

/* Units for the script's ticks, in ascending order. */
static void page_write_units(const char *what, const struct unit *units, size_t count, FILE *file)
{
	fprintf(file, " data-%s=\"", what);
	for (size_t i = 0; i < count; i++)
		fprintf(file, "%s%s=%.0f", i > 0 ? " " : "", units[i].name, units[i].size);
	putc('"', file);
}

static void page_write_footer(const struct page *page)
{
	const char *method = page->tables->method;
	FILE *file = page->file;

	fputs("<footer>", file);
	escape_xml(file, method != NULL ? method
					: "Medians with 95 % confidence intervals by order "
					  "statistics, of this boot unless stated otherwise; they "
					  "exclude variation between boots. Point at a mark to see "
					  "its value.");
	fputs("<span class=scripted> Keys: <kbd>/</kbd> filters; in a chart "
	      "<kbd>←</kbd> <kbd>→</kbd> show values, <kbd>+</kbd> <kbd>−</kbd> <kbd>0</kbd> zoom, "
	      "<kbd>l</kbd> changes the scale.</span><span class=printed> Folded tables are not "
	      "printed; “open all” prints them.</span> Made by bareline ", file);
	escape_xml(file, build_id);
	fputs(".</footer>\n<script", file);
	page_write_units("sizes", unit_sizes, UNIT_SIZES, file);
	page_write_units("prefixes", unit_prefixes, UNIT_PREFIXES, file);
	fprintf(file, " data-long=%g>", (double)TICK_LONG);
	fputs(page_script, file);
	fputs("</script>\n</body>\n</html>\n", file);
}

void page_write(const struct tables *tables, FILE *file, bool has_charts)
{
	struct page page = {
		.tables = tables,
		.file = file,
		.plots = tables_allocate((struct tables *)tables, tables->count,
					 sizeof(*page.plots)),
	};

	tables_check(tables);
	for (size_t i = 0; has_charts && i < tables->count; i++)
		page.plots[i] = chart_make_plot(tables->items[i]);
	fprintf(file,
		"<!doctype html>\n<html lang=en>\n<head>\n<meta charset=utf-8>\n"
		"<meta name=viewport content=\"width=device-width,initial-scale=1\">\n"
		"<meta http-equiv=Content-Security-Policy content=\"default-src 'none';"
		"style-src 'sha256-%s';script-src 'sha256-%s';img-src data:;base-uri 'none';"
		"form-action 'none'\">\n<title>",
		page_style_sum, page_script_sum);
	escape_xml(file, tables->subtitle[0] != '\0' ? tables->subtitle : tables->title);
	fputs(" · Bareline</title>\n<link rel=icon href=\"data:,\">\n<style>", file);
	fputs(page_style, file);
	fputs("</style>\n</head>\n<body>\n"
	      "<a class=skip href=\"#main\">Skip to the metrics</a>\n",
	      file);
	/* Controls of the script are hidden without it. */
	fputs("<nav aria-label=Sections><ul>\n", file);
	for (size_t i = 0; i < tables->count; i++) {
		if (!begins_section(tables, i))
			continue;
		fprintf(file, "<li><a href=\"#section-%zu\">", i);
		escape_xml(file, tables->items[i]->section);
		fputs("</a></li>\n", file);
	}
	fputs("</ul><div class=scripted><output id=found></output><input id=filter type=search "
	      "placeholder=\"filter  /\" aria-label=\"Filter charts and rows\">"
	      "<button id=unfold type=button>open all</button></div></nav>\n", file);
	page_write_header(&page);
	fputs("<main id=main>\n", file);
	page_write_sections(&page);
	fputs("</main>\n", file);
	page_write_footer(&page);
}

bool page_write_file(const struct tables *tables, const char *path, bool has_charts)
{
	FILE *file = file_create(path);

	if (file == NULL)
		return false;
	page_write(tables, file, has_charts);
	return file_finish(file, path);
}
