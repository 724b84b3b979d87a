/* SPDX-License-Identifier: MIT */
/* One made-up table in every format: hidden columns, limits of lines and rows, and rows without
 * text. */
#include "tests/unit/unit.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tools/base/utf8.h"
#include "tools/view/cell.h"
#include "tools/view/chart.h"
#include "tools/view/data.h"
#include "tools/view/page.h"
#include "tools/view/text.h"

static const struct column columns[] = {
	{"size_bytes", COLUMN_BYTES, COLUMN_KEY, "size", NULL},
	{"state", COLUMN_TEXT, COLUMN_KEY, NULL, NULL},
	{"median", COLUMN_QUANTITY, COLUMN_SPREAD, NULL, "ns"},
	{"p", COLUMN_PROBABILITY, 0, NULL, NULL},
	{"verdict", COLUMN_VERDICT, 0, "", NULL},
	{"runs", COLUMN_COUNT, COLUMN_DATA, NULL, NULL},
	{"curve", COLUMN_CURVE, 0, NULL, NULL},
};

static void add_row(struct table *table, uint64_t size, double median, enum table_verdict verdict,
		    const char *text)
{
	table_row(table);
	cell_count(table, size);
	cell_string(table, "warm");
	cell_quantity(table, &(struct quantity){.value = median,
						.low = 0.9 * median,
						.high = 1.2 * median,
						.interval = INTERVAL_95});
	cell_number(table, 0.0001);
	cell_verdict(table, verdict, text);
	cell_count(table, 7);
}

static struct table *begin(struct tables *tables)
{
	tables_init(tables, "All of it");
	return table_begin(tables, "Section", "made.up", "A table", columns,
			   sizeof(columns) / sizeof(columns[0]));
}

/* The caller frees the text. */
static char *written_by(void (*write)(const struct tables *, FILE *), const struct tables *tables)
{
	char *text = NULL;
	size_t size = 0;
	FILE *file = open_memstream(&text, &size);

	write(tables, file);
	fclose(file);
	return text;
}

static void write_text(const struct tables *tables, FILE *file)
{
	text_write(&(struct text){.out = file}, tables);
}

static void assert_writes(void (*write)(const struct tables *, FILE *), const struct tables *tables,
			  const char *part, bool is_wanted)
{
	char *text = written_by(write, tables);

	if ((strstr(text, part) != NULL) != is_wanted)
		fail_msg("%s written: %s\n%s", is_wanted ? "not" : "was", part, text);
	free(text);
}

TEST(column_with_cells_in_details_only_is_hidden)
{
	struct tables tables;
	struct table *table = begin(&tables);
	static const double values[] = {1, 2};

	add_row(table, 4096, 10, TABLE_GOOD, "better");
	add_row(table, 8192, 11, TABLE_NEUTRAL, "same");
	cell_curve(table, values, 2);
	table->rows[1].is_detail = true;
	assert_writes(write_text, &tables, "curve", false);
	tables_free(&tables);
}

/* 65 values with a constant ratio between neighbours: a straight line on a logarithmic scale. */
TEST(long_sweep_is_shown_whole_on_a_logarithmic_scale)
{
	struct tables tables;
	struct table *table = begin(&tables);
	double values[65];

	for (int i = 0; i < 65; i++)
		values[i] = pow(1.1, i);
	add_row(table, 4096, 10, TABLE_GOOD, "better");
	cell_curve(table, values, 65);
	assert_writes(write_text, &tables, "better  ▁▁▁▂▂▂▂▃▃▃▃▃▄▄▄▄▅▅▅▅▅▆▆▆▆▇▇▇▇▇██\n", true);
	tables_free(&tables);
}

TEST(curve_has_a_gap_where_a_run_lacks_the_metric)
{
	struct tables tables;
	struct table *table = begin(&tables);
	static const double values[] = {NAN, 1, NAN, 3};

	add_row(table, 4096, 10, TABLE_GOOD, "better");
	cell_curve(table, values, 4);
	assert_writes(write_text, &tables, "better   ▁ █\n", true);
	tables_free(&tables);
}

