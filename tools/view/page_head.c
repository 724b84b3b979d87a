/* SPDX-License-Identifier: MIT */
/* The top of the page: title, verdict with its checks, notices, and the tables without a
 * section. */
#include <string.h>

#include "tools/base/escape.h"
#include "tools/view/page.h"

#define NOTICES_MAX 8

static const char *const classes[] = {
	[TABLE_GOOD] = "good",
	[TABLE_BAD] = "bad",
	[TABLE_UNKNOWN] = "warn",
	[TABLE_NEUTRAL] = "plain",
};

/* ---- Notices ---- */

/* The checks of a verdict contain warnings, but not failures. */
static bool head_is_notice(const struct tables *tables, const struct row *row)
{
	return row->is_bad || (row->is_warning && tables->verdict.text == NULL);
}

/* Warnings come first; at most a few are shown. */
static void head_write_notices(const struct tables *tables, FILE *file)
{
	size_t count = 0;

	for (size_t i = 0; i < tables->count; i++) {
		const struct table *table = tables->items[i];

		for (size_t j = 0; j < table->row_count && count < NOTICES_MAX; j++) {
			const char *name;

			if ((table->flags & TABLE_FACTS) == 0 ||
			    !head_is_notice(tables, &table->rows[j]))
				continue;
			count++;
			name = table_text(table, j, 0);
			fputs(table->rows[j].is_bad ? "<p class=\"notice bad\">"
						    : "<p class=notice>",
			      file);
			escape_xml(file, name);
			fputs(name[0] != '\0' ? ": " : "", file);
			escape_xml(file, table_text(table, j, 1));
			fputs("</p>\n", file);
		}
	}
}

/* ---- Tables without a section ---- */

/* Whether nothing is bad. The page then begins with metrics. */
static bool head_is_good(const struct tables *tables)
{
	for (size_t i = 0; i < tables->badge_count; i++) {
		if (tables->badges[i].verdict == TABLE_BAD)
			return false;
	}
	return tables->badge_count > 0 || tables->verdict.text != NULL;
}

/* Collapsed if nothing is bad. */
static void head_write_tables(struct page *page)
{
	const struct tables *tables = page->tables;
	FILE *file = page->file;
	bool has_begun = false;

	for (size_t i = 0; i < tables->count; i++) {
		const struct table *table = tables->items[i];

		if (table->row_count == 0 || table->section[0] != '\0')
			continue;
		if (!has_begun)
			fprintf(file, "<details class=head%s><summary>%s</summary>\n",
				head_is_good(tables) || tables->head != NULL ? "" : " open",
				tables->head != NULL ? tables->head
				: page_folds(page)   ? "Machine, boot, clock and self-tests"
						     : "Machine, runs and method");
		has_begun = true;
		if ((table->flags & TABLE_FACTS) != 0)
			page_write_facts(table, file);
		else
			page_write_figure(page, i);
	}
	if (has_begun)
		fputs("</details>\n", file);
}

/* A run's title is its machine. */
static void head_write_title(const struct tables *tables, FILE *file)
{
	bool is_run = tables->verdict.text != NULL && tables->subtitle[0] != '\0';

	fputs("<h1>", file);
	escape_xml(file, is_run ? tables->subtitle : tables->title);
	fputs("</h1>\n", file);
	if (!is_run && tables->subtitle[0] == '\0')
		return;
	fputs("<p class=machine>", file);
	escape_xml(file, !is_run		? tables->subtitle
			 : tables->about != NULL ? tables->about
						 : tables->title);
	fputs("</p>\n", file);
}

void page_write_header(struct page *page)
{
	const struct tables *tables = page->tables;
	FILE *file = page->file;

	fputs("<header>\n", file);
	head_write_title(tables, file);
	if (tables->verdict.text != NULL) {
		const struct overall_verdict *verdict = &tables->verdict;

		fprintf(file, "<div class=\"verdict %s\"><p><b>", classes[verdict->verdict]);
		escape_xml(file, verdict->text);
		fputs("</b> ", file);
		escape_xml(file, verdict->basis);
		fputs("</p><ul>\n", file);
		for (size_t i = 0; i < tables->check_count; i++) {
			const struct verdict_check *check = &tables->checks[i];
			const struct table *details =
				check->details != NULL ? tables_find_own(tables, check->details)
						       : NULL;

			fprintf(file, "<li class=%s>", classes[check->verdict]);
			escape_xml(file, check->text);
			if (check->aside[0] != '\0') {
				fputs(" <span class=aside>", file);
				escape_xml(file, check->aside);
				fputs("</span>", file);
			}
			if (details != NULL && details->row_count > 0)
				fprintf(file, " <a href=\"#%s\">which</a>", details->name);
			fputs("</li>\n", file);
		}
		fputs("</ul></div>\n", file);
	} else if (tables->badge_count > 0) {
		fputs("<p>", file);
		for (size_t i = 0; i < tables->badge_count; i++) {
			fprintf(file, "<span class=\"badge %s\">",
				classes[tables->badges[i].verdict]);
			escape_xml(file, tables->badges[i].text);
			fputs("</span>", file);
		}
		fputs("</p>\n", file);
	}
	head_write_notices(tables, file);
	head_write_tables(page);
	fputs("</header>\n", file);
}
