/* SPDX-License-Identifier: MIT */
/* Titles that state what a table shows, and the anatomy of operations. */
#include "tests/unit/unit.h"

#include <stdio.h>

#include "lib/wire/samples.h"
#include "tools/topic/topic.h"

static const struct column columns[] = {
	{"path", COLUMN_TEXT, COLUMN_KEY, NULL, NULL},
	{"ring", COLUMN_COUNT, COLUMN_KEY, NULL, NULL},
	{"size_bytes", COLUMN_BYTES, COLUMN_KEY, NULL, NULL},
	{"stage", COLUMN_TEXT, COLUMN_KEY, NULL, NULL},
	{"median", COLUMN_QUANTITY, 0, NULL, "ns"},
};

struct made {
	const char *path, *stage;
	uint64_t ring, size_bytes;
	double median;
};

/* A table of these rows, and its finding. The caller frees the tables. */
static const char *finding_of(struct tables *tables, const struct chart *chart,
			      const struct made *rows, size_t count)
{
	struct table *table;

	tables_init(tables, "Made up");
	table = table_begin(tables, "Section", "made", "One operation", columns, COUNT(columns));
	table->chart = *chart;
	for (size_t i = 0; i < count; i++) {
		table_row(table);
		cell_string(table, rows[i].path);
		cell_count(table, rows[i].ring);
		cell_count(table, rows[i].size_bytes);
		cell_string(table, rows[i].stage);
		cell_quantity(table, &(struct quantity){.value = rows[i].median});
	}
	findings_add(tables);
	return table->finding;
}

TEST(curve_has_the_values_at_its_ends)
{
	static const struct chart chart = {
		.kind = CHART_CURVES, .names = {"path"}, .x = "size_bytes", .y = "median"};
	static const struct made rows[] = {
		{"a", "", 0, 65536, 9}, {"a", "", 0, 1024, 3.7}, {"a", "", 0, 4096, 100},
		{"b", "", 0, 1024, 5},  {"b", "", 0, 65536, 5},
	};
	struct tables tables;

	assert_string_equal(finding_of(&tables, &chart, rows, 3),
			    "3.70 ns at 1 KiB, 9.00 ns at 64 KiB");
	tables_free(&tables);
	assert_string_equal(finding_of(&tables, &chart, rows, COUNT(rows)),
			    "A: 3.70 ns to 9.00 ns; b: 5.00 ns");
	tables_free(&tables);
}

/* Long names are left out, then the rows between the extremes. */
TEST(title_has_at_most_twelve_words)
{
	static const struct chart chart = {.kind = CHART_DOTS, .names = {"path"}, .y = "median"};
	static const struct made rows[] = {
		{"one two three", "", 0, 0, 1},
		{"four", "", 0, 0, 2},
		{"five six seven", "", 0, 0, 3},
		{"a b c d e f g h", "", 0, 0, 4},
	};
	struct tables tables;

	assert_string_equal(finding_of(&tables, &chart, rows, 2),
			    "One two three: 1.000 ns; four: 2.00 ns");
	tables_free(&tables);
	assert_string_equal(finding_of(&tables, &chart, rows, 3),
			    "1.000 ns (one two three) to 3.00 ns (five six seven)");
	tables_free(&tables);
	assert_string_equal(finding_of(&tables, &chart, rows, 4),
			    "1.000 ns to 4.00 ns in 4 cases");
	tables_free(&tables);
}

/* Identifiers of records become terms of the field, and names of benchmarks stay as they are. */
TEST(names_are_terms_of_the_field)
{
	static const struct chart chart = {.kind = CHART_DOTS, .names = {"path"}, .y = "median"};
	static const struct made rows[] = {
		{"self_ipi", "", 0, 0, 1}, {"lapic_timer", "", 0, 0, 2},
		{"cpu.loop_2", "", 0, 0, 3}, {"idle_loop", "", 0, 0, 4},
		{"tlb_local", "", 0, 0, 5}, {"think_us", "", 0, 0, 6},
	};
	struct tables tables;

	assert_string_equal(finding_of(&tables, &chart, rows, 2),
			    "Self-IPI: 1.000 ns; local timer: 2.00 ns");
	tables_free(&tables);
	assert_string_equal(finding_of(&tables, &chart, &rows[2], 2),
			    "cpu.loop_2: 3.00 ns; idle loop: 4.00 ns");
	tables_free(&tables);
	assert_string_equal(finding_of(&tables, &chart, &rows[4], 2),
			    "TLB-local: 5.00 ns; think time: 6.00 ns");
	tables_free(&tables);
}

