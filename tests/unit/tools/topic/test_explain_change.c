/* SPDX-License-Identifier: MIT */
/* Two sides of an explanation that are made by hand: one function, called by the benchmark. */
#include "tests/unit/unit.h"

#include <string.h>

#include "tools/topic/explain/change.h"

struct side {
	struct wire_bench bench_info;
	struct wire_series series_info;
	struct bench bench;
	struct series series;
	struct call_node nodes[2];
	struct explained explained;
	struct explanation explanation;
};

/* A side whose function executes this many instructions in all samples. */
static void side_make(struct side *side, uint64_t operations, uint64_t insns)
{
	*side = (struct side){
		.bench_info = {.name = "some.bench", .summary = "one operation"},
		.series_info = {.point = "", .stage = ""},
		.nodes = {{.name = ""}, {.depth = 1, .name = "work", .self_insns = insns}},
	};
	side->bench = (struct bench){.info = &side->bench_info};
	side->series = (struct series){.info = &side->series_info};
	side->explained = (struct explained){
		.bench = &side->bench, .series = &side->series, .status = EXPLAINED_EXACTLY,
		.operations = operations, .sampled_insns = insns,
		.tree = {.nodes = side->nodes, .count = 2, .insns = insns},
	};
	side->explanation = (struct explanation){.items = &side->explained, .count = 1};
}

static const struct verdict_check *check_of(const struct tables *tables, const char *text)
{
	for (size_t i = 0; i < tables->check_count; i++) {
		if (strcmp(tables->checks[i].text, text) == 0)
			return &tables->checks[i];
	}
	fail_msg("no check \"%s\"", text);
	return NULL;
}

TEST(counts_are_per_operation_of_their_own_side)
{
	struct side base, new;
	struct tables tables;

	side_make(&base, 5, 500);
	side_make(&new, 20, 2040);
	tables_init(&tables, "");
	topic_explain_change(&tables, &base.explanation, &new.explanation);
	assert_string_equal(tables.verdict.text, "+2 instructions (+2.0 %), in 1 function");
	assert_string_equal(tables.verdict.basis, "some.bench: `work` costs 2 instructions more.");
	assert_int_equal(check_of(&tables, "Changes of the functions add up to the metric's change")
				 ->verdict, TABLE_GOOD);
	tables_free(&tables);
}

TEST(changes_that_do_not_add_up_fail_the_check)
{
	struct side base, new;
	const struct verdict_check *check;
	struct tables tables;

	side_make(&base, 5, 500);
	side_make(&new, 5, 510);
	new.explained.sampled_insns = 520;
	tables_init(&tables, "");
	topic_explain_change(&tables, &base.explanation, &new.explanation);
	check = check_of(&tables, "Changes of the functions add up to the metric's change");
	assert_int_equal(check->verdict, TABLE_BAD);
	assert_string_equal(check->aside, "not in 1 of 1 metrics");
	tables_free(&tables);
}
