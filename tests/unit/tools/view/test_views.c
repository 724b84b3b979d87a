/* SPDX-License-Identifier: MIT */
/* One table in every format: the same values, and no text that breaks the format. */
#include "tests/unit/unit.h"

#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tools/base/utf8.h"
#include "tools/view/data.h"
#include "tools/view/page.h"
#include "tools/view/chart.h"
#include "tools/view/text.h"

static const struct column columns[] = {
	{"source", COLUMN_TEXT, COLUMN_KEY, NULL, NULL},
	{"size_bytes", COLUMN_BYTES, COLUMN_KEY, "size", NULL},
	{"median", COLUMN_QUANTITY, 0, NULL, "ns"},
	{"n", COLUMN_COUNT, COLUMN_DETAIL, NULL, NULL},
	{"part", COLUMN_SHARE, COLUMN_DATA, NULL, NULL},
	{"verdict", COLUMN_VERDICT, 0, "", NULL},
};

static struct tables tables;

static int end(void **state)
{
	(void)state;
	tables_free(&tables);
	return 0;
}

static void add_row(struct table *table, const char *source, uint64_t size, double value,
		    enum table_verdict verdict)
{
	table_row(table);
	cell_string(table, source);
	cell_count(table, size);
	cell_quantity(table, &(struct quantity){.value = value,
						.low = value - 1,
						.high = value + 1,
						.interval = INTERVAL_95,
						.is_estimated = true});
	cell_count(table, 101);
	cell_number(table, 0.25);
	cell_verdict(table, verdict, verdict == TABLE_BAD ? "worse" : "same");
}

static struct table *make(const struct column *shape)
{
	struct table *table = table_begin(&tables, "Section", "irq.made", "A title", shape, 6);

	add_row(table, "pit", 4096, 12.5, TABLE_GOOD);
	add_row(table, "pit", 65536, 120.25, TABLE_BAD);
	add_row(table, "<a&b>|\"", 4096, 7, TABLE_UNKNOWN);
	return table;
}

static int begin(void **state)
{
	(void)state;
	tables_init(&tables, "Made up");
	make(columns);
	return 0;
}

/* The caller frees the text. */
static char *written(void (*write)(const struct tables *tables, FILE *file))
{
	char *text = NULL;
	size_t size = 0;
	FILE *file = open_memstream(&text, &size);

	write(&tables, file);
	fclose(file);
	return text;
}

static void as_text(const struct tables *shown, FILE *file)
{
	text_write(&(struct text){.out = file}, shown);
}

static void as_whole_text(const struct tables *shown, FILE *file)
{
	text_write(&(struct text){.out = file, .all = true}, shown);
}

static void as_csv(const struct tables *shown, FILE *file)
{
	csv_write(shown->items[0], file);
}

static void assert_has(const char *text, const char *part)
{
	if (strstr(text, part) == NULL)
		fail_msg("not in it: %s\n%s", part, text);
}

TEST_WITH(columns_in_text_are_as_wide_as_their_contents, begin, end)
{
	char *text = written(as_text);

	assert_string_equal(text, "Made up\n\nSection\n\n  irq.made: A title\n"
				  "    source     size  median, ns        95 % CI    n\n"
				  "    pit       4 KiB       12.50  11.50 - 13.50  101  same\n"
				  "             64 KiB       120.2  119.2 - 121.2  101  worse\n"
				  "    <a&b>|\"   4 KiB           7          6 - 8  101  same\n");
	free(text);
}

TEST_WITH(transposed_table_in_text_has_a_line_per_key, begin, end)
{
	struct column transposed[6];
	char *text;

	memcpy(transposed, columns, sizeof(transposed));
	transposed[1].flags |= COLUMN_ACROSS;
	transposed[5].flags |= COLUMN_DATA;
	tables_free(&tables);
	tables_init(&tables, "Made up");
	make(transposed);
	text = written(as_text);
	assert_has(text, "    source   size 4 KiB  size 64 KiB\n"
			 "    pit           12.50        120.2\n"
			 "    <a&b>|\"           7\n");
	free(text);
	text = written(as_whole_text);
	assert_has(text, "95 % CI");
	free(text);
}

TEST_WITH(text_lines_fit_the_page_width, begin, end)
{
	char wide[400], *text, *rest;
	struct table *table = tables.items[0];

	memset(wide, 'w', sizeof(wide));
	wide[sizeof(wide) - 1] = '\0';
	for (size_t i = 50; i < sizeof(wide) - 1; i += 51)
		wide[i] = ' ';
	table->note = wide;
	table_row(table)->remark = wide;
	text = written(as_text);
	for (char *line = strtok_r(text, "\n", &rest); line != NULL;
	     line = strtok_r(NULL, "\n", &rest))
		assert_true(utf8_length(line) <= TERMINAL_COLUMNS);
	free(text);
}

TEST_WITH(many_rows_are_shortened_unless_all_are_requested, begin, end)
{
	char *brief, *all;

	for (uint64_t i = 0; i < 1000; i++)
		add_row(tables.items[0], "more", i << 10, (double)i, TABLE_GOOD);
	brief = written(as_text);
	all = written(as_whole_text);
	assert_has(brief, "    … 955 more (--all)\n");
	assert_null(strstr(all, "(--all)"));
	assert_true(strlen(all) > 10 * strlen(brief));
	free(all);
	free(brief);
}

TEST_WITH(csv_has_interval_columns_and_quotes_where_necessary, begin, end)
{
	char *text = written(as_csv);

	assert_string_equal(text,
			    "source,size_bytes,median,median_low,median_high,n,part,verdict\r\n"
			    "pit,4096,12.5,11.5,13.5,101,0.25,same\r\n"
			    "pit,65536,120.25,119.25,121.25,101,0.25,worse\r\n"
			    "\"<a&b>|\"\"\",4096,7,6,8,101,0.25,same\r\n");
	free(text);
}