TEST(extremes_of_one_name_are_not_named)
{
	static const struct chart chart = {.kind = CHART_DOTS, .names = {"path"}, .y = "median"};
	static const struct made rows[] = {
		{"random", "", 0, 0, 1}, {"random", "", 0, 0, 2}, {"sequential", "", 0, 0, 1.5},
		{"random", "", 0, 0, 3}, {"random", "", 0, 0, 4},
	};
	struct tables tables;

	assert_string_equal(finding_of(&tables, &chart, rows, COUNT(rows)),
			    "1.000 ns to 4.00 ns in 5 cases");
	tables_free(&tables);
}

TEST(counts_have_their_unit_or_noun)
{
	static const struct column counted[] = {
		{"chases", COLUMN_COUNT, COLUMN_KEY, NULL, NULL},
		{"interval_us", COLUMN_COUNT, COLUMN_KEY, "interval", "µs"},
		{"median", COLUMN_QUANTITY, 0, NULL, "ns"},
	};
	static const struct chart charts[] = {
		{.kind = CHART_CURVES, .x = "chases", .y = "median"},
		{.kind = CHART_CURVES, .x = "interval_us", .y = "median"},
	};
	static const char *const expected[] = {
		"1.000 ns at 1 chase, 2.00 ns at 16 chases",
		"1.000 ns at interval 50 µs, 2.00 ns at interval 100 µs",
	};

	for (size_t i = 0; i < COUNT(charts); i++) {
		struct tables tables;
		struct table *table;

		tables_init(&tables, "Made up");
		table = table_begin(&tables, "Section", "made", "One operation", counted,
				    COUNT(counted));
		table->chart = charts[i];
		for (unsigned row = 0; row < 2; row++) {
			table_row(table);
			cell_count(table, row == 0 ? 1 : 16);
			cell_count(table, row == 0 ? 50 : 100);
			cell_quantity(table, &(struct quantity){.value = 1 + row});
		}
		findings_add(&tables);
		assert_string_equal(table->finding, expected[i]);
		tables_free(&tables);
	}
}

TEST(table_without_chart_has_no_finding)
{
	static const struct made rows[] = {{"a", "", 0, 0, 1}, {"b", "", 0, 0, 2}};
	struct tables tables;

	assert_null(finding_of(&tables, &(struct chart){0}, rows, COUNT(rows)));
	tables_free(&tables);
}

/* ---- Levels of the memory ---- */

struct made_level {
	double ns;
	uint64_t begins_bytes, ends_bytes;
	const char *name; /* of a cache that CPUID confirms, or of the memory */
	double measured_ns; /* of the slowest point, if the level is above it */
};

static const char *finding_of_levels(struct tables *tables, const struct made_level *levels,
				     size_t count)
{
	static const struct column shapes[] = {
		{"page_bytes", COLUMN_BYTES, COLUMN_KEY, NULL, NULL},
		{"level_ns", COLUMN_QUANTITY, 0, NULL, NULL},
		{"begins_bytes", COLUMN_BYTES, 0, NULL, NULL},
		{"ends_bytes", COLUMN_BYTES, 0, NULL, NULL},
		{"name", COLUMN_TEXT, COLUMN_DATA, NULL, NULL},
		{"measured_ns", COLUMN_NUMBER, COLUMN_DATA, NULL, NULL},
	};
	struct table *table;

	tables_init(tables, "Made up");
	table = table_begin(tables, "Memory", "mem.plateaus", "Levels", shapes, COUNT(shapes));
	for (size_t i = 0; i < count; i++) {
		table_row(table);
		cell_count(table, 4096);
		cell_quantity(table, &(struct quantity){.value = levels[i].ns});
		cell_count(table, levels[i].begins_bytes);
		cell_count_if(table, levels[i].ends_bytes > 0, levels[i].ends_bytes);
		if (levels[i].name != NULL)
			cell_string(table_at(table, "name"), levels[i].name);
		if (levels[i].measured_ns > 0)
			cell_number(table_at(table, "measured_ns"), levels[i].measured_ns);
	}
	findings_add(tables);
	return table->finding;
}

