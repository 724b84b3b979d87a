/* SPDX-License-Identifier: MIT */
/* The largest calls of trees that are made by hand. */
#include "tests/unit/unit.h"

#include "tools/topic/explain/calls.h"

static struct large_calls calls_of(struct tables *tables, struct call_node *nodes, size_t count)
{
	struct explained explained = {.operations = 1, .tree = {.nodes = nodes, .count = count}};

	for (size_t i = 0; i < count; i++)
		explained.tree.insns += nodes[i].self_insns;
	return explain_large_calls(tables, &explained, 1);
}

TEST(search_goes_through_callers_to_the_calls_that_share_the_work)
{
	struct call_node nodes[] = {
		{.name = ""},
		{.parent = 0, .depth = 1, .name = "outer", .self_insns = 2},
		{.parent = 1, .depth = 2, .name = "first", .self_insns = 40},
		{.parent = 2, .depth = 3, .name = "part", .self_insns = 10},
		{.parent = 1, .depth = 2, .name = "second", .self_insns = 30},
		{.parent = 1, .depth = 2, .name = "small", .self_insns = 18},
	};
	struct tables tables;
	struct large_calls calls;

	tables_init(&tables, "");
	calls = calls_of(&tables, nodes, 6);
	assert_string_equal(calls.summary, "2 calls hold 80 %");
	assert_string_equal(calls.list, "first 50 %, second 30 %");
	tables_free(&tables);
}

TEST(search_stays_at_a_caller_whose_large_callee_has_a_small_part_of_it)
{
	struct call_node nodes[] = {
		{.name = ""},
		{.parent = 0, .depth = 1, .name = "outer", .self_insns = 70},
		{.parent = 1, .depth = 2, .name = "inner", .self_insns = 30},
	};
	struct tables tables;
	struct large_calls calls;

	tables_init(&tables, "");
	calls = calls_of(&tables, nodes, 3);
	assert_string_equal(calls.summary, "outer holds 100 %");
	assert_string_equal(calls.list, "");
	tables_free(&tables);
}

TEST(many_small_calls_have_no_summary)
{
	struct call_node nodes[11] = {{.name = ""}};
	struct tables tables;

	tables_init(&tables, "");
	for (size_t i = 1; i < 11; i++)
		nodes[i] = (struct call_node){.depth = 1, .name = "f", .self_insns = 10};
	assert_null(calls_of(&tables, nodes, 11).summary);
	tables_free(&tables);
}
