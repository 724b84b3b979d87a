/* SPDX-License-Identifier: MIT */
/* Which machines of a fleet are odd, and what is too little to judge. */
#include "tests/unit/unit.h"

#include <math.h>

#include "tests/unit/tools/fleet/made_fleet.h"
#include "tests/unit/tools/messages.h"
#include "tools/table/contradiction.h"
#include "tools/topic/fleet/fleet.h"

TEST(one_machine_is_odd_and_in_one_figure)
{
	struct made_fleet made;
	struct fleet *fleet;

	made_fleet_init(&made, 20, 4);
	made.values[7][2] = 150;
	fleet = made_fleet_read(&made);
	assert_int_equal(fleet->odd_count, 1);
	assert_string_equal(fleet->odd[0]->label, "node-7");
	assert_int_equal(fleet->odd[0]->odd_count, 1);
	assert_true(fleet_is_odd_in(fleet->odd[0], 2));
	assert_false(fleet_is_odd_in(fleet->odd[0], 1));
	assert_true(fleet->odd[0]->p <= 0.05);
	assert_float_equal(fleet->odd[0]->deviations[0].change, 150 / 100.5 - 1, 0.01);
	assert_int_equal(fleet->judged_machines, 20);
	fleet_free(fleet);
}

/* One machine states a resolution ten times as coarse as the deviation of another one. */
TEST(resolution_of_one_machine_is_no_limit_of_the_others)
{
	struct made_fleet made;
	struct fleet *fleet;

	made_fleet_init(&made, 20, 4);
	for (size_t i = 0; i < 20; i++)
		made.resolutions[i] = 0.1;
	made.resolutions[3] = 500;
	made.values[7][2] = 150;
	fleet = made_fleet_read(&made);
	assert_int_equal(fleet->odd_count, 1);
	assert_string_equal(fleet->odd[0]->label, "node-7");
	fleet_free(fleet);
}

TEST(coarse_resolution_of_most_machines_is_a_limit)
{
	struct made_fleet made;
	struct fleet *fleet;

	made_fleet_init(&made, 20, 4);
	for (size_t i = 0; i < 11; i++)
		made.resolutions[i] = 500;
	made.values[7][2] = 150;
	fleet = made_fleet_read(&made);
	assert_int_equal(fleet->odd_count, 0);
	fleet_free(fleet);
}

TEST(machine_counts_the_figures_that_its_model_is_judged_by)
{
	struct made_fleet made;
	struct fleet *fleet;

	made_fleet_init(&made, 8, 4);
	for (size_t i = 0; i < 3; i++)
		made.values[5][i] = NAN;
	for (size_t i = 0; i < 5; i++)
		made.values[i][3] = NAN;
	fleet = made_fleet_read(&made);
	assert_int_equal(fleet->models[0].figure_count, 3);
	assert_int_equal(fleet->models[0].usual_figure_count, 3);
	assert_int_equal(fleet->machines[5].figure_count, 0);
	assert_int_equal(fleet->machines[6].figure_count, 3);
	fleet_free(fleet);
}

TEST(no_machine_of_usual_spread_is_odd)
{
	struct made_fleet made;
	struct fleet *fleet;

	made_fleet_init(&made, 20, 8);
	fleet = made_fleet_read(&made);
	assert_int_equal(fleet->odd_count, 0);
	assert_int_equal(fleet->judged_models, 1);
	assert_true(fleet->invalid == 1 && fleet->incomplete == 2 && fleet->refused == 3);
	fleet_free(fleet);
}

TEST(model_of_five_machines_is_not_judged_and_one_of_six_is)
{
	for (size_t machines = ODD_MACHINES_MIN - 1; machines <= ODD_MACHINES_MIN; machines++) {
		bool is_enough = machines == ODD_MACHINES_MIN;
		struct made_fleet made;
		struct fleet *fleet;

		made_fleet_init(&made, machines, 3);
		made.values[0][0] = 1000;
		fleet = made_fleet_read(&made);
		assert_true(fleet->models[0].is_judged == is_enough);
		assert_int_equal(fleet->judged_machines, is_enough ? machines : 0);
		assert_true(fleet->machines[0].p < 1 || !is_enough);
		assert_true(is_enough || fleet->odd_count == 0);
		fleet_free(fleet);
	}
}

/* The machines of the second one have twice the values, and nothing else in common. */
TEST(models_are_judged_apart)
{
	struct made_fleet made;
	struct fleet *fleet;

	made_fleet_init(&made, 20, 3);
	made.of_first = 8;
	for (size_t i = 8; i < 20; i++) {
		for (size_t j = 0; j < 3; j++)
			made.values[i][j] *= 2;
	}
	made.values[3][1] = 200;
	made.values[15][2] = 100;
	fleet = made_fleet_read(&made);
	assert_int_equal(fleet->judged_models, 2);
	assert_int_equal(fleet->judged_machines, 20);
	assert_int_equal(fleet->models[1].first, 8);
	assert_int_equal(fleet->models[1].count, 12);
	assert_float_equal(fleet->models[0].figures[0].median, 100.5, 0.6);
	assert_float_equal(fleet->models[1].figures[0].median, 201, 1.2);
	for (size_t i = 0; i < 20; i++) {
		const struct fleet_machine *machine = &fleet->machines[i];

		assert_int_equal(fleet_find_machine(fleet, i < 8 ? 1 : 2, MADE_MACHINE_KEY + i), i);
		assert_int_equal(fleet_find_machine(fleet, i < 8 ? 2 : 1, MADE_MACHINE_KEY + i),
				 20);
		assert_int_equal(machine->figure_count, 3);
		assert_int_equal(machine->odd_count, i == 3 || i == 15);
	}
	assert_int_equal(fleet->machines[3].deviations[0].figure, 1);
	assert_float_equal(fleet->machines[3].deviations[0].value, 200, 0);
	assert_int_equal(fleet->machines[15].deviations[0].figure, 2);
	assert_float_equal(fleet->machines[15].deviations[0].value, 100, 0);
	fleet_free(fleet);
}