TEST(levels_have_the_names_of_caches_that_cpuid_confirms)
{
	static const struct made_level levels[] = {
		{1.21, 1024, 32768, "L1 32 KiB", 0},
		{4.05, 32768, 1048576, "L2 1 MiB", 0},
		{95.2, 1048576, 0, "memory", 0},
	};
	struct tables tables;

	assert_string_equal(finding_of_levels(&tables, levels, 2),
			    "L1 32 KiB: 1.210 ns; L2 1 MiB: 4.05 ns");
	tables_free(&tables);
	assert_string_equal(finding_of_levels(&tables, levels, COUNT(levels)),
			    "L1: 1.210 ns; L2: 4.05 ns; memory: 95.2 ns");
	tables_free(&tables);
}

TEST(unconfirmed_levels_have_no_names_and_a_level_above_all_points_is_extrapolated)
{
	static const struct made_level levels[] = {
		{3.71, 1024, 24576, NULL, 0}, {137, 24576, 0, NULL, 90},
	};
	struct tables tables;

	assert_string_equal(finding_of_levels(&tables, levels, COUNT(levels)),
			    "To 24 KiB: 3.71 ns; above 24 KiB: 137.0 ns (extrapolated)");
	tables_free(&tables);
}

/* ---- A run ---- */

struct made_series {
	uint64_t bench;
	const char *point, *stage;
	uint8_t ticks;
};

static struct result *make_run(void)
{
	static const char *const benches[] = {
		"irq.self_ipi", "entry.round_trip", "entry.null_syscall"};
	static const struct made_series series[] = {
		{1, STAMPED_POINT, "delivery", 60}, {1, STAMPED_POINT, "total", 90},
		{2, "path=syscall", "", 30},        {3, "path=syscall", "", 40},
	};
	struct result *result = result_new();
	const struct log_account account = {0};
	uint64_t seq = 0;

	result_add(result, &(struct wire_record){.kind = WIRE_manifest, .seq = seq++, .manifest = {
		.format = WIRE_FORMAT, .host = "bare-metal", .time_base = "real",
		.tsc_hz = 1000000000}});
	for (size_t i = 0; i < COUNT(benches); i++)
		result_add(result, &(struct wire_record){.kind = WIRE_bench, .seq = seq++,
			.bench = {i + 1, benches[i], benches[i], "tsc_ticks", ""}});
	for (size_t i = 0; i < COUNT(series); i++) {
		uint64_t value = series[i].ticks;
		uint8_t data[SAMPLE_BYTES_MAX];
		size_t size;

		samples_pack(&value, 1, data, sizeof(data), &size);
		result_add(result, &(struct wire_record){.kind = WIRE_series, .seq = seq++,
			.series = {.id = i + 1, .bench = series[i].bench, .point = series[i].point,
				   .stage = series[i].stage, .iterations = 1}});
		result_add(result, &(struct wire_record){.kind = WIRE_samples, .seq = seq++,
			.samples = {.series = i + 1, .n = 1, .data = {data, size}}});
	}
	result_link(result, &account);
	return result;
}

/* "OPERATION STAGE MEDIAN" of each row. */
static void describe(const struct table *table, char *text, size_t size)
{
	size_t used = 0;

	for (size_t i = 0; i < table->row_count; i++)
		used += (size_t)snprintf(text + used, size - used, "%s, %s %.0f; ",
					 table_cell(table, i, 0)->text,
					 table_cell(table, i, 1)->text,
					 table_cell(table, i, 2)->quantity->value);
}

TEST(anatomy_has_stages_and_totals_and_the_rest_of_a_system_call)
{
	struct result *result = make_run();
	struct analysis *analysis = analysis_new(result);
	struct tables tables;
	struct topic topic = {.tables = &tables, .analysis = analysis};
	const struct table *table;
	char text[512] = "";

	tables_init(&tables, "Bareline results");
	topic_run(&topic);
	table = tables_find(&tables, "anatomy");
	describe(table, text, sizeof(text));
	assert_string_equal(text, "interrupt to oneself, delivery 60; "
				  "interrupt to oneself, total 90; "
				  "system call, entry and exit 30; system call, saved state 10; "
				  "system call, total 40; ");
	assert_string_equal(table->finding, "Interrupt to oneself: 90.0 ns; system call: 40.0 ns");
	tables_free(&tables);
	analysis_free(analysis);
	result_free(result);
}
