/* SPDX-License-Identifier: MIT */
/* The HTML page: its charts show the measured values, and text from a log cannot become markup. */
#include "tests/unit/unit.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "lib/wire/samples.h"
#include "tests/unit/tools/sample_log.h"
#include "tools/record/point.h"
#include "tools/table/number.h"
#include "tools/topic/topic.h"
#include "tools/view/page.h"
#include "tools/view/chart.h"

#define HOSTILE "\"><script>alert('1')</script>&<img src=x onerror=alert(2)>"
#define SAMPLES 9
#define PAGE_BYTES_MAX (2u * 1024 * 1024)

struct shown {
	struct result *result;
	struct analysis *analysis;
	struct tables tables;
	char *page;
};

/* The caller frees the page. */
static char *page_of(const struct tables *tables, bool has_charts)
{
	char *page = NULL;
	size_t size;
	FILE *file = open_memstream(&page, &size);

	page_write(tables, file, has_charts);
	fclose(file);
	return page;
}

static struct shown show(struct result *result)
{
	struct shown shown = {.result = result, .analysis = analysis_new(result)};
	struct topic topic = {0};

	topic.analysis = shown.analysis;
	tables_init(&shown.tables, "Bareline report");
	topic.tables = &shown.tables;
	topic_run(&topic);
	shown.page = page_of(&shown.tables, true);
	return shown;
}

static void release(struct shown *shown)
{
	tables_free(&shown->tables);
	analysis_free(shown->analysis);
	free(shown->page);
	result_free(shown->result);
}

static struct shown show_sample(const struct sample_log_options *options)
{
	struct sample_log log = sample_log_make(options);
	struct shown shown = show(sample_log_load(log.text, log.length));

	free(log.text);
	return shown;
}

static void add(struct result *result, struct wire_record record)
{
	static uint64_t sequence;

	record.seq = sequence++;
	result_add(result, &record);
}

/* A run of one benchmark with this text in all its fields. */
static struct result *make_run(const char *text, const char *point)
{
	struct result *result = result_new();
	const struct log_account account = {0};
	uint64_t values[SAMPLES] = {10, 11, 12, 13, 14, 15, 16, 17, 18};
	uint8_t data[SAMPLES * SAMPLE_BYTES_MAX];
	size_t size;

	samples_pack(values, SAMPLES, data, sizeof(data), &size);
	add(result, (struct wire_record){.kind = WIRE_manifest, .manifest = {
		.format = WIRE_FORMAT, .build = text, .compiler = text, .host = text, .boot = text,
		.time_base = "real", .tsc_hz = 1000000000, .command_line = text}});
	add(result, (struct wire_record){.kind = WIRE_cpu, .cpu = {.vendor = text, .brand = text}});
	add(result, (struct wire_record){.kind = WIRE_warning, .warning = {text, text}});
	add(result, (struct wire_record){.kind = WIRE_bench,
					 .bench = {1, text, text, "tsc_ticks", text}});
	for (uint64_t id = 1; id <= 2; id++) {
		add(result, (struct wire_record){.kind = WIRE_series, .series = {
			.id = id, .bench = 1, .point = id == 1 ? point : text, .stage = text,
			.iterations = 1, .cold_iterations = 1}});
		add(result, (struct wire_record){.kind = WIRE_samples, .samples = {
			.series = id, .n = SAMPLES, .data = {data, size}}});
	}
	result_link(result, &account);
	return result;
}

static size_t count_in(const char *text, const char *end, const char *what)
{
	size_t count = 0;

	while ((text = strstr(text, what)) != NULL && text < end) {
		count++;
		text++;
	}
	return count;
}

/* Whether the chart's first marker has the value of the first curve's first point as its text. */
static bool has_text_of(const char *begin, const char *end, struct shown *shown)
{
	const struct curve *curve = &shown->analysis->curves[0];
	const char *title = strstr(begin, "<title>");
	char size[POINT_TEXT_MAX], number[NUMBER_TEXT_MAX], text[256];

	snprintf(text, sizeof(text), "<title>pages of 4 KiB, %s: %s ns",
		 point_size(curve->points[0].size_bytes, size),
		 number_text(curve->points[0].value * shown->analysis->ns_per_tick, number));
	return title != NULL && title < end && strncmp(title, text, strlen(text)) == 0;
}