TEST(junit_case_has_its_keys_as_name_and_the_text_as_message)
{
	struct tables tables;
	struct table *table = begin(&tables);

	add_row(table, 4096, 10, TABLE_BAD, "worse");
	add_row(table, 8192, 11, TABLE_UNKNOWN, "not compared");
	table->rows[1].remark = "it is not there";
	add_row(table, 16384, 12, TABLE_NEUTRAL, "same");
	assert_writes(junit_write, &tables, "tests=\"3\" failures=\"1\" errors=\"0\" skipped=\"1\"",
		      true);
	assert_writes(junit_write, &tables, "classname=\"made.up\" name=\"size 4 KiB, warm\"",
		      true);
	assert_writes(junit_write, &tables,
		      "<failure message=\"worse, median 10 ns, p &lt;0.001\"/>", true);
	assert_writes(junit_write, &tables, "p &lt;0.001. it is not there\"/>", true);
	assert_writes(junit_write, &tables, "name=\"size 16 KiB, warm\"/>", true);
	tables_free(&tables);
}

/* ---- Rows ---- */

static void write_whole_text(const struct tables *tables, FILE *file)
{
	text_write(&(struct text){.out = file, .all = true}, tables);
}

TEST(many_rows_are_shortened_unless_all_are_requested)
{
	struct tables tables;
	struct table *table = begin(&tables);
	char *brief, *all;

	for (uint64_t i = 0; i < 1000; i++)
		add_row(table, i << 10, (double)i, TABLE_GOOD, "better");
	assert_writes(write_text, &tables, "    … 952 more (--all)\n", true);
	assert_writes(write_whole_text, &tables, "(--all)", false);
	brief = written_by(write_text, &tables);
	all = written_by(write_whole_text, &tables);
	assert_true(strlen(all) > 10 * strlen(brief));
	free(all);
	free(brief);
	tables_free(&tables);
}

TEST(table_without_rows_has_no_chart)
{
	struct tables tables;
	struct table *table = begin(&tables);

	table->chart = (struct chart){.kind = CHART_DOTS, .names = {"state"}, .y = "median"};
	assert_null(chart_make_plot(table));
	add_row(table, 4096, 10, TABLE_GOOD, "better");
	assert_non_null(chart_make_plot(table));
	tables_free(&tables);
}

static void write_csv(const struct tables *tables, FILE *file)
{
	csv_write(tables->items[0], file);
}

static void write_page(const struct tables *tables, FILE *file)
{
	page_write(tables, file, true);
}

/* Text that a row may lack: its remark, and the cells of its columns. */
TEST(every_format_writes_rows_without_text)
{
	static void (*const writers[])(const struct tables *, FILE *) = {
		write_text, write_whole_text, write_csv, write_page, json_write, ndjson_write,
		markdown_write, junit_write, ktap_write,
	};
	static const unsigned flags[] = {0, TABLE_REMARKS, TABLE_REMARKS | TABLE_CARDS,
					 TABLE_WHOLE, TABLE_DETAIL, TABLE_FOLDED};
	struct tables tables;
	struct table *table = begin(&tables);
	struct table *facts = table_begin_facts(&tables, "Section", "facts", "Facts");

	table_row(facts);
	table_row(facts)->is_notable = true;
	add_row(table, 4096, 10, TABLE_UNKNOWN, "<a&b>|\"");
	table_row(table);
	table_row(table)->remark = "A remark.";
	table_row(table);
	for (size_t i = 0; i < COUNT(flags); i++) {
		table->flags = flags[i];
		for (size_t j = 0; j < COUNT(writers); j++) {
			char *text = written_by(writers[j], &tables);

			assert_true(text[0] != '\0');
			assert_null(strstr(text, "(null)"));
			free(text);
		}
	}
	tables_free(&tables);
}

/* ---- Narrow terminals ---- */

static const struct column wide_columns[] = {
	{"name", COLUMN_TEXT, COLUMN_KEY, NULL, NULL},
	{"value", COLUMN_QUANTITY, 0, NULL, NULL},
	{"share", COLUMN_SHARE, COLUMN_DETAIL, NULL, NULL},
	{"less", COLUMN_NUMBER, COLUMN_IMPLIED, "a difference", NULL},
	{"why", COLUMN_TEXT, 0, NULL, NULL},
};

