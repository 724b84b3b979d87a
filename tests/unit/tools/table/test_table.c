/* SPDX-License-Identifier: MIT */
/* The table model: incomplete rows, unsafe names and long lists. */
#include "tests/unit/unit.h"

#include <fcntl.h>
#include <math.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "tools/base/exit_status.h"
#include "tools/table/table.h"

static const struct column columns[] = {
	{"key", COLUMN_TEXT, COLUMN_KEY, NULL, NULL},
	{"value", COLUMN_QUANTITY, 0, NULL, "ns"},
	{"count_of_things", COLUMN_COUNT, 0, NULL, NULL},
};

static struct tables tables;

static int begin(void **state)
{
	(void)state;
	tables_init(&tables, "made up");
	return 0;
}

static int end(void **state)
{
	(void)state;
	tables_free(&tables);
	return 0;
}

static struct table *make(const char *name)
{
	return table_begin(&tables, "A section", name, "A title", columns, 3);
}

TEST_WITH(unset_cells_have_no_value, begin, end)
{
	struct table *table = make("a");
	double value;

	table_row(table);
	cell_string(table, "first");
	table_row(table);
	cell_string(table, "second");
	cell_quantity(table, &(struct quantity){.value = 2.5});
	cell_count(table, 7);
	assert_int_equal(table->row_count, 2);
	assert_false(table_cell(table, 0, 1)->has_value);
	assert_false(cell_value(table, 0, 1, &value));
	assert_true(cell_value(table, 1, 1, &value));
	assert_true(value == 2.5);
	assert_true(cell_value(table, 1, 2, &value));
	assert_true(value == 7);
	assert_false(cell_value(table, 1, 0, &value));
	assert_string_equal(cell_unit(table, 1, 1), "ns");
	assert_string_equal(cell_unit(table, 1, 2), "");
}

TEST_WITH(skipped_columns_have_no_value, begin, end)
{
	struct table *table = make("a");

	table_row(table);
	cell_count(table_at(table, "count_of_things"), 7);
	assert_false(table_cell(table, 0, 0)->has_value);
	assert_false(table_cell(table, 0, 1)->has_value);
	assert_int_equal(table_cell(table, 0, 2)->count, 7);
}

static void fill_unknown(struct table *table)
{
	cell_string(table_at(table, "kee"), "x");
}

static void fill_backwards(struct table *table)
{
	cell_count(table_at(table, "count_of_things"), 7);
	cell_string(table_at(table, "key"), "x");
}

static void fill_count_with_number(struct table *table)
{
	cell_number(table_at(table, "count_of_things"), 7);
}

static void fill_quantity_with_count(struct table *table)
{
	cell_count(table_at(table, "value"), 7);
}

static void fill_too_many(struct table *table)
{
	cell_count(table_at(table, "count_of_things"), 7);
	cell_count(table, 8);
}

/* Run in a child process, whose exit status is returned. */
static int status_of(void (*fill)(struct table *table))
{
	pid_t child = fork();
	int status;

	if (child == 0) {
		struct table *table = make("a");

		dup2(open("/dev/null", O_WRONLY), STDERR_FILENO);
		table_row(table);
		fill(table);
		_exit(EXIT_GOOD);
	}
	assert_int_equal(waitpid(child, &status, 0), child);
	return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

TEST_WITH(cell_that_does_not_fit_its_column_ends_the_program, begin, end)
{
	assert_int_equal(status_of(fill_unknown), EXIT_MACHINE);
	assert_int_equal(status_of(fill_backwards), EXIT_MACHINE);
	assert_int_equal(status_of(fill_count_with_number), EXIT_MACHINE);
	assert_int_equal(status_of(fill_quantity_with_count), EXIT_MACHINE);
	assert_int_equal(status_of(fill_too_many), EXIT_MACHINE);
}

TEST_WITH(not_a_number_is_no_value, begin, end)
{
	struct table *table = make("a");

	table_row(table);
	cell_none(table);
	cell_quantity(table, &(struct quantity){.value = NAN});
	assert_false(table_cell(table, 0, 1)->has_value);
	assert_false(column_is_used(table, 1));
}

TEST_WITH(table_names_are_safe_file_names_and_unique, begin, end)
{
	assert_string_equal(make("mem.latency")->name, "mem.latency");
	assert_string_equal(make("mem.latency")->name, "mem.latency-2");
	assert_string_equal(make("../../etc/passwd")->name, "-.-..-etc-passwd");
}

TEST_WITH(table_of_a_benchmark_is_not_one_of_the_tool, begin, end)
{
	const struct table *own;

	make("operations")->flags |= TABLE_OF_BENCH;
	assert_non_null(tables_find(&tables, "operations"));
	assert_null(tables_find_own(&tables, "operations"));
	own = make("operations");
	assert_string_equal(own->name, "operations-2");
	assert_ptr_equal(tables_find_own(&tables, "operations"), own);
}

TEST_WITH(column_headings_are_names_with_spaces, begin, end)
{
	assert_string_equal(column_head(&tables, &columns[2]), "count of things");
}

TEST_WITH(long_list_is_truncated, begin, end)
{
	const char *list = "";

	for (int i = 0; i < 1000; i++)
		list = tables_join(&tables, list, ", ", "mem.bandwidth");
	assert_uint_in_range(strlen(list), 100, 600);
	assert_string_equal(list + strlen(list) - strlen("…"), "…");
}

TEST_WITH(short_list_is_truncated_before_a_long_item, begin, end)
{
	char item[2000];

	memset(item, 'x', sizeof(item) - 1);
	item[sizeof(item) - 1] = '\0';
	assert_string_equal(tables_join(&tables, "a", ", ", item), "a, …");
	assert_string_equal(tables_join(&tables, "a, …", ", ", item), "a, …");
}

TEST_WITH(median_of_equal_instruction_counts_is_exact, begin, end)
{
	const struct stats same = {.n = 9, .min = 7, .max = 7, .median = 7};
	const struct stats few = {.n = 2, .min = 7, .max = 8, .median = 7.5};

	assert_int_equal(quantity_of(&same, true).interval, INTERVAL_EXACT);
	assert_int_equal(quantity_of(&same, false).interval, INTERVAL_NONE);
	assert_int_equal(quantity_of(&few, true).interval, INTERVAL_NONE);
	assert_true(quantity_of(&few, true).is_estimated);
}

TEST_WITH(tables_grow, begin, end)
{
	struct table *table = make("large");

	for (uint64_t i = 0; i < 5000; i++) {
		table_row(table);
		cell_string(table, "x");
		cell_none(table);
		cell_count(table, i);
	}
	assert_int_equal(table->row_count, 5000);
	assert_int_equal(table_cell(table, 4999, 2)->count, 4999);
	for (int i = 0; i < 100; i++)
		make("small");
	assert_int_equal(tables.count, 101);
	assert_ptr_equal(tables_find(&tables, "small-100"), tables.items[100]);
}

TEST_WITH(bad_check_is_never_left_out, begin, end)
{
	for (int i = 0; i < TABLES_CHECKS_MAX + 1; i++)
		tables_add_check(&tables, TABLE_GOOD, NULL, "good", "");
	tables_add_check(&tables, TABLE_BAD, NULL, "bad", "");
	assert_int_equal(tables.check_count, TABLES_CHECKS_MAX);
	assert_string_equal(tables.checks[TABLES_CHECKS_MAX - 2].text, "good");
	assert_string_equal(tables.checks[TABLES_CHECKS_MAX - 1].text, "bad");
}
