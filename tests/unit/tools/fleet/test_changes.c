/* SPDX-License-Identifier: MIT */
/* When a machine or a model changed, and what changed with it. */
#include "tests/unit/unit.h"

#include "tests/unit/tools/fleet/made_fleet.h"
#include "tools/fleet/changes.h"

#define RUNS 40
#define STEP 20

/* One odd machine of 20, whose figure is 10 % higher from a run on. */
static void make_step_of(struct made_fleet *made, size_t runs, size_t step)
{
	made_fleet_init(made, 20, 1);
	made->values[7][0] = 150;
	made->series_of = 7;
	made->series_count = runs;
	for (size_t i = 0; i < runs; i++) {
		made->series[i] = (i < step ? 100 : 110) + (double)(i * 7 % 5) / 10;
		made->firmware[i] = i < step ? "Firm 1.0" : "Firm 2.0";
	}
}

static void make_step(struct made_fleet *made)
{
	make_step_of(made, RUNS, STEP);
}

static const struct fleet_series *series_of_machine(const struct fleet_history *history,
						    size_t machine)
{
	for (size_t i = 0; i < history->count; i++) {
		if (history->series[i].machine == machine)
			return &history->series[i];
	}
	return NULL;
}

TEST(step_of_an_odd_machine_is_dated_and_its_firmware_named)
{
	struct made_fleet made;
	struct fleet *fleet;
	struct fleet_history *history;
	const struct fleet_series *series;
	char *with;

	make_step(&made);
	fleet = made_fleet_read(&made);
	history = fleet_history_read(&made.engine, fleet);
	assert_non_null(history);
	series = series_of_machine(history, fleet_find_machine(fleet, 1, MADE_MACHINE_KEY + 7));
	assert_non_null(series);
	assert_int_equal(series->change_count, 1);
	assert_int_equal(series->changes[0].first, STEP);
	assert_float_equal(series->changes[0].after / series->changes[0].before, 1.1, 0.01);
	with = fleet_change_describe(history, series, &series->changes[0]);
	assert_string_equal(with, "firmware Firm 2.0, before Firm 1.0");
	free(with);
	fleet_history_free(history);
	fleet_free(fleet);
}

TEST(step_of_a_machine_of_a_second_model_is_dated)
{
	struct made_fleet made;
	struct fleet *fleet;
	struct fleet_history *history;
	const struct fleet_series *series;

	make_step(&made);
	made.of_first = 6;
	fleet = made_fleet_read(&made);
	history = fleet_history_read(&made.engine, fleet);
	series = series_of_machine(history, fleet_find_machine(fleet, 2, MADE_MACHINE_KEY + 7));
	assert_non_null(series);
	assert_int_equal(series->model, 1);
	assert_int_equal(series->change_count, 1);
	assert_int_equal(series->changes[0].first, STEP);
	fleet_history_free(history);
	fleet_free(fleet);
}

/* Values, times and states lose the same old runs. */
TEST(long_history_keeps_its_latest_runs)
{
	const size_t runs = CHANGES_VALUES_MAX + 2 * STEP;
	struct made_fleet made;
	struct fleet *fleet;
	struct fleet_history *history;
	const struct fleet_series *series;
	char *with;

	make_step_of(&made, runs, runs - STEP);
	fleet = made_fleet_read(&made);
	history = fleet_history_read(&made.engine, fleet);
	series = &history->series[0];
	assert_int_equal(series->count, CHANGES_VALUES_MAX);
	for (size_t i = 0; i < series->count; i++) {
		assert_int_equal(series->times[i], (2 * STEP + i) * 86400);
		assert_float_equal(series->values[i], made.series[2 * STEP + i], 0);
	}
	assert_int_equal(series->change_count, 1);
	assert_int_equal(series->changes[0].first, CHANGES_VALUES_MAX - STEP);
	with = fleet_change_describe(history, series, &series->changes[0]);
	assert_string_equal(with, "firmware Firm 2.0, before Firm 1.0");
	free(with);
	fleet_history_free(history);
	fleet_free(fleet);
}

TEST(change_with_equal_records_names_nothing)
{
	struct made_fleet made;
	struct fleet *fleet;
	struct fleet_history *history;
	char *with;

	make_step(&made);
	for (size_t i = 0; i < RUNS; i++)
		made.firmware[i] = "Firm 1.0";
	fleet = made_fleet_read(&made);
	history = fleet_history_read(&made.engine, fleet);
	assert_int_equal(history->series[0].change_count, 1);
	with = fleet_change_describe(history, &history->series[0], &history->series[0].changes[0]);
	assert_string_equal(with, "");
	free(with);
	fleet_history_free(history);
	fleet_free(fleet);
}

TEST(firmware_that_was_not_recorded_before_is_named_unknown)
{
	struct made_fleet made;
	struct fleet *fleet;
	struct fleet_history *history;
	char *with;

	make_step(&made);
	for (size_t i = 0; i < STEP; i++)
		made.firmware[i] = "";
	fleet = made_fleet_read(&made);
	history = fleet_history_read(&made.engine, fleet);
	with = fleet_change_describe(history, &history->series[0], &history->series[0].changes[0]);
	assert_string_equal(with, "firmware Firm 2.0, before unknown");
	free(with);
	fleet_history_free(history);
	fleet_free(fleet);
}

/* The series of a machine that is not odd is in the answer too, and is not searched. */
TEST(machine_that_is_not_odd_has_no_changes)
{
	struct made_fleet made;
	struct fleet *fleet;
	struct fleet_history *history;

	make_step(&made);
	made.series_of = 3;
	fleet = made_fleet_read(&made);
	history = fleet_history_read(&made.engine, fleet);
	assert_int_equal(history->count, 1);
	assert_int_equal(history->changed, 0);
	assert_int_equal(history->tested, 0);
	fleet_history_free(history);
	fleet_free(fleet);
}

TEST(short_history_is_not_tested_and_states_what_it_needs)
{
	struct made_fleet made;
	struct fleet *fleet;
	struct fleet_history *history;

	make_step(&made);
	made.series_count = 4;
	fleet = made_fleet_read(&made);
	history = fleet_history_read(&made.engine, fleet);
	assert_int_equal(history->tested, 0);
	assert_true(history->needed > 4);
	fleet_history_free(history);
	fleet_free(fleet);
}

TEST(step_of_a_whole_model_is_dated_by_day)
{
	struct made_fleet made;
	struct fleet *fleet;
	struct fleet_history *history;
	const struct fleet_series *series;
	char *with;

	make_step(&made);
	made.values[7][0] = 100.5;
	made.series_count = 0;
	made.day_count = RUNS;
	for (size_t i = 0; i < RUNS; i++)
		made.days[i] = (i < STEP ? 1 : 1.2) + (double)(i * 7 % 5) / 1000;
	fleet = made_fleet_read(&made);
	assert_int_equal(fleet->odd_count, 0);
	history = fleet_history_read(&made.engine, fleet);
	series = series_of_machine(history, fleet->count);
	assert_non_null(series);
	assert_int_equal(series->change_count, 1);
	assert_int_equal(series->times[series->changes[0].first], STEP * 86400);
	with = fleet_change_describe(history, series, &series->changes[0]);
	assert_string_equal(with, "firmware Firm 2.0, before Firm 1.0");
	free(with);
	fleet_history_free(history);
	fleet_free(fleet);
}
