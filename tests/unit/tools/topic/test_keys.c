/* SPDX-License-Identifier: MIT */
/* Key columns of a metric: its parameters and its stage. */
#include "tests/unit/unit.h"

#include "tools/topic/keys.h"

TEST(parameters_have_columns_with_unique_names)
{
	static const struct column values[] = {{"base", COLUMN_NUMBER, 0, NULL, NULL}};
	const struct metric metrics[] = {
		{.stage = "",
		 .parameter_count = 2,
		 .parameters = {{"base", "7", true, 7}, {"size_bytes", "4096", true, 4096}}},
		{.stage = "total", .parameter_count = 1, .parameters = {{"base", "x", false, 0}}},
	};
	const struct metric *const both[] = {&metrics[0], &metrics[1]};
	struct tables tables;
	struct column *columns;
	struct table *table;
	size_t key_count;

	tables_init(&tables, "");
	columns = keys_columns(&tables, both, 2, values, 1, &key_count);
	assert_int_equal(key_count, 3);
	assert_string_equal(columns[0].name, "point_base");
	assert_int_equal(columns[0].kind, COLUMN_TEXT);
	assert_int_equal(columns[1].kind, COLUMN_BYTES);
	assert_string_equal(columns[1].head, "size");
	assert_string_equal(columns[2].name, "stage");
	assert_string_equal(columns[3].name, "base");
	table = table_begin(&tables, "", "keys", "", columns, 4);
	for (size_t i = 0; i < 2; i++) {
		table_row(table);
		keys_cells(table, columns, key_count, &metrics[i]);
	}
	assert_string_equal(table_cell(table, 0, 0)->text, "7");
	assert_int_equal(table_cell(table, 0, 1)->count, 4096);
	assert_false(table_cell(table, 0, 2)->has_value);
	assert_false(table_cell(table, 1, 1)->has_value);
	assert_string_equal(table_cell(table, 1, 2)->text, "total");
	tables_free(&tables);
}

TEST(metrics_without_stages_have_an_empty_stage_column)
{
	static const struct column values[] = {{"base", COLUMN_NUMBER, 0, NULL, NULL}};
	const struct metric metric = {.stage = ""};
	const struct metric *const one[] = {&metric};
	struct tables tables;
	struct column *columns;
	struct table *table;
	size_t key_count;

	tables_init(&tables, "");
	columns = keys_columns(&tables, one, 1, values, 1, &key_count);
	assert_int_equal(key_count, 1);
	assert_string_equal(columns[0].name, "stage");
	table = table_begin(&tables, "", "keys", "", columns, 2);
	table_row(table);
	keys_cells(table, columns, key_count, &metric);
	assert_false(table_cell(table, 0, 0)->has_value);
	tables_free(&tables);
}
