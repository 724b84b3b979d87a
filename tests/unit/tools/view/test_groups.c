/* SPDX-License-Identifier: MIT */
/* Groups of rows, and rows of charts. */
#include "tests/unit/unit.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "tools/view/chart.h"

static const struct column columns[] = {
	{"run", COLUMN_COUNT, COLUMN_GROUP | COLUMN_DATA, NULL, NULL},
	{"of", COLUMN_TEXT, COLUMN_GROUP, NULL, NULL},
	{"what", COLUMN_TEXT, COLUMN_KEY, NULL, NULL},
	{"begin", COLUMN_NUMBER, 0, NULL, "ms"},
	{"end", COLUMN_NUMBER, 0, NULL, "ms"},
};
#define COLUMNS (sizeof(columns) / sizeof(columns[0]))

static struct tables tables;
static struct table *table;

static void add(uint64_t run, const char *what, double begin, double end)
{
	table_row(table);
	cell_count(table, run);
	cell_string(table, "a benchmark");
	cell_string(table, what);
	cell_number(table, begin);
	cell_number(table, end);
}

/* Two runs of one name. In the first one, the loop is busy twice while the user waits in
 * between. */
static void begin(void)
{
	tables_init(&tables, "a test");
	table = table_begin(&tables, "", "lanes", "Lanes", columns, COLUMNS);
	table->chart = (struct chart){
		.kind = CHART_INTERVALS, .names = {"what"}, .x = "begin", .x_end = "end"};
	add(1, "busy", 1, 2);
	add(1, "wait", 2, 4);
	add(1, "busy", 5, 6);
	add(2, "busy", 7, 8);
}

TEST(group_is_exported_as_a_table_of_its_rows)
{
	struct table group;
	double value;

	begin();
	assert_true(table_begins_group(table, 0) && !table_begins_group(table, 2));
	assert_true(table_begins_group(table, 3));
	group = table_group(table, 0);
	assert_int_equal(group.row_count, 3);
	group = table_group(table, 3);
	assert_int_equal(group.row_count, 1);
	assert_true(cell_value(&group, 0, 3, &value) && value == 7);
	assert_false(table_cell(&group, 1, 3)->has_value);
	tables_free(&tables);
}

/* The axis unit may be ms or instructions. */
TEST(row_label_contains_no_unit)
{
	static const char *const names[] = {"think_us", "gap_ticks", "bonus", "a_us_b"};
	static const char *const labels[] = {"think", "gap", "bonus", "a_us_b"};
	const struct plot *plot;

	begin();
	for (size_t i = 0; i < 4; i++)
		add(1, names[i], 1, 2);
	plot = chart_make_plot(table);
	assert_int_equal(plot->y.name_count, 6);
	for (size_t i = 0; i < 4; i++)
		assert_string_equal(plot->y.names[3 - i], labels[i]);
	tables_free(&tables);
}

TEST(layer_can_take_the_rows_of_no_other_layer)
{
	static const struct chart_layer layers[] = {
		{.name = "wait", .style = CHART_IMPULSES},
		{.name = "others", .style = CHART_IMPULSES, .takes_rest = true},
	};
	const struct plot *plot;

	begin();
	table->chart = (struct chart){.kind = CHART_LAYERS,
				      .names = {"what"},
				      .x = "begin",
				      .y = "end",
				      .layers = layers,
				      .layer_count = 2};
	plot = chart_make_plot(table);
	assert_int_equal(plot->curves[0].count, 1);
	assert_int_equal(plot->curves[1].count, 3);
	tables_free(&tables);
}

/* The key is the only statement of what a shade means. */
TEST(value_of_a_cell_is_in_the_range_that_the_key_of_its_shade_states)
{
	static const struct column pair[] = {
		{"first", COLUMN_COUNT, COLUMN_KEY, NULL, NULL},
		{"second", COLUMN_COUNT, COLUMN_KEY, NULL, NULL},
		{"taken", COLUMN_NUMBER, 0, NULL, "ns"},
	};
	const struct plot *plot;
	double last = 10;
	size_t cells = 0;

	tables_init(&tables, "a test");
	table = table_begin(&tables, "", "map", "Map", pair, COUNT(pair));
	table->chart = (struct chart){
		.kind = CHART_HEAT_MAP, .x = "first", .y = "second", .value = "taken"};
	for (uint64_t i = 0; i < 100; i++) {
		table_row(table);
		cell_count(table, i % 10);
		cell_count(table, i / 10);
		cell_number(table, 10 * pow(10, (double)i / 99));
	}
	plot = chart_make_plot(table);
	for (size_t i = 0; i < plot->curve_count; i++) {
		double low, high;

		assert_int_equal(sscanf(plot->curves[i].name, "%lf to %lf ns", &low, &high), 2);
		assert_true(low < high);
		assert_float_equal(low, last, 0.01);
		last = high;
		for (size_t j = 0; j < plot->curves[i].count; j++, cells++) {
			double value = atof(plot->curves[i].points[j].text);

			assert_true(value >= low - 0.01 && value <= high + 0.01);
		}
	}
	assert_float_equal(last, 100, 0.01);
	assert_int_equal(cells, 100);
	tables_free(&tables);
}
