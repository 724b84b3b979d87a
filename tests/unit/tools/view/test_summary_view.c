/* SPDX-License-Identifier: MIT */
/* The summary of a run: limited length, and problems first. */
#include "tests/unit/unit.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tools/view/summary_view.h"

static const struct column columns[] = {
	{"what", COLUMN_TEXT, COLUMN_KEY, "one of these", NULL},
	{"median", COLUMN_QUANTITY, 0, NULL, NULL},
	{"unit", COLUMN_TEXT, 0, "", NULL},
	{"curve", COLUMN_CURVE, COLUMN_DATA, "by size", NULL},
};

static struct tables tables;

static int end(void **state)
{
	(void)state;
	tables_free(&tables);
	return 0;
}

static int begin(void **state)
{
	(void)state;
	tables_init(&tables, "Made up");
	tables.subtitle = "a machine";
	tables_add_badge(&tables, TABLE_GOOD, "valid");
	tables_add_badge(&tables, TABLE_NEUTRAL, "counted");
	return 0;
}

static void add_cards(unsigned rows)
{
	static const double values[] = {1, 2, 8};
	struct table *table = table_begin(&tables, "Metrics", "figures", "Most wanted", columns,
					  COUNT(columns));

	table->flags = TABLE_CARDS;
	for (unsigned i = 0; i < rows; i++) {
		table_row(table);
		cell_text(table, "figure %u", i);
		cell_quantity(table, &(struct quantity){.value = i + 1});
		cell_string(table, "ns");
		if (i == 0)
			cell_curve(table, values, COUNT(values));
	}
}

static void add_facts(unsigned notable, unsigned bad)
{
	struct table *table = table_begin_facts(&tables, "What to know", "warnings", "Warnings");

	table_fact(table, "plain", "not shown");
	for (unsigned i = 0; i < notable; i++)
		table_fact(table, "clock", "remark %u", i)->is_notable = true;
	for (unsigned i = 0; i < bad; i++)
		table_fact(table, "", "%090u", i)->is_bad = true;
}

/* The caller frees it. */
static char *summary_of(void (*write)(const struct text *text, const struct tables *shown))
{
	char *text = NULL;
	size_t size = 0;
	FILE *file = open_memstream(&text, &size);

	write(&(struct text){.out = file}, &tables);
	fclose(file);
	return text;
}

static unsigned lines_of(const char *text)
{
	unsigned lines = 0;

	for (; *text != '\0'; text++)
		lines += *text == '\n';
	return lines;
}

TEST_WITH(summary_length_is_limited, begin, end)
{
	char *text;

	add_cards(40);
	add_facts(30, 30);
	text = summary_of(summary_view_write);
	assert_int_equal(lines_of(text), 16);
	assert_true(lines_of(text) <= SUMMARY_VIEW_LINES_MAX);
	assert_non_null(strstr(text, "figure 9"));
	assert_null(strstr(text, "figure 10"));
	assert_non_null(strstr(text, "! and 58 more remarks\n"));
	free(text);
}

TEST_WITH(problems_come_before_notable_facts, begin, end)
{
	char *text;

	add_cards(1);
	add_facts(5, 1);
	text = summary_of(summary_view_write);
	assert_non_null(strstr(text, "! 0000"));
	assert_true(strstr(text, "! 0000") < strstr(text, "remark 0"));
	assert_null(strstr(text, "remark 1"));
	free(text);
}

TEST_WITH(run_with_few_key_metrics_has_another_heading, begin, end)
{
	assert_false(summary_view_is_enough(&tables));
	add_cards(4);
	assert_false(summary_view_is_enough(&tables));
	tables_free(&tables);
	tables_init(&tables, "Made up");
	add_cards(5);
	assert_true(summary_view_is_enough(&tables));
}

TEST_WITH(long_line_is_truncated, begin, end)
{
	char *text, *line;

	add_cards(1);
	tables.subtitle = tables_text(&tables, "%0300d", 1);
	text = summary_of(summary_view_write);
	line = strstr(text, "0000");
	assert_non_null(line);
	assert_int_equal(strcspn(line, "\n"), TERMINAL_COLUMNS - 2 - 1 + strlen("…"));
	free(text);
}
