/* SPDX-License-Identifier: MIT */
/* A comparison for readers: the order of operations, and what shares a row. */
#include "tests/unit/unit.h"

#include <stdlib.h>

#include "tools/topic/changed_operations.h"

#define METRICS_MAX 16

struct made {
	struct compared_metric metrics[METRICS_MAX];
	struct comparison comparison;
	struct tables tables;
	struct changed_operations operations;
};

/* Exact counts of both sides; new below 0: the new side lost it. */
static void add(struct made *made, const char *bench, const char *point, const char *stage,
		double base, double new)
{
	struct compared_metric *metric = &made->metrics[made->comparison.metric_count++];
	enum change change = new < 0 ? CHANGE_MISSING
			     : new == base ? CHANGE_UNCHANGED
			     : new > base ? CHANGE_REGRESSED : CHANGE_IMPROVED;

	*metric = (struct compared_metric){
		.bench = bench, .point = point, .stage = stage, .first_stage = stage,
		.is_counted = true,
		.is_exact = true,
		.sides = {{.runs = 1, .unit = "instructions", .median = base},
			  {.runs = new >= 0, .unit = "instructions", .median = new}},
		.contrast = {.difference.value = new - base, .has_ratio = base > 0,
			     .ratio.value = base > 0 ? new / base : 0},
		.judgement.change = change,
	};
}

static struct made *make(void)
{
	struct made *made = calloc(1, sizeof(*made));

	made->comparison = (struct comparison){.kind = COMPARE_CHANGE, .metrics = made->metrics};
	tables_init(&made->tables, "");
	return made;
}

static void find(struct made *made)
{
	changed_operations_find(&made->tables, &made->comparison, &made->operations);
}

static void release(struct made *made)
{
	tables_free(&made->tables);
	free(made);
}

static void assert_order(const struct made *made, const char *const *points, size_t count)
{
	assert_int_equal(made->operations.shown, count);
	for (size_t i = 0; i < count; i++)
		assert_string_equal(made->operations.items[i].whole->point, points[i]);
}

TEST(regressed_operations_come_first_and_the_largest_of_them)
{
	static const char *const order[] = {"lost", "zero", "much", "little", "less", "bit_less"};
	struct made *made = make();

	add(made, "a.a", "bit_less", "", 100, 99);
	add(made, "a.a", "little", "", 100, 103);
	add(made, "a.a", "same", "", 100, 100);
	add(made, "b.b", "less", "", 100, 10);
	add(made, "b.b", "much", "", 10, 12);
	add(made, "c.c", "lost", "", 10, -1);
	add(made, "c.c", "zero", "", 0, 7);
	find(made);
	assert_order(made, order, COUNT(order));
	assert_int_equal(made->operations.count, 7);
	assert_int_equal(made->operations.changes[CHANGE_REGRESSED], 3);
	assert_string_equal(changed_operations_largest(&made->operations)->whole->point, "zero");
	release(made);
}

/* A stage that changed much is no headline, and no row of its own. */
TEST(stages_are_below_their_operation)
{
	static const char *const order[] = {"x=1", "x=2"};
	struct made *made = make();

	add(made, "a.a", "x=1", "entry", 10, 20);
	add(made, "a.a", "x=2", "entry", 10, 90);
	add(made, "a.a", "x=1", "exit", 10, 10);
	add(made, "a.a", "x=1", "total", 100, 110);
	add(made, "a.a", "x=2", "exit", 90, 10);
	add(made, "a.a", "x=2", "total", 100, 100);
	find(made);
	assert_order(made, order, COUNT(order));
	assert_int_equal(made->operations.items[0].stage_count, 2);
	assert_string_equal(made->operations.items[0].stages[0]->stage, "entry");
	assert_string_equal(made->operations.items[0].stages[1]->stage, "exit");
	assert_int_equal(made->operations.changes[CHANGE_REGRESSED], 1);
	release(made);
}

TEST(stages_without_a_total_are_operations)
{
	struct made *made = make();

	add(made, "a.a", "x=1", "one", 10, 20);
	add(made, "a.a", "x=1", "two", 10, 11);
	find(made);
	assert_int_equal(made->operations.shown, 2);
	assert_int_equal(made->operations.items[0].stage_count, 0);
	release(made);
}

