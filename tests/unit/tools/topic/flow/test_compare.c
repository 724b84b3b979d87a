/* SPDX-License-Identifier: MIT */
/* Differences between the critical paths of two logs. */
#include "tests/unit/unit.h"

#include <string.h>

#include "tests/unit/tools/flow_fixture.h"
#include "tools/topic/flow/flow.h"

/* A thread that works and uses the disk for this long. */
static void make_tree(struct fixture *fixture, struct flow_tree *tree, uint64_t disk_ticks)
{
	const struct flow_event events[] = {
		EVENT(100, ACTION, 1, 0, .thread = 1),
		EVENT(150, BEGIN_USE, 1, 0, .thread = 1, .object = 3),
		EVENT(150 + disk_ticks, END_USE, 1, 0, .thread = 1, .object = 3),
		EVENT(250 + disk_ticks, FINISH, 1, 0, .thread = 1),
	};
	const uint8_t picked = 1;

	fixture_open(fixture, events, sizeof(events) / sizeof(events[0]));
	flow_tree_begin(tree);
	flow_tree_add(tree, &fixture->session, &picked);
}

static void assert_row(const struct table *table, size_t row, const char *who, const char *in_use,
		       double base, double new)
{
	const struct cell *cells = &table->cells[row * table->column_count];

	assert_string_equal(cells[1].text, who);
	assert_string_equal(cells[2].text, in_use);
	assert_true(cells[3].number == base && cells[4].number == new);
	assert_true(cells[5].number == new - base);
}

static void compare(uint64_t base_ticks, uint64_t new_ticks, double scale,
		    void (*check)(const struct table *table))
{
	struct fixture base, new;
	struct flow_tree base_tree, new_tree;
	struct tables tables;

	make_tree(&base, &base_tree, base_ticks);
	make_tree(&new, &new_tree, new_ticks);
	tables_init(&tables, "");
	assert_int_equal(topic_flow_compare(&tables, &base_tree, &new_tree, scale), 1);
	check(tables.items[0]);
	tables_free(&tables);
	flow_tree_free(&base_tree);
	flow_tree_free(&new_tree);
	fixture_close(&base);
	fixture_close(&new);
}

static void assert_faster_disk(const struct table *table)
{
	assert_int_equal(table->row_count, 3);
	assert_row(table, 0, "response time", "-", 550, 350);
	assert_row(table, 1, "a", "disk", 400, 200);
	assert_row(table, 2, "the rest", "-", 150, 150);
}

TEST(faster_object_is_named_and_the_differences_add_up)
{
	compare(400, 200, 1, assert_faster_disk);
}

static void assert_half_ticks(const struct table *table)
{
	assert_int_equal(table->row_count, 3);
	assert_row(table, 0, "response time", "-", 550, 275);
	assert_row(table, 1, "a", "disk", 400, 200);
	assert_row(table, 2, "a", "-", 150, 75);
}

TEST(ticks_are_converted_to_the_unit_of_the_base)
{
	compare(400, 400, 0.5, assert_half_ticks);
}

TEST(runs_without_a_common_name_give_no_comparison)
{
	struct fixture base;
	struct flow_tree tree, empty;
	struct tables tables;

	make_tree(&base, &tree, 10);
	flow_tree_begin(&empty);
	tables_init(&tables, "");
	assert_int_equal(topic_flow_compare(&tables, &tree, &empty, 1), 0);
	tables_free(&tables);
	flow_tree_free(&empty);
	flow_tree_free(&tree);
	fixture_close(&base);
}