TEST_WITH(json_contains_every_cell, begin, end)
{
	char *text = written(json_write);
	json_t *root = json_loads(text, 0, NULL), *table, *row, *median;

	assert_non_null(root);
	table = json_array_get(json_object_get(root, "tables"), 0);
	assert_string_equal(json_string_value(json_object_get(table, "name")), "irq.made");
	assert_int_equal(json_array_size(json_object_get(table, "rows")), 3);
	row = json_array_get(json_object_get(table, "rows"), 2);
	assert_string_equal(json_string_value(json_object_get(row, "source")), "<a&b>|\"");
	median = json_object_get(row, "median");
	assert_true(json_number_value(json_object_get(median, "low")) == 6);
	assert_true(json_is_false(json_object_get(median, "exact")));
	json_decref(root);
	free(text);
}

TEST_WITH(ndjson_has_one_object_per_row, begin, end)
{
	char *text = written(ndjson_write), *rest;
	size_t lines = 0;

	for (char *line = strtok_r(text, "\n", &rest); line != NULL;
	     line = strtok_r(NULL, "\n", &rest), lines++) {
		json_t *row = json_loads(line, 0, NULL);

		assert_non_null(row);
		assert_string_equal(json_string_value(json_object_get(row, "table")), "irq.made");
		json_decref(row);
	}
	assert_int_equal(lines, 3);
	free(text);
}

TEST_WITH(markdown_marks_bad_rows_and_escapes_markup, begin, end)
{
	char *text = written(markdown_write);

	assert_has(text,
		   "| source | size | median, ns | n |  |\n| --- | ---: | ---: | ---: | --- |\n");
	assert_has(text, "| **worse** |\n");
	assert_null(strstr(text, "<a&b>"));
	free(text);
}

TEST_WITH(junit_fails_bad_rows_and_skips_unknown_ones, begin, end)
{
	char *text = written(junit_write);

	assert_has(text, "<testsuite name=\"irq.made\" tests=\"3\" failures=\"1\" errors=\"0\" "
			 "skipped=\"1\">");
	assert_has(text, "<testcase classname=\"irq.made\" name=\"pit, size 4 KiB\"/>");
	assert_has(text, "<failure message=\"worse, median 120.2 ns");
	assert_has(text, "name=\"&lt;a&amp;b&gt;|&quot;, size 4 KiB\">\n      <skipped");
	free(text);
}

/* ---- Charts ---- */

TEST_WITH(curve_has_a_point_per_row_with_its_value, begin, end)
{
	const struct plot *plot;

	tables.items[0]->chart = (struct chart){
		.kind = CHART_CURVES, .names = {"source"}, .x = "size_bytes", .y = "median"};
	plot = chart_make_plot(tables.items[0]);
	assert_non_null(plot);
	assert_int_equal(plot->curve_count, 2);
	assert_string_equal(plot->curves[0].name, "pit");
	assert_int_equal(plot->curves[0].count, 2);
	assert_string_equal(plot->curves[0].points[1].hover,
			    "pit, 64 KiB: 120.2 ns (119.2 to 121.2), n = 101");
}

TEST_WITH(rows_excluded_from_charts_are_not_drawn, begin, end)
{
	tables.items[0]->chart = (struct chart){
		.kind = CHART_CURVES, .names = {"source"}, .x = "size_bytes", .y = "median"};
	tables.items[0]->rows[1].is_undrawn = true;
	assert_int_equal(chart_make_plot(tables.items[0])->curves[0].count, 1);
}

TEST_WITH(stages_are_stacked_in_order, begin, end)
{
	const struct plot *plot;

	tables.items[0]->chart = (struct chart){
		.kind = CHART_STACK, .names = {"source"}, .stage = "verdict", .y = "median"};
	plot = chart_make_plot(tables.items[0]);
	assert_int_equal(plot->curve_count, 2);
	assert_true(plot->curves[1].points[0].x == 12.5);
	assert_true(plot->curves[1].points[0].x_end == 12.5 + 120.25);
}

TEST_WITH(table_without_rows_has_no_chart, begin, end)
{
	struct table *table = table_begin(&tables, "Section", "none", "", columns, 6);

	table->chart = tables.items[0]->chart;
	table->chart.kind = CHART_DOTS;
	assert_null(chart_make_plot(table));
	assert_null(chart_make_plot(tables.items[0]));
}

static void as_page(const struct tables *shown, FILE *file)
{
	page_write(shown, file, true);
}

/* Text that a row may lack: its remark, and the cells of its columns. */
TEST_WITH(every_format_writes_rows_without_text, begin, end)
{
	static void (*const writers[])(const struct tables *, FILE *) = {
		as_text, as_whole_text, as_csv, as_page, json_write, ndjson_write,
		markdown_write, junit_write, ktap_write,
	};
	static const unsigned flags[] = {0, TABLE_REMARKS, TABLE_REMARKS | TABLE_CARDS,
					 TABLE_WHOLE, TABLE_DETAIL, TABLE_FOLDED};
	struct table *table = tables.items[0];
	struct table *facts = table_begin_facts(&tables, "Section", "facts", "Facts");

	table_row(facts);
	table_row(facts)->is_notable = true;
	table_row(table);
	table_row(table)->remark = "A remark.";
	table_row(table);
	for (size_t i = 0; i < COUNT(flags); i++) {
		table->flags = flags[i];
		for (size_t j = 0; j < COUNT(writers); j++) {
			char *text = written(writers[j]);

			assert_true(text[0] != '\0');
			assert_null(strstr(text, "(null)"));
			free(text);
		}
	}
}