/* Each figure is of five of ten machines. */
TEST(model_without_a_common_figure_is_not_judged)
{
	struct made_fleet made;
	struct fleet *fleet;

	made_fleet_init(&made, 10, 2);
	for (size_t i = 0; i < 10; i++)
		made.values[i][i % 2] = NAN;
	fleet = made_fleet_read(&made);
	assert_false(fleet->models[0].is_judged);
	assert_int_equal(fleet->judged_machines, 0);
	fleet_free(fleet);
}

TEST(any_difference_of_an_exact_figure_is_odd)
{
	struct made_fleet made;
	struct fleet *fleet;

	made_fleet_init(&made, 8, 1);
	made.unit = "instructions";
	for (size_t i = 0; i < 8; i++)
		made.values[i][0] = 1000;
	made.values[3][0] = 1001;
	fleet = made_fleet_read(&made);
	assert_int_equal(fleet->odd_count, 1);
	assert_string_equal(fleet->odd[0]->label, "node-3");
	assert_true(isinf(fleet->odd[0]->largest));
	fleet_free(fleet);
}

TEST(odd_machines_come_first_then_the_most_deviating)
{
	struct fleet_machine machines[] = {
		{.label = "near", .p = 0.5, .largest = 3},
		{.label = "odd", .p = 0.04, .largest = 5, .odd_count = 1},
		{.label = "far", .p = 0.5, .largest = 4},
		{.label = "oddest", .p = 0.01, .largest = 5, .odd_count = 1},
		{.label = "a", .p = 0.01, .largest = 5, .odd_count = 1},
	};
	const struct fleet_machine *order[COUNT(machines)];

	for (size_t i = 0; i < COUNT(machines); i++)
		order[i] = &machines[i];
	qsort(order, COUNT(order), sizeof(order[0]), fleet_compare_oddness);
	assert_string_equal(order[0]->label, "a");
	assert_string_equal(order[1]->label, "oddest");
	assert_string_equal(order[2]->label, "odd");
	assert_string_equal(order[3]->label, "far");
	assert_string_equal(order[4]->label, "near");
}

/* A foreign database has any number of rows. */
static const struct limit {
	const char *name;       /* in the message, if there is one */
	size_t other_models, other_figures;
	bool is_too_many;
} limits[] = {
	{"as many models as may be", FLEET_MODELS_MAX - 1, 0, false},
	{"too many models", FLEET_MODELS_MAX, 0, true},
	{"as many figures as may be", 0, FLEET_FIGURES_MAX - 1, false},
	{"too many figures", 0, FLEET_FIGURES_MAX, true},
	{"too many models times figures", FLEET_MODELS_MAX - 1, FLEET_CELLS_MAX / FLEET_MODELS_MAX,
	 true},
};

static void fleet_has_limits(void **state)
{
	const struct limit *limit = *state;
	struct made_fleet made;
	struct fleet *fleet;
	const char *message;

	made_fleet_init(&made, 1, 1);
	made.other_models = limit->other_models;
	made.other_figures = limit->other_figures;
	messages_begin();
	fleet = made_fleet_try(&made);
	message = messages_end();
	assert_int_equal(fleet == NULL, limit->is_too_many);
	assert_int_equal(strstr(message, limit->name) != NULL, limit->is_too_many);
	if (fleet != NULL) {
		assert_int_equal(fleet->model_count, limit->other_models + 1);
		assert_int_equal(fleet->figure_count, limit->other_figures + 1);
		fleet_free(fleet);
	}
}

TEST_CASES(fleet_has_limits, limits);

/* A change from 0 has no percentage. */
TEST(odd_value_of_a_model_that_has_0_is_no_change)
{
	struct topic_fleet content = {0};
	struct made_fleet made;
	struct fleet *fleet;
	struct tables tables;
	char text[CONTRADICTION_TEXT_MAX];
	double value;

	made_fleet_init(&made, 20, 1);
	made.unit = "instructions";
	for (size_t i = 0; i < made.machines; i++)
		made.values[i][0] = i == 7 ? 500 : 0;
	fleet = made_fleet_read(&made);
	assert_int_equal(fleet->odd_count, 1);
	content.fleet = fleet;
	tables_init(&tables, "a test");
	fleet_add_odd(&tables, &content);
	assert_int_equal(tables.items[0]->row_count, 1);
	assert_false(cell_value(tables.items[0], 0, table_column(tables.items[0], "change"),
				&value));
	assert_false(tables_contradict(&tables, text));
	tables_free(&tables);
	fleet_free(fleet);
}