static void add_staged(struct made *made, const char *bench, const char *point, double entry,
		       double exit)
{
	add(made, bench, point, "entry", 10, 10 + entry);
	add(made, bench, point, "exit", 20, 20 + exit);
	add(made, bench, point, "total", 50, 50 + entry + exit);
}

/* Two or more stages with the same differences are one change, in any family. */
TEST(equal_changes_of_two_stages_are_one_change)
{
	struct made *made = make();

	add_staged(made, "a.a", "x=1", 5, 2);
	add_staged(made, "a.b", "x=2", 5, 2);
	add_staged(made, "a.a", "x=3", 2, 5);
	add_staged(made, "b.a", "x=4", 5, 2);
	find(made);
	assert_int_equal(made->operations.shown, 4);
	assert_int_equal(made->operations.regressions, 2);
	assert_int_equal(made->operations.items[0].followers, 2);
	assert_true(made->operations.items[1].is_follower);
	assert_string_equal(made->operations.items[1].whole->bench, "a.b");
	assert_string_equal(made->operations.items[2].whole->bench, "b.a");
	assert_int_equal(made->operations.items[3].followers, 0);
	release(made);
}

/* +9 of a shootdown and +9 of a first touch are four functions. The same counts before and after
 * are one path. */
TEST(equal_sums_prove_no_common_change)
{
	struct made *made = make();

	add(made, "fault.shootdown", "", "", 3773, 3782);
	add(made, "fault.demand_zero", "x=1", "", 6361, 6370);
	add(made, "fault.not_present", "x=1", "entry", 10, 10);
	add(made, "fault.not_present", "x=1", "total", 6361, 6370);
	add_staged(made, "a.a", "x=1", 9, 0);
	find(made);
	assert_int_equal(made->operations.shown, 4);
	assert_int_equal(made->operations.regressions, 3);
	assert_int_equal(made->operations.changes[CHANGE_REGRESSED], 4);
	release(made);
}

/* 7 and 12 instructions in the delivery of all are one path, whatever else they do. */
TEST(equal_counts_of_the_only_changed_stage_are_one_change)
{
	struct made *made = make();

	add_staged(made, "a.a", "x=1", 5, 0);
	add(made, "a.a", "x=2", "entry", 10, 15);
	add(made, "a.a", "x=2", "exit", 90, 90);
	add(made, "a.a", "x=2", "total", 100, 105);
	add(made, "a.a", "x=3", "entry", 11, 16);
	add(made, "a.a", "x=3", "total", 100, 105);
	find(made);
	assert_int_equal(made->operations.regressions, 2);
	release(made);
}

/* If an operation changed in its cold samples only, these stand for it. Otherwise they are below
 * it, and do not separate operations with the same change. */
TEST(cold_samples_are_part_of_their_operation)
{
	struct made *made = make();

	add_staged(made, "a.a", "x=1", 5, 2);
	add(made, "a.a", "x=1", "total cold", 90, 100);
	made->metrics[3].is_cold = true;
	made->metrics[3].first_stage = "total";
	add_staged(made, "a.a", "x=2", 5, 2);
	add(made, "a.b", "", "", 10, 10);
	add(made, "a.b", "", "cold", 10, 30);
	made->metrics[8].is_cold = true;
	made->metrics[8].first_stage = "";
	find(made);
	assert_int_equal(made->operations.count, 3);
	assert_int_equal(made->operations.regressions, 2);
	assert_int_equal(made->operations.items[0].followers, 1);
	assert_int_equal(made->operations.items[0].stage_count +
				 made->operations.items[1].stage_count, 5);
	assert_true(made->operations.items[2].whole->is_cold);
	assert_false(made->operations.items[2].stages[0]->is_cold);
	release(made);
}

TEST(twice_the_operations_are_below_their_operation)
{
	struct made *made = make();

	add(made, "a.a", "", "", 10, 12);
	add(made, "a.a", "", "2n", 20, 24);
	find(made);
	assert_int_equal(made->operations.count, 1);
	assert_int_equal(made->operations.items[0].stage_count, 1);
	release(made);
}

/* Times differ by chance, so equal differences mean nothing. */
TEST(times_never_share_a_change)
{
	struct made *made = make();

	add(made, "a.a", "x=1", "", 10, 15);
	add(made, "a.a", "x=2", "", 10, 15);
	made->metrics[0].is_exact = made->metrics[1].is_exact = false;
	find(made);
	assert_int_equal(made->operations.regressions, 2);
	release(made);
}
