/* SPDX-License-Identifier: MIT */
/* Several runs on one page, from logs of a made-up machine. */
#include "tests/unit/unit.h"

#include <stdlib.h>
#include <string.h>

#include "tests/unit/tools/cells.h"
#include "tests/unit/tools/sample_log.h"
#include "tools/topic/runs/side_by_side.h"
#include "tools/view/chart.h"

struct shown {
	struct compared_run runs[SIDE_BY_SIDE_MAX];
	struct side_by_side page;
	struct tables tables;
};

/* Paths and time bases of the runs. */
static const struct reasons none;

static void set_host(struct result *result, const char *host)
{
	result->records[WIRE_manifest].items[0].manifest.host = host;
}

static void show_refused(struct shown *shown, size_t count, const char *const *paths,
			 const char *const *time_bases, const struct reasons *refused)
{
	const struct compared_run *runs[SIDE_BY_SIDE_MAX];

	*shown = (struct shown){0};
	for (size_t i = 0; i < count; i++) {
		const struct sample_log_options options = {.time_base = time_bases[i],
							   .short_curve = true};
		struct sample_log log = sample_log_make(&options);

		shown->runs[i].path = (char *)paths[i];
		shown->runs[i].result = sample_log_load(log.text, log.length);
		if (strcmp(paths[i], "linux") == 0)
			set_host(shown->runs[i].result, "linux");
		shown->runs[i].analysis = analysis_new(shown->runs[i].result);
		runs[i] = &shown->runs[i];
		free(log.text);
	}
	tables_init(&shown->tables, "Bareline report");
	side_by_side_make(&shown->page, runs, count, refused, &shown->tables);
}

static void show(struct shown *shown, size_t count, const char *const *paths,
		 const char *const *time_bases)
{
	show_refused(shown, count, paths, time_bases, &none);
}

static void release(struct shown *shown)
{
	for (size_t i = 0; i < shown->page.count; i++) {
		analysis_free(shown->runs[i].analysis);
		result_free(shown->runs[i].result);
	}
	side_by_side_free(&shown->page);
	tables_free(&shown->tables);
}

static const struct table *find(const struct shown *shown, const char *name)
{
	return cells_table(&shown->tables, name);
}

static const char *const two_real[] = {"real", "real", "real"};

TEST(runs_are_named_by_the_differing_ends_of_their_paths)
{
	static const char *const paths[] = {"x/a/1/results.json", "x/b/1/", "x/b/2/serial.log"};
	static const char *const same[] = {"x/a", "x/a"};
	struct shown shown;

	show(&shown, 3, paths, two_real);
	assert_string_equal(shown.page.runs[0].label, "a/1");
	assert_string_equal(shown.page.runs[1].label, "b/1");
	assert_string_equal(shown.page.runs[2].label, "b/2");
	release(&shown);
	show(&shown, 2, same, two_real);
	assert_string_equal(shown.page.runs[0].label, "x/a");
	assert_string_equal(shown.page.runs[1].label, "x/a (2)");
	release(&shown);
}

TEST(curves_of_several_runs_share_a_chart_with_one_colour_per_run)
{
	static const char *const paths[] = {"one", "two"};
	struct shown shown;
	const struct table *table;
	const struct plot *plot;
	size_t sizes;

	show(&shown, 2, paths, two_real);
	table = find(&shown, "mem.latency");
	plot = chart_make_plot(table);
	assert_non_null(plot);
	sizes = plot->curve_count / 2;
	assert_int_equal(plot->curve_count, 2 * sizes);
	assert_true(sizes >= 2);
	for (size_t i = 0; i < plot->curve_count; i++) {
		assert_int_equal(plot->curves[i].colour, 1 + i / sizes);
		assert_int_equal(plot->curves[i].dashes, i % sizes);
		assert_ptr_equal(strstr(plot->curves[i].name, i < sizes ? "one" : "two"),
				 plot->curves[i].name);
		for (size_t j = 1; j < plot->curves[i].count; j++)
			assert_true(plot->curves[i].points[j].x > plot->curves[i].points[j - 1].x);
	}
	assert_null(tables_find(&shown.tables, "mem.latency-2"));
	release(&shown);
}

