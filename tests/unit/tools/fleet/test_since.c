/* SPDX-License-Identifier: MIT */
/* Machines against themselves: quotients of both sides, and models that changed together. */
#include "tests/unit/unit.h"

#include <math.h>

#include "tests/unit/tools/fleet/made_fleet.h"
#include "tools/fleet/since.h"

#define MACHINES 20
#define BOOTS 3
#define STEP 0.001

/* Machines whose values differ by little between the sides: on average by nothing. */
static void make(struct made_fleet *made)
{
	made_fleet_init(made, MACHINES, 2);
	made->boots = BOOTS;
	made->boot_step = STEP;
	for (size_t i = 0; i < MACHINES; i++)
		made->past[i] = 1 + ((double)(i % 5) - 2) / 4000;
}

static struct fleet_since *compare(struct made_fleet *made)
{
	const struct fleet_settings settings = {
		.level = 0.05, .boots = 5, .since = 1, .until = INT64_MAX};
	struct fleet_since *since = fleet_since_read(&made->engine, &settings);

	assert_non_null(since);
	return since;
}

static int compare_numbers(const void *a, const void *b)
{
	double first = *(const double *)a, second = *(const double *)b;

	return (first > second) - (first < second);
}

/* Of the first figure of the first machines, before the time or since. */
static double median_of(const struct made_fleet *made, size_t machines, bool before)
{
	double values[MACHINES];

	for (size_t i = 0; i < machines; i++)
		values[i] = made->values[i][0] * (before ? made->past[i] : 1);
	qsort(values, machines, sizeof(values[0]), compare_numbers);
	return (values[(machines - 1) / 2] + values[machines / 2]) / 2;
}

TEST(machines_that_did_not_change_are_not_odd)
{
	struct made_fleet made;
	struct fleet_since *since;

	make(&made);
	since = compare(&made);
	assert_int_equal(since->changes->odd_count, 0);
	assert_int_equal(since->shift_count, 0);
	assert_int_equal(since->changes->judged_machines, MACHINES);
	assert_int_equal(since->changes->models[0].figures[0].machines, MACHINES);
	assert_float_equal(since->changes->models[0].figures[0].boots, BOOTS, 0);
	fleet_since_free(since);
}

TEST(machine_that_changed_is_odd_by_its_quotient)
{
	struct made_fleet made;
	struct fleet_since *since;
	const struct fleet_deviation *deviation;
	double before;

	make(&made);
	made.past[7] = 0.8;
	since = compare(&made);
	assert_int_equal(since->changes->odd_count, 1);
	assert_string_equal(since->changes->odd[0]->label, "node-7");
	deviation = &since->changes->odd[0]->deviations[0];
	before = 0.8 * made.values[7][deviation->figure];
	assert_float_equal(deviation->before, before, 1e-9);
	assert_float_equal(deviation->after, made.values[7][deviation->figure], 1e-9);
	assert_float_equal(deviation->value, 1.25, 1e-9);
	assert_float_equal(deviation->change, 0.25, 1e-9);
	assert_float_equal(deviation->boots, BOOTS, 0);
	/* Each side's boots deviate by STEP from their median. */
	assert_float_equal(deviation->spread, 1.25 * STEP * sqrt(2), 1e-9);
	fleet_since_free(since);
}

/* The resolution of a quotient is that of its coarser side. */
TEST(quotient_has_a_resolution)
{
	struct made_fleet made;
	struct fleet_since *since;

	make(&made);
	for (size_t i = 0; i < MACHINES; i++) {
		made.values[i][0] = made.values[i][1] = 100;
		made.past[i] = i % 2 == 0 ? 0.5 : 2;
		made.resolutions[i] = 4;
	}
	since = compare(&made);
	/* 100 after 50: 2 * 4 / 50; 100 after 200: 4 / 100 / 2. */
	assert_float_equal(since->changes->models[0].figures[0].resolution,
			   (2 * 4.0 / 50 + 0.5 * 4 / 100) / 2, 1e-9);
	fleet_since_free(since);
}

TEST(machine_of_one_side_has_no_quotient)
{
	struct made_fleet made;
	struct fleet_since *since;

	make(&made);
	made.past[3] = 0;
	since = compare(&made);
	assert_int_equal(since->changes->models[0].figures[0].machines, MACHINES - 1);
	assert_int_equal(since->changes->models[0].figure_count, 2);
	assert_int_equal(since->changes->machines[3].figure_count, 0);
	assert_int_equal(since->changes->machines[4].figure_count, 2);
	fleet_since_free(since);
}

static const struct together_case {
	const char *name;
	size_t changed;         /* machines that became 25 % slower */
	bool is_together;
} together_cases[] = {
	{"all machines", MACHINES, true},
	{"three quarters", 3 * MACHINES / 4, true},
	{"fewer than three quarters", 3 * MACHINES / 4 - 1, false},
};

