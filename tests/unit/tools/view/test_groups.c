/* SPDX-License-Identifier: MIT */
/* Grouped rows: a heading for each group in text, a chart for each group, intervals, and tables for
 * exports only. */
#include "tests/unit/unit.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tools/view/data.h"
#include "tools/view/chart.h"
#include "tools/view/text.h"

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

/* The caller frees the text. */
static char *text_of(bool all)
{
	char *written = NULL;
	size_t size = 0;
	struct text text = {.out = open_memstream(&written, &size), .all = all};

	text_write(&text, &tables);
	fclose(text.out);
	return written;
}

TEST(each_group_has_a_heading)
{
	char *text;

	begin();
	text = text_of(false);
	assert_non_null(strstr(text, "    what  begin, ms  end, ms\n"
				     "  a benchmark\n"
				     "    busy          1        2\n"
				     "    wait          2        4\n"
				     "    busy          5        6\n"
				     "  a benchmark\n"
				     "    busy          7        8\n"));
	free(text);
	tables_free(&tables);
}

TEST(each_group_is_shortened_separately)
{
	char *text;

	begin();
	for (int i = 0; i < GRID_ROWS_MAX + 1; i++)
		add(3, "busy", i, i + 0.5);
	text = text_of(false);
	assert_non_null(strstr(text, "    … 1 more (--all)\n"));
	assert_non_null(strstr(text, "    busy          7        8\n"));
	free(text);
	text = text_of(true);
	assert_null(strstr(text, "--all"));
	free(text);
	tables_free(&tables);
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

TEST(intervals_of_one_name_share_a_row_and_the_first_is_on_top)
{
	const struct plot *plot;
	struct table group;

	begin();
	group = table_group(table, 0);
	plot = chart_make_plot(&group);
	assert_non_null(plot);
	assert_int_equal(plot->y.name_count, 2);
	assert_string_equal(plot->y.names[0], "wait");
	assert_string_equal(plot->y.names[1], "busy");
	assert_int_equal(plot->curve_count, 2);
	assert_int_equal(plot->curves[0].count, 2);
	assert_true(plot->curves[0].points[1].x == 5 && plot->curves[0].points[1].x_end == 6);
	assert_true(plot->curves[0].points[0].base > 0.5 && plot->curves[0].points[0].y < 1.5);
	assert_int_equal(plot->curves[1].count, 1);
	tables_free(&tables);
}

/* A table of bars with a name, a stage and a length. */
static const struct plot *bars_of(enum chart_kind kind, const char *second, double longest)
{
	static const struct column shapes[] = {
		{"what", COLUMN_TEXT, COLUMN_KEY, NULL, NULL},
		{"stage", COLUMN_TEXT, COLUMN_KEY, NULL, NULL},
		{"value", COLUMN_NUMBER, 0, NULL, "ns"},
	};
	const struct {
		const char *what, *stage;
		double value;
	} rows[] = {{"a", "entry", 200}, {"b", second, longest}};

	tables_init(&tables, "a test");
	table = table_begin(&tables, "", "bars", "Bars", shapes, 3);
	table->chart = (struct chart){
		.kind = kind, .names = {"what"}, .stage = "stage", .y = "value"};
	for (size_t i = 0; i < 2; i++) {
		table_row(table);
		cell_string(table, rows[i].what);
		cell_string(table, rows[i].stage);
		cell_number(table, rows[i].value);
	}
	return chart_make_plot(table);
}

TEST(bars_next_to_a_very_long_one_use_a_logarithmic_scale)
{
	const struct plot *plot = bars_of(CHART_GROUPS, "entry", 4.2e6);

	assert_true(plot->x.is_log && !plot->x.from_zero && plot->x.low == 100);
	assert_int_equal(plot->curves[0].count, 2);
	assert_true(plot->curves[0].points[0].x == 100 && plot->curves[0].points[0].x_end == 200);
	assert_true(plot->curves[0].points[1].x_end == 4.2e6);
	tables_free(&tables);
	plot = bars_of(CHART_GROUPS, "entry", 9000);
	assert_true(!plot->x.is_log && plot->x.from_zero);
	assert_true(plot->curves[0].points[0].x == 0 && plot->curves[0].points[0].x_end == 200);
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

TEST(bar_without_stages_is_drawn_from_its_total)
{
	const struct plot *plot = bars_of(CHART_STACK, "total", 300);

	assert_int_equal(plot->curve_count, 2);
	assert_int_equal(plot->curves[0].count, 1);
	assert_int_equal(plot->curves[1].count, 1);
	assert_true(plot->curves[1].points[0].x == 0 && plot->curves[1].points[0].x_end == 300);
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

/* Powers-of-two bins begin far below the shortest length. */
TEST(empty_bins_are_not_drawn)
{
	static const struct column of_bins[] = {
		{"from", COLUMN_NUMBER, 0, NULL, NULL},
		{"to", COLUMN_NUMBER, 0, NULL, NULL},
		{"n", COLUMN_COUNT, 0, NULL, NULL},
	};
	static const struct chart_layer bars = {.style = CHART_BARS};
	const struct plot *plot;

	tables_init(&tables, "Bins");
	table = table_begin(&tables, "Section", "bins", "Bins", of_bins, COUNT(of_bins));
	table->chart = (struct chart){.kind = CHART_LAYERS, .x = "from", .x_end = "to", .y = "n",
				      .x_axis = {.label = "length, in ns", .is_log = true},
				      .layers = &bars, .layer_count = 1};
	for (size_t i = 0; i < 6; i++) {
		table_row(table);
		cell_number(table, pow(10, (double)i));
		cell_number(table, pow(10, (double)i + 1));
		cell_count(table, i == 2 ? 7 : 0);
	}
	plot = chart_make_plot(table);
	assert_int_equal(plot->curves[0].count, 1);
	assert_true(plot->x.low == 100 && plot->x.high == 1000);
	tables_free(&tables);
}

TEST(export_only_table_is_in_csv_and_not_in_text)
{
	char *text, *csv = NULL;
	size_t size = 0;
	FILE *file = open_memstream(&csv, &size);

	begin();
	table->flags = TABLE_DATA;
	text = text_of(true);
	assert_null(strstr(text, "Lanes"));
	csv_write(table, file);
	fclose(file);
	assert_non_null(strstr(csv, "2,\"a benchmark\",busy,7,8\r\n"));
	free(csv);
	free(text);
	tables_free(&tables);
}