TEST(runs_with_different_time_bases_stay_separate_and_this_is_reported)
{
	static const char *const paths[] = {"one", "two", "three"};
	static const char *const bases[] = {"real", "instructions", "real"};
	struct shown shown;
	const struct table *table;
	const struct plot *plot;

	show(&shown, 3, paths, bases);
	table = find(&shown, "machine");
	assert_string_equal(table_cell(table, 0, 0)->text, "time bases");
	assert_true(table->rows[0].is_bad);
	assert_non_null(strstr(table_cell(table, 0, 1)->text, "one, three | two"));
	plot = chart_make_plot(find(&shown, "mem.latency"));
	for (size_t i = 0; i < plot->curve_count; i++)
		assert_null(strstr(plot->curves[i].name, "two"));
	assert_non_null(strstr(find(&shown, "mem.latency-2")->title, "two: "));
	release(&shown);
}

TEST(key_metric_has_one_row_even_with_different_time_bases)
{
	static const char *const paths[] = {"one", "two"};
	static const char *const bases[] = {"real", "emulated"};
	struct shown shown;
	const struct table *table;

	show(&shown, 2, paths, bases);
	table = find(&shown, "headlines");
	assert_int_equal(table_column(table, "ratio_2"), table->column_count);
	for (size_t i = 0; i < table->row_count; i++) {
		assert_true(table_cell(table, i, table_column(table, "run_1"))->has_value);
		assert_true(table_cell(table, i, table_column(table, "run_2"))->has_value);
	}
	release(&shown);
}

static bool has_badge(const struct tables *tables, enum table_verdict verdict)
{
	for (size_t i = 0; i < tables->badge_count; i++) {
		if (tables->badges[i].verdict == verdict)
			return true;
	}
	return false;
}

TEST(refusal_is_one_sentence_with_the_page_names_of_the_runs)
{
	static const char *const paths[] = {"/of/metal", "/of/linux"};
	static char first[] = "/of/linux: CPU is another", next[] = "/of/linux: so is its clock";
	char *texts[] = {first, next};
	const struct reasons refused = {texts, 2};
	struct shown shown;
	const struct table *table;

	show_refused(&shown, 2, paths, two_real, &refused);
	table = find(&shown, "machine");
	assert_non_null(strstr(table_cell(table, 0, 1)->text,
			       ": linux: CPU is another; so is its clock"));
	assert_string_not_equal(table_cell(table, 1, 0)->text, "");
	release(&shown);
}

TEST(refusal_comes_first_and_has_no_ratio)
{
	static const char *const paths[] = {"metal", "again", "linux"};
	static char why[] = "linux: its null.timing spreads too far";
	char *texts[] = {why};
	const struct reasons refused = {texts, 1};
	struct shown shown;
	const struct table *table;

	show(&shown, 3, paths, two_real);
	assert_true(has_badge(&shown.tables, TABLE_GOOD));
	table = find(&shown, "headlines");
	assert_true(table_column(table, "ratio_3") < table->column_count);
	release(&shown);
	show_refused(&shown, 3, paths, two_real, &refused);
	table = find(&shown, "machine");
	assert_string_equal(table_cell(table, 0, 0)->text, "refused");
	assert_non_null(strstr(table_cell(table, 0, 1)->text, why));
	assert_true(table->rows[0].is_bad);
	assert_false(has_badge(&shown.tables, TABLE_GOOD));
	assert_true(has_badge(&shown.tables, TABLE_BAD));
	table = find(&shown, "headlines");
	assert_true(table_column(table, "ratio_2") < table->column_count);
	assert_int_equal(table_column(table, "ratio_3"), table->column_count);
	release(&shown);
}

static const struct plot *plot_of(const struct shown *shown, const char *name)
{
	return chart_make_plot(find(shown, name));
}

TEST(chart_names_its_time_base_unless_it_is_real_time)
{
	static const char *const paths[] = {"one", "two"};
	static const char *const emulated[] = {"emulated", "emulated"};
	struct shown shown;

	show(&shown, 2, paths, emulated);
	assert_non_null(strstr(plot_of(&shown, "mem.latency")->subtitle, "Emulated"));
	assert_non_null(strstr(plot_of(&shown, "irq.self_ipi")->subtitle, "Emulated"));
	release(&shown);
	show(&shown, 2, paths, two_real);
	assert_null(plot_of(&shown, "mem.latency")->subtitle);
	release(&shown);
}

