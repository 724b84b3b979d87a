/* SPDX-License-Identifier: MIT */
/* The start of a page: folded details, warnings, and no empty headings. */
#include "tests/unit/unit.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tools/table/table.h"
#include "tools/view/page.h"

static const struct column columns[] = {{"row", COLUMN_TEXT, COLUMN_KEY, NULL, NULL}};

static void add_metrics(struct tables *tables)
{
	struct table *table = table_begin(tables, "Metrics", "made.figures", "Made up", columns,
					  COUNT(columns));

	table_row(table);
	cell_string(table, "apple");
}

/* The page of these tables, which are freed. The caller frees the text. */
static char *page_of(struct tables *tables)
{
	char *page = NULL;
	size_t size;
	FILE *file = open_memstream(&page, &size);

	page_write(tables, file, false);
	fclose(file);
	tables_free(tables);
	return page;
}

TEST(warning_is_at_the_top_with_its_next_step)
{
	struct tables tables;
	struct table *facts;
	const char *notice, *other;
	char *page;

	tables_init(&tables, "A busy host");
	add_metrics(&tables);
	facts = table_begin_facts(&tables, "To know", "host", "The host");
	table_fact(facts, "noise", "not quiet; run again")->is_warning = true;
	table_fact(facts, "other", "nothing to warn of");
	page = page_of(&tables);
	notice = strstr(page, "<p class=notice>noise: not quiet; run again</p>");
	assert_non_null(notice);
	assert_true(notice < strstr(page, "<figure"));
	other = strstr(page, "nothing to warn of");
	assert_non_null(other);
	assert_true(other > strstr(page, "<figure"));
	free(page);
}

TEST(details_are_folded_if_nothing_is_wrong)
{
	static const struct {
		enum table_verdict verdict;
		const char *begins;
	} badges[] = {
		{TABLE_GOOD, "<details class=head><summary>"},
		{TABLE_UNKNOWN, "<details class=head><summary>"},
		{TABLE_BAD, "<details class=head open><summary>"},
	};

	for (size_t i = 0; i < COUNT(badges); i++) {
		struct tables tables;
		char *page;

		tables_init(&tables, "A run");
		tables_add_badge(&tables, TABLE_GOOD, "valid");
		tables_add_badge(&tables, badges[i].verdict, "another");
		table_fact(table_begin_facts(&tables, "", "machine", ""), "board", "green");
		page = page_of(&tables);
		assert_non_null(strstr(page, badges[i].begins));
		free(page);
	}
}

TEST(empty_section_has_no_heading)
{
	struct tables tables;
	char *page;

	tables_init(&tables, "Tables without rows");
	table_begin(&tables, "Nothing here", "none", "None", columns, COUNT(columns));
	add_metrics(&tables);
	table_begin_facts(&tables, "Nor here", "no-facts", "No facts");
	page = page_of(&tables);
	assert_non_null(strstr(page, "<h2>Metrics</h2>"));
	assert_null(strstr(page, "Nothing here"));
	assert_null(strstr(page, "Nor here"));
	free(page);
}