static void model_changes_together(void **state)
{
	const struct together_case *one = *state;
	struct made_fleet made;
	struct fleet_since *since;
	const struct fleet_shift *shift;

	make(&made);
	for (size_t i = 0; i < one->changed; i++)
		made.past[i] *= 0.8;
	since = compare(&made);
	assert_int_equal(since->shift_count, 2);
	assert_int_equal(fleet_since_is_together(since, 0, 0, &shift), one->is_together);
	assert_int_equal(shift->figure, 0);
	assert_int_equal(shift->machines, MACHINES);
	assert_int_equal(shift->alike, one->changed);
	assert_float_equal(shift->change, 0.25, 0.002);
	assert_float_equal(shift->before, median_of(&made, MACHINES, true), 1e-9);
	assert_float_equal(shift->after, median_of(&made, MACHINES, false), 1e-9);
	assert_true(shift->p <= 0.025);
	assert_false(fleet_since_is_together(since, 1, 0, &shift));
	/* Its machines are measured from its change if it changed together, else from none. */
	assert_float_equal(since->changes->models[0].figures[0].median,
			   one->is_together ? 1 + since->shifts[0].change : 1,
			   one->is_together ? 0.002 : 0);
	fleet_since_free(since);
}

TEST_CASES(model_changes_together, together_cases);

TEST(second_model_changes_alone)
{
	struct made_fleet made;
	struct fleet_since *since;
	const struct fleet_shift *shift;

	make(&made);
	made.of_first = 8;
	for (size_t i = 8; i < MACHINES; i++)
		made.past[i] *= 0.8;
	made.past[2] = 0.8;
	since = compare(&made);
	assert_int_equal(since->shift_count, 2);
	assert_true(fleet_since_is_together(since, 1, 0, &shift));
	assert_int_equal(shift->machines, MACHINES - 8);
	assert_int_equal(shift->alike, MACHINES - 8);
	assert_false(fleet_since_is_together(since, 0, 0, &shift));
	assert_int_equal(since->changes->odd_count, 1);
	assert_string_equal(since->changes->odd[0]->label, "node-2");
	fleet_since_free(since);
}

/* Alike: by half to one and a half times the median change. */
TEST(machines_that_change_by_half_as_much_are_alike)
{
	static const double changes[] = {1.101, 1.099, 1.299, 1.301};
	struct made_fleet made;
	struct fleet_since *since;

	make(&made);
	for (size_t i = 0; i < MACHINES; i++)
		made.past[i] = 1 / (i < COUNT(changes) ? changes[i] : 1.2);
	since = compare(&made);
	assert_int_equal(since->shifts[0].alike, MACHINES - 2);
	fleet_since_free(since);
}

TEST(largest_change_of_a_model_comes_first_and_small_ones_are_left_out)
{
	struct made_fleet made;
	struct fleet_since *since;

	make(&made);
	for (size_t i = 0; i < MACHINES; i++)
		made.past[i] *= 0.992;
	since = compare(&made);
	assert_int_equal(since->shift_count, 0);
	fleet_since_free(since);
	for (size_t i = 0; i < MACHINES; i++)
		made.past[i] *= 0.992;
	since = compare(&made);
	assert_int_equal(since->shift_count, 2);
	assert_true(fabs(since->shifts[0].change) >= fabs(since->shifts[1].change));
	fleet_since_free(since);
}

TEST(facts_and_unpaired_machines_are_those_of_the_answer)
{
	static const char *facts[][8] = {
		{"1", "0", "place", "firmware", "1.0", "1.1", "15", "20"},
		{"1", "107", "place", "memory", "16 GiB", "8 GiB", "1", "1"},
		{"2", "0", "place", "of another model", "", "", "1", "1"},
		{"1", "999", "place", "of another machine", "", "", "1", "1"},
	};
	static const char *unpaired[][4] = {
		{"1", "a", "gone", ""}, {"1", "b", "new", ""}, {"1", "c", "other model", "B"},
		{"1", "d", "one identity", "e"}, {"1", "f", "exchanged", "g"},
	};
	struct made_fleet made;
	struct fleet_since *since;

	make(&made);
	made.facts = facts;
	made.fact_count = COUNT(facts);
	made.unpaired = unpaired;
	made.unpaired_count = COUNT(unpaired);
	since = compare(&made);
	assert_int_equal(since->fact_count, 2);
	assert_int_equal(since->facts[0].machine, MACHINES);
	assert_int_equal(since->facts[0].count, 15);
	assert_int_equal(since->facts[0].of, 20);
	assert_string_equal(since->facts[0].what, "firmware");
	assert_string_equal(since->facts[0].before, "1.0");
	assert_string_equal(since->facts[0].after, "1.1");
	assert_int_equal(since->facts[1].machine, 7);
	assert_int_equal(since->unpaired_count, COUNT(unpaired));
	for (size_t i = 0; i < COUNT(unpaired); i++) {
		assert_int_equal(since->unpaired[i].why, i);
		assert_string_equal(since->unpaired[i].label, unpaired[i][1]);
		assert_string_equal(since->unpaired[i].other, unpaired[i][3]);
	}
	fleet_since_free(since);
}