TEST(chart_title_has_no_unit_and_begins_with_a_capital)
{
	static const struct column columns[] = {
		{"name", COLUMN_TEXT, COLUMN_KEY, NULL, NULL},
		{"value", COLUMN_NUMBER, 0, NULL, NULL},
	};
	static const char *const titles[][2] = {
		{"Sums, in ns", "Sums"}, {"A store, in a chain", "A store, in a chain"},
		{"Two, in a chain, in instructions", "Two, in a chain"}, {"Plain", "Plain"},
	};
	struct tables tables;

	tables_init(&tables, "");
	for (size_t i = 0; i < COUNT(titles); i++) {
		struct table *table = table_begin(&tables, "Section", "name", titles[i][0],
						  columns, 2);

		table_row(table);
		cell_string(table, "a");
		cell_number(table, 1);
		table->chart = (struct chart){.kind = CHART_DOTS, .names = {"name"}, .y = "value"};
		assert_string_equal(chart_make_plot(table)->title, titles[i][1]);
	}
	assert_string_equal(tables_title(&tables, "one store"), "One store");
	assert_string_equal(tables_title(&tables, "µ"), "µ");
	assert_string_equal(tables_title(&tables, ""), "");
	tables_free(&tables);
}

/* A table with rows grouped by the measured quantity or by trace number, among the tables of a
 * run. */
static void add_grouped(struct tables *tables, const char *name, bool has_keys, double y)
{
	static const struct column columns[][3] = {
		{{"trace", COLUMN_TEXT, COLUMN_GROUP, NULL, NULL},
		 {"x", COLUMN_COUNT, 0, NULL, NULL},
		 {"y", COLUMN_NUMBER, 0, NULL, NULL}},
		{{"trace", COLUMN_TEXT, COLUMN_GROUP | COLUMN_KEY, NULL, NULL},
		 {"x", COLUMN_COUNT, 0, NULL, NULL},
		 {"y", COLUMN_NUMBER, 0, NULL, NULL}},
	};
	static const char *const groups[] = {"a", "a", "b", "b"};
	struct table *table = table_begin(tables, "Section", name, "Title", columns[has_keys], 3);

	for (size_t i = 0; i < COUNT(groups); i++) {
		table_row(table);
		cell_string(table, groups[i]);
		cell_count(table, 1 + i % 2);
		cell_number(table, y + (double)i);
	}
	table->chart = (struct chart){.kind = CHART_CURVES, .x = "x", .y = "y",
				      .names = {"trace"}};
}

TEST(grouped_curves_are_combined_and_groups_stay_whole)
{
	struct compared_run no_run = {0};
	struct side_by_side_run runs[2] = {{.run = &no_run, .label = "one"},
					   {.run = &no_run, .label = "two"}};
	struct tables tables;
	struct side_by_side page = {.runs = runs, .count = 2, .tables = &tables};
	const struct table *table;

	tables_init(&tables, "");
	for (size_t i = 0; i < 2; i++) {
		tables_init(&runs[i].tables, "");
		add_grouped(&runs[i].tables, "keyed", true, (double)(10 * i));
		add_grouped(&runs[i].tables, "traces", false, 0);
	}
	side_by_side_merge(&page);
	table = cells_table(&tables, "keyed");
	assert_int_equal(table->row_count, 8);
	assert_int_equal(table_group(table, 0).row_count, 4);
	assert_string_equal(cells_text(&tables, "keyed", 0, "run"), "one");
	assert_string_equal(cells_text(&tables, "keyed", 2, "run"), "two");
	assert_string_equal(cells_text(&tables, "keyed", 3, "trace"), "a");
	assert_int_equal(chart_make_plot(table)->curve_count, 4);
	assert_null(tables_find(&tables, "keyed-2"));
	assert_string_equal(cells_table(&tables, "traces")->of_all, "traces");
	assert_string_equal(cells_table(&tables, "traces-2")->of_all, "traces");
	for (size_t i = 0; i < 2; i++)
		tables_free(&runs[i].tables);
	tables_free(&tables);
}