TEST(every_point_of_a_curve_shows_its_value)
{
	struct shown shown = show_sample(&(struct sample_log_options){0});
	const char *figure = strstr(shown.page, "<figure id=\"mem.latency\"");
	const char *begin = strstr(figure, "<svg role="), *end = strstr(begin, "</div>");
	size_t points = 0;

	for (size_t i = 0; i < shown.analysis->curve_count; i++)
		points += shown.analysis->curves[i].point_count;
	assert_true(points > 10);
	assert_int_equal(count_in(begin, end, "<title>"), points);
	assert_true(has_text_of(begin, end, &shown));
	release(&shown);
}

TEST(markup_in_a_log_is_shown_as_text)
{
	struct shown shown = show(make_run(HOSTILE, "a=" HOSTILE));

	assert_int_equal(count_in(shown.page, shown.page + strlen(shown.page), "<script"), 1);
	assert_non_null(strstr(shown.page, page_script));
	assert_null(strstr(shown.page, "<img"));
	assert_non_null(strstr(shown.page, "&lt;script&gt;alert(&apos;1&apos;)"));
	release(&shown);
}

TEST(chart_names_are_valid_file_names)
{
	struct shown shown = show(make_run("mem.../../../etc/passwd", "a=1"));

	for (size_t i = 0; i < shown.tables.count; i++) {
		assert_null(strchr(shown.tables.items[i]->name, '/'));
		assert_int_not_equal(shown.tables.items[i]->name[0], '.');
	}
	assert_true(shown.tables.count > 0);
	release(&shown);
}

TEST(chart_of_too_many_series_shows_some_and_the_page_reports_it)
{
	struct result *result = result_new();
	const struct log_account account = {0};
	const uint8_t one[] = {20};
	struct shown shown;

	add(result, (struct wire_record){.kind = WIRE_bench,
					 .bench = {1, "mem.many", "many", "tsc_ticks", ""}});
	for (uint64_t id = 1; id <= 2 * CHART_ROWS_MAX; id++) {
		char point[32];

		snprintf(point, sizeof(point), "a=%u", (unsigned)id);
		add(result, (struct wire_record){.kind = WIRE_series, .series = {
			.id = id, .bench = 1, .point = point, .stage = "", .iterations = 1}});
		add(result, (struct wire_record){.kind = WIRE_samples, .samples = {
			.series = id, .n = 1, .data = {one, sizeof(one)}}});
	}
	result_link(result, &account);
	shown = show(result);
	assert_non_null(strstr(shown.page, "Drawn: the first 1024 of 2048 rows."));
	assert_non_null(strstr(shown.page, "Data, 2048 rows"));
	assert_true(strlen(shown.page) < PAGE_BYTES_MAX);
	release(&shown);
}

TEST(empty_run_gives_a_page_without_charts)
{
	struct result *result = result_new();
	const struct log_account account = {0};
	struct shown shown;

	result_link(result, &account);
	shown = show(result);
	assert_null(strstr(shown.page, "<svg"));
	assert_non_null(strstr(shown.page, "lost: machine and clock are unknown"));
	release(&shown);
}

/* Rows of dots, named in the chart. */
static void add_dots(struct tables *tables, const char *name, const char *row, unsigned flags)
{
	static const struct column columns[] = {
		{"row", COLUMN_TEXT, COLUMN_KEY, NULL, NULL},
		{"value", COLUMN_QUANTITY, 0, NULL, "ns"},
	};
	struct table *table = table_begin(tables, "Section", name, name, columns, 2);

	table->flags = flags;
	table->chart = (struct chart){.kind = CHART_DOTS, .names = {"row"}, .y = "value"};
	for (int i = 1; i <= 2; i++) {
		table_row(table);
		cell_text(table, "%s %d", row, i);
		cell_quantity(table, &(struct quantity){.value = i});
	}
}

