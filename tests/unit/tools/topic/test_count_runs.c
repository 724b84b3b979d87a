/* SPDX-License-Identifier: MIT */
/* The runs of a counted program: the table states the least and the most of all of them. */
#include "tests/unit/unit.h"

#include "tests/unit/tools/cells.h"
#include "tools/topic/count/count.h"

TEST(least_and_most_are_those_of_all_runs)
{
	const struct counted_run runs[] = {{.user = 12}, {.user = 10}, {.user = 15}};
	const struct count_report report = {
		.program = "a program", .status = "0", .runs = runs, .run_count = 3,
		.layouts = runs, .layout_count = 3,
	};
	struct tables tables;

	tables_init(&tables, "a test");
	topic_count(&tables, &report);
	assert_true(cells_number(&tables, "count.total", 0, "instructions") == 12);
	assert_true(cells_number(&tables, "count.total", 0, "least") == 10);
	assert_true(cells_number(&tables, "count.total", 0, "most") == 15);
	assert_true(cells_number(&tables, "count.layouts", 0, "least") == 10);
	assert_true(cells_number(&tables, "count.layouts", 0, "most") == 15);
	tables_free(&tables);
}