static char *written_at(size_t width)
{
	const struct quantity quantity = {1234.5, 1200.25, 1300.75, INTERVAL_95, true};
	struct tables tables;
	struct table *table;
	char *text = NULL;
	size_t size = 0;
	FILE *file = open_memstream(&text, &size);

	tables_init(&tables, "A title of a clause; and of another clause that is much longer");
	tables.interval_name = "95 % CI";
	table = table_begin(&tables, "", "made.up", "A table", wide_columns, COUNT(wide_columns));
	table->finding = "What was found, in words";
	for (int i = 0; i < 2; i++) {
		table_row(table)->is_part = i > 0;
		cell_string(table, i == 0 ? "an operation with a rather long name, ring 3"
					  : "a part of it_with_a_name_just_as_long");
		cell_quantity(table, &quantity);
		cell_number(table, .125);
		cell_number(table, 987.25);
		cell_string(table, "for a reason that takes several words to explain");
	}
	text_write(&(struct text){.out = file, .columns = width}, &tables);
	fclose(file);
	tables_free(&tables);
	return text;
}

/* The words of a text, without blanks and line ends. */
static void remove_blanks(char *text)
{
	char *to = text;

	for (const char *from = text; *from != '\0'; from++) {
		if (*from != ' ' && *from != '\n')
			*to++ = *from;
	}
	*to = '\0';
}

static void assert_width(char *text, size_t width)
{
	char *rest, *copy = strdup(text);

	for (char *line = strtok_r(copy, "\n", &rest); line != NULL;
	     line = strtok_r(NULL, "\n", &rest)) {
		if (utf8_length(line) > width)
			fail_msg("%zu columns: %s\n%s", width, line, text);
	}
	free(copy);
}

TEST(text_lines_fit_the_page_width)
{
	char wide[400], *text;
	struct tables tables;
	struct table *table = begin(&tables);

	memset(wide, 'w', sizeof(wide));
	wide[sizeof(wide) - 1] = '\0';
	for (size_t i = 50; i < sizeof(wide) - 1; i += 51)
		wide[i] = ' ';
	table->note = wide;
	table_row(table)->remark = wide;
	text = written_by(write_text, &tables);
	assert_width(text, TERMINAL_COLUMNS);
	free(text);
	tables_free(&tables);
}

TEST(no_line_is_wider_than_the_terminal_and_no_word_is_lost)
{
	static const size_t widths[] = {40, 44, 60, 80, 100, 132};

	for (size_t i = 0; i < COUNT(widths); i++) {
		char *text = written_at(widths[i]);

		assert_width(text, widths[i]);
		remove_blanks(text);
		assert_non_null(strstr(text, "Whatwasfound,inwords"));
		assert_non_null(strstr(text, "ofit_with_a_name_just_as_long"));
		assert_non_null(strstr(text, "1234.5"));
		assert_non_null(strstr(text, "explain"));
		free(text);
	}
}

TEST(columns_go_in_the_order_of_their_importance)
{
	static const struct {
		size_t columns;
		bool has_share, has_interval, has_implied;
	} cases[] = {{132, true, true, true}, {84, false, true, true},
		     {66, false, false, true}, {40, false, false, false}};

	for (size_t i = 0; i < COUNT(cases); i++) {
		char *text = written_at(cases[i].columns);

		assert_int_equal(strstr(text, "12.5 %") != NULL, cases[i].has_share);
		assert_int_equal(strstr(text, "1200") != NULL, cases[i].has_interval);
		assert_int_equal(strstr(text, "987") != NULL, cases[i].has_implied);
		free(text);
	}
}

TEST(long_name_is_folded_and_a_part_is_indented)
{
	char *text = written_at(60);

	assert_non_null(strstr(text, "\n    an operation"));
	assert_non_null(strstr(text, "\n      a part of"));
	free(text);
	text = written_at(132);
	assert_non_null(strstr(text, "\n    an operation with a rather long name, ring 3  "));
	assert_non_null(strstr(text, "\n      a part of it_with_a_name_just_as_long  "));
	free(text);
}

TEST(label_has_the_names_of_named_columns)
{
	static const struct column shape[] = {
		{"of", COLUMN_TEXT, COLUMN_KEY | COLUMN_NAMED, NULL, NULL},
		{"samples", COLUMN_TEXT, COLUMN_KEY, NULL, NULL},
	};
	static const char *const names[] = {"of", "samples"};
	struct tables tables;
	struct table *table;

	tables_init(&tables, "");
	table = table_begin(&tables, "", "alike", "", shape, COUNT(shape));
	table_row(table);
	cell_string(table, "tick");
	cell_string(table, "warm");
	assert_string_equal(cells_label(table, 0, names, COUNT(names)), "of tick, warm");
	tables_free(&tables);
}