TEST(warning_is_at_the_top_with_its_next_step)
{
	const char *notice, *other;
	struct tables tables;
	struct table *facts;
	char *page;

	tables_init(&tables, "A busy host");
	add_dots(&tables, "made.figures", "apple", 0);
	facts = table_begin_facts(&tables, "To know", "host", "The host");
	table_fact(facts, "noise", "not quiet; run again")->is_warning = true;
	table_fact(facts, "other", "nothing to warn of");
	page = page_of(&tables, false);
	notice = strstr(page, "<p class=notice>noise: not quiet; run again</p>");
	assert_non_null(notice);
	assert_true(notice < strstr(page, "<figure"));
	other = strstr(page, "nothing to warn of");
	assert_non_null(other);
	assert_true(other > strstr(page, "<figure"));
	free(page);
	tables_free(&tables);
}

TEST(first_chart_of_several_runs_begins_a_row)
{
	static const char *const names[] = {"a", "a-2", "b"};
	struct tables tables;
	char *page;

	tables_init(&tables, "Two runs");
	for (size_t i = 0; i < 3; i++) {
		add_dots(&tables, names[i], "pear", 0);
		tables.items[i]->of_all = i < 2 ? "a" : "b";
	}
	page = page_of(&tables, true);
	assert_non_null(strstr(page, "<figure id=\"a\" class=first>"));
	assert_non_null(strstr(page, "<figure id=\"a-2\">"));
	assert_non_null(strstr(page, "<figure id=\"b\">"));
	free(page);
	tables_free(&tables);
}

TEST(curve_of_equally_displayed_values_is_flat)
{
	static const struct column columns[] = {{"median", COLUMN_QUANTITY, 0, NULL, "ns"},
						{"run_by_run", COLUMN_CURVE, 0, NULL, NULL}};
	static const double values[] = {20.0301, 20.0304};
	struct tables tables;
	struct table *table;
	char *page;
	const char *label;

	tables_init(&tables, "A history");
	table = table_begin(&tables, "Metrics", "null", "Timing", columns, 2);
	table->flags = TABLE_CURVES;
	table_row(table);
	cell_quantity(table, &(struct quantity){.value = 20.03});
	cell_curve(table, values, 2);
	page = page_of(&tables, false);
	label = strstr(page, ">20.03</text>"); /* min and max */
	assert_non_null(label);
	assert_null(strstr(label + 1, ">20.03</text>"));
	free(page);
	tables_free(&tables);
}

TEST(page_without_charts_shows_all_rows)
{
	struct tables tables;
	char *page;

	tables_init(&tables, "Two tables");
	add_dots(&tables, "made.cards", "apple", TABLE_CARDS);
	add_dots(&tables, "made.second", "pear", 0);
	page = page_of(&tables, false);
	assert_null(strstr(page, "<svg"));
	assert_non_null(strstr(page, "<span class=what>apple 1"));
	assert_non_null(strstr(page, "<details class=data open><summary>Data, 2 rows"));
	assert_non_null(strstr(page, "pear 2"));
	assert_non_null(strstr(page, "</html>"));
	free(page);
	tables_free(&tables);
}

/* ---- The ladder ---- */

static void add_rung(struct table *table, const char *what, const struct quantity *value,
		     const char *unit, double axis)
{
	table_row(table);
	cell_string(table, what);
	cell_quantity(table, value);
	cell_string(table, unit);
	cell_number(table, axis);
}

