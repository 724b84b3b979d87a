/* SPDX-License-Identifier: MIT */
/* Labels on the marks of a page's charts: values in bars and next to rows, names at curves' ends
 * and above levels. */
#include "tests/unit/unit.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tools/table/table.h"
#include "tools/view/page.h"

/* The page of these tables, which are freed. The caller frees the text. */
static char *page_of(struct tables *tables)
{
	char *page = NULL;
	size_t size;
	FILE *file = open_memstream(&page, &size);

	page_write(tables, file, true);
	fclose(file);
	tables_free(tables);
	return page;
}

struct made_stage {
	const char *row, *stage;
	double ns;
};

static char *page_of_stack(const struct made_stage *stages, size_t count)
{
	static const struct column columns[] = {
		{"row", COLUMN_TEXT, COLUMN_KEY, NULL, NULL},
		{"stage", COLUMN_TEXT, COLUMN_KEY, NULL, NULL},
		{"median", COLUMN_QUANTITY, 0, NULL, "ns"},
	};
	struct tables tables;
	struct table *table;

	tables_init(&tables, "Stages");
	table = table_begin(&tables, "Section", "made", "Made up", columns, COUNT(columns));
	table->chart = (struct chart){
		.kind = CHART_STACK, .names = {"row"}, .stage = "stage", .y = "median"};
	for (size_t i = 0; i < count; i++) {
		table_row(table);
		cell_string(table, stages[i].row);
		cell_string(table, stages[i].stage);
		cell_quantity(table, &(struct quantity){.value = stages[i].ns});
	}
	return page_of(&tables);
}

TEST(stack_has_values_in_its_bars_and_totals_at_the_right)
{
	static const struct made_stage stages[] = {
		{"spin", "delivery", 480}, {"spin", "eoi", 5}, {"spin", "total", 490},
		{"hlt", "delivery", 800},  {"hlt", "eoi", 5},  {"hlt", "total", 811},
	};
	char *page = page_of_stack(stages, COUNT(stages));
	const char *values = strstr(page, "<ol class=values>");

	assert_non_null(strstr(page, ">delivery 480 ns</text>"));
	assert_null(strstr(page, "eoi 5.00 ns</text>")); /* no room */
	assert_non_null(values);
	assert_non_null(strstr(values, "<span>490 ns</span><li><span>811 ns</span>"));
	assert_null(strstr(page, "part of each total"));
	free(page);
}

TEST(stacks_of_very_different_totals_are_drawn_as_parts)
{
	static const struct made_stage stages[] = {
		{"short", "delivery", 30}, {"short", "total", 40},
		{"long", "delivery", 4e6}, {"long", "total", 4.1e6},
	};
	char *page = page_of_stack(stages, COUNT(stages));

	assert_non_null(strstr(page, ">part of each total, in %</text>"));
	assert_non_null(strstr(page, ">delivery 30.0 ns</text>"));
	assert_non_null(strstr(page, "<title>short, delivery: 30 ns</title>"));
	free(page);
}

/* Curves "a", "b" … of two points, and a reference line with a name if level is above 0. */
static char *page_of_curves(const char *const *names, size_t count, double level)
{
	static const struct column columns[] = {
		{"name", COLUMN_TEXT, COLUMN_KEY, NULL, NULL},
		{"x", COLUMN_COUNT, COLUMN_KEY, NULL, NULL},
		{"median", COLUMN_QUANTITY, 0, NULL, "ns"},
	};
	const struct chart_point ends[] = {
		{.x = 1, .y = level, .text = "L1 32 KiB", .short_text = "3.71 ns"},
		{.x = 10, .y = level},
	};
	const struct chart_layer layer = {
		.name = "levels", .style = CHART_REFERENCE, .points = ends, .count = COUNT(ends)};
	struct tables tables;
	struct table *table;

	tables_init(&tables, "Curves");
	table = table_begin(&tables, "Section", "made", "Made up", columns, COUNT(columns));
	table->chart = (struct chart){.kind = CHART_CURVES,
				      .names = {"name"},
				      .x = "x",
				      .y = "median",
				      .layers = &layer,
				      .layer_count = level > 0};
	for (size_t i = 0; i < 2 * count; i++) {
		table_row(table);
		cell_string(table, names[i / 2]);
		cell_count(table, i % 2 == 0 ? 1 : 10);
		cell_quantity(table, &(struct quantity){.value = (double)(i + 4)});
	}
	return page_of(&tables);
}

TEST(curves_have_their_names_at_their_ends)
{
	static const char *const names[] = {"pages of 4 KiB", "pages of 2 MiB"};
	char *page = page_of_curves(names, COUNT(names), 0);

	assert_non_null(strstr(page, "<ul class=\"key direct\">"));
	assert_non_null(strstr(page, "<text class=\"end\""));
	assert_non_null(strstr(page, ">pages of 2 MiB</text>"));
	free(page);
}

TEST(curves_with_long_names_have_a_key)
{
	static const char *const names[] = {"a name that is too long for the end", "b"};
	char *page = page_of_curves(names, COUNT(names), 0);

	assert_non_null(strstr(page, "<ul class=key>"));
	assert_null(strstr(page, "class=\"end\""));
	free(page);
}

TEST(level_has_name_and_value_above_it)
{
	static const char *const names[] = {"a", "b"};
	char *page = page_of_curves(names, COUNT(names), 5);
	const char *level = strstr(page, "<g class=\"level\"");

	assert_non_null(level);
	assert_non_null(strstr(level, ">L1 32 KiB</text>"));
	assert_non_null(strstr(level, ">3.71 ns</text>"));
	free(page);
}

TEST(dots_have_their_values_next_to_them)
{
	static const struct column columns[] = {
		{"row", COLUMN_TEXT, COLUMN_KEY, NULL, NULL},
		{"value", COLUMN_QUANTITY, 0, NULL, "ns"},
	};
	struct tables tables;
	struct table *table;
	char *page;

	tables_init(&tables, "Dots");
	table = table_begin(&tables, "Section", "made", "Made up", columns, COUNT(columns));
	table->chart = (struct chart){.kind = CHART_DOTS, .names = {"row"}, .y = "value"};
	for (int i = 1; i <= 2; i++) {
		table_row(table);
		cell_text(table, "row %d", i);
		cell_quantity(table, &(struct quantity){.value = 1000 * i});
	}
	page = page_of(&tables);
	assert_non_null(strstr(page, "<ol class=values><li><span>1.000 µs</span>"
				     "<li><span>2.00 µs</span>"));
	free(page);
}