TEST(ladder_is_sorted_by_its_axis_and_marks_wide_intervals)
{
	static const struct column columns[] = {
		{"what", COLUMN_TEXT, COLUMN_KEY, NULL, NULL},
		{"median", COLUMN_QUANTITY, 0, NULL, NULL},
		{"unit", COLUMN_TEXT, 0, "", NULL},
		{"axis", COLUMN_NUMBER, COLUMN_DATA, NULL, "ns"},
		{"aside", COLUMN_TEXT, COLUMN_DATA, NULL, NULL},
	};
	struct tables tables;
	struct table *table;
	const char *slow, *rate, *fast;
	char *page;

	tables_init(&tables, "A run");
	table = table_begin(&tables, "Metrics", "figures", "Key metrics", columns, COUNT(columns));
	table->flags = TABLE_CARDS | TABLE_AXIS;
	add_rung(table, "slow", &(struct quantity){2000, 1400, 2100, INTERVAL_95, true}, "ns",
		 2000);
	add_rung(table, "unknown", &(struct quantity){3000, 2000, 90000, INTERVAL_95, true}, "ns",
		 3000);
	add_rung(table, "rate", &(struct quantity){6.4, 6.3, 6.5, INTERVAL_95, true}, "GB/s", 10);
	add_rung(table, "fast", &(struct quantity){4, 3.9, 4.1, INTERVAL_95, true}, "ns", 4);
	page = page_of(&tables, true);
	fast = strstr(page, ">Fast");
	rate = strstr(page, ">Rate");
	slow = strstr(page, ">Slow");
	assert_true(fast != NULL && rate > fast && slow > rate);
	assert_non_null(strstr(fast, "<b>4.00 ns</b>"));
	assert_non_null(strstr(rate, "<b>6.40 GB/s</b>"));
	assert_null(strstr(page, "× "));
	assert_non_null(strstr(slow, "<td class=\"n spread wide\">-30.0 to +5.0 %, wide"));
	assert_int_equal(count_in(page, page + strlen(page), ", wide<"), 2);
	assert_non_null(strstr(strstr(slow, ">Unknown"), "x2=\"100.00%\" y1=14 y2=14 /><circle"));
	free(page);
	tables_free(&tables);
}

/* ---- Labels of curves ---- */

/* Curves "a", "b" … of two points, and a reference line with a name for each level above 0. */
static char *page_of_levels(const char *const *names, size_t count, double level, double other)
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
	const struct chart_point other_ends[] = {
		{.x = 2, .y = other, .text = "L2 2 MiB", .short_text = "161.2 ns (extrapolated)"},
		{.x = 10, .y = other},
	};
	const struct chart_layer layers[] = {
		{.name = "levels", .style = CHART_REFERENCE, .points = ends, .count = COUNT(ends)},
		{.style = CHART_REFERENCE, .points = other_ends, .count = COUNT(other_ends)},
	};
	struct tables tables;
	struct table *table;
	char *page;

	tables_init(&tables, "Curves");
	table = table_begin(&tables, "Section", "made", "Made up", columns, COUNT(columns));
	table->chart = (struct chart){.kind = CHART_CURVES,
				      .names = {"name"},
				      .x = "x",
				      .y = "median",
				      .layers = layers,
				      .layer_count = (level > 0) + (other > 0)};
	for (size_t i = 0; i < 2 * count; i++) {
		table_row(table);
		cell_string(table, names[i / 2]);
		cell_count(table, i % 2 == 0 ? 1 : 10);
		cell_quantity(table, &(struct quantity){.value = (double)(i + 4)});
	}
	page = page_of(&tables, true);
	tables_free(&tables);
	return page;
}

static char *page_of_curves(const char *const *names, size_t count, double level)
{
	return page_of_levels(names, count, level, 0);
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

/* The position along y of a text of the page. */
static double position_of(const char *page, const char *text)
{
	const char *at = strstr(page, text), *place;

	assert_non_null(at);
	do
		assert_true(--at > page);
	while (strncmp(at, "<text", 5) != 0);
	place = strstr(at, " y=\"");
	assert_non_null(place);
	return strtod(place + 4, NULL);
}

TEST(texts_of_two_levels_are_not_over_each_other)
{
	static const char *const names[] = {"a", "b"};
	char *page = page_of_levels(names, COUNT(names), 4.5, 4.6);

	assert_true(position_of(page, ">161.2 ns (extrapolated)</text>") + 14 <
		    position_of(page, ">L1 32 KiB</text>"));
	free(page);
	page = page_of_levels(names, COUNT(names), 6.9, 6.95);          /* without room above */
	assert_non_null(strstr(page, ">L1 32 KiB</text>"));
	assert_null(strstr(page, ">161.2 ns (extrapolated)</text>"));
	free(page);
}
