/* SPDX-License-Identifier: MIT */
/* What `bareline idle` says of a log's idle loops and trials. */
#include "tests/unit/unit.h"

#include <stdlib.h>
#include <string.h>

#include "tests/unit/tools/idle/view_fixture.h"
#include "tests/unit/tools/idle_log.h"
#include "tools/base/utf8.h"
#include "tools/topic/idle/idle.h"
#include "tools/topic/topic.h"
#include "tools/view/text.h"

/* ---- Idle loops ---- */

TEST(gaps_are_described_by_cause_and_by_length)
{
	const struct event_set *figures;

	view_begin("real", "idle.profile");
	view_add_ticks();
	view_look();
	figures = &view.runs[0].figures;
	assert_int_equal(figures->count, 12);
	assert_int_equal(view.runs[0].bursts, 11);
	assert_int_equal(figures->type_count, 3);
	assert_string_equal(figures->types[0].name, "lapic_timer");
	assert_int_equal(figures->types[0].count, 10);
	assert_true(figures->types[0].median == 2.5 && figures->types[0].sigma == 0);
	assert_true(figures->types[2].excess_latency == 200000);
	assert_true(figures->types[3].excess_latency == 200000);
	assert_int_equal(figures->above[0].count, 12);
	view_end();
}

TEST(a_tolerance_may_be_of_one_cause)
{
	view_begin("real", "idle.profile");
	view_add_ticks();
	view_settings.figures.latency_limit_count = 2;
	view_settings.figures.latency_limits[0].seconds = 1;
	view_settings.figures.latency_limits[1].type = "smi";
	view_settings.figures.latency_limits[1].seconds = 100e-6;
	view_settings.figures.power = 2;
	view_look();
	assert_true(view.runs[0].figures.types[1].excess_latency == 60.0 * 60);
	assert_true(view.runs[0].figures.types[2].excess_latency == 0);
	view_end();
}

TEST(the_text_tells_all_that_a_reader_needs)
{
	static const char *const parts[] = {
		"  idle.profile tick_hz=100 on CPU 0\n",
		"    lapic_timer ",
		"    keyboard ",
		"    smi ",
		"▪▪▪",
		"with a limit of 100 ms",
		"The longest of each run",
	};
	char *text, *rest;

	view_begin("real", "idle.profile");
	view_add_ticks();
	view_look();
	text = view_text();
	for (size_t i = 0; i < sizeof(parts) / sizeof(parts[0]); i++)
		view_assert_has(text, parts[i]);
	for (char *line = strtok_r(text, "\n", &rest); line != NULL;
	     line = strtok_r(NULL, "\n", &rest))
		assert_true(utf8_length(line) <= TEXT_COLUMNS);
	free(text);
	view_end();
}

TEST(an_emulators_time_is_labelled)
{
	char *text;

	view_begin("emulated", "idle.profile");
	view_add_ticks();
	view_look();
	text = view_text();
	view_assert_has(text, "emulated: software emulates instructions");
	assert_string_equal(view.scale.unit, "µs");
	free(text);
	view_end();
}

TEST(counted_in_instructions_lengths_are_instructions)
{
	view_begin("instructions", "idle.profile");
	view_add_ticks();
	view_look();
	assert_string_equal(view.scale.unit, "instructions");
	assert_true(view.runs[0].figures.types[0].median == 2500);
	view_end();
}

TEST(a_pattern_leaves_out_other_benchmarks)
{
	static const struct patterns benches = {{"idle.validation"}, 1};

	view_begin("real", "idle.profile");
	view_add_ticks();
	view_settings.benches = &benches;
	view_look();
	assert_true(idle_view_is_empty(&view));
	view_end();
}

/* ---- Trials ---- */

TEST(one_event_is_measured_in_three_ways)
{
	const struct planted planted[] = {{10, 5 * VIEW_MS, IDLE_LOG_KEYBOARD, 0}};
	const struct idle_trial *trial;

	view_begin("real", "idle.validation");
	idle_log_run(view_result, &(struct idle_log_options){
		.point = "work_us=5000", .passes = 40, .trials = true}, planted, 1);
	view_look();
	assert_int_equal(view.runs[0].trial_count, 1);
	trial = &view.runs[0].trials[0];
	assert_true(trial->has_idle_loop && trial->has_late);
	assert_int_equal(trial->idle_loop, 5 * VIEW_MS);
	assert_int_equal(trial->handler, 5 * VIEW_MS - IDLE_LOG_LEAVE);
	assert_int_equal(trial->application, 5 * VIEW_MS - IDLE_LOG_RESUME - IDLE_LOG_DONE);
	assert_int_equal(trial->late, IDLE_LOG_LATE);
	assert_true(view_number_in("validation", 0, "idle_loop") == 5000);
	assert_true(view_number_in("validation", 0, "less_program") * 1000 ==
		    IDLE_LOG_RESUME + IDLE_LOG_DONE);
	assert_true(view_number_in("validation", 0, "late") * 1000 == IDLE_LOG_LATE);
	assert_true(!table_cell(view_table_of("validation"), 0, 3)->has_value);
	assert_true(view_number_in("trials", 0, "idle_loop_ticks") == 5 * VIEW_MS);
	assert_string_equal(view_text_in("event", view_table_of("event")->row_count - 1, "seen_by"),
			    "program's time stamps");
	view_end();
}

/* The pass of the trial is in the record that was lost. */
TEST(without_its_passes_a_trial_has_no_figure_of_the_idle_loop)
{
	const struct planted planted[] = {{15, 5 * VIEW_MS, IDLE_LOG_KEYBOARD, 0}};

	view_begin("real", "idle.validation");
	idle_log_run(view_result, &(struct idle_log_options){
		.passes = 40, .trials = true, .block = 10, .lost_block = 2}, planted, 1);
	view_look();
	assert_int_equal(view.runs[0].trial_count, 1);
	assert_false(view.runs[0].trials[0].has_idle_loop);
	view_end();
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(gaps_are_described_by_cause_and_by_length),
		cmocka_unit_test(a_tolerance_may_be_of_one_cause),
		cmocka_unit_test(the_text_tells_all_that_a_reader_needs),
		cmocka_unit_test(an_emulators_time_is_labelled),
		cmocka_unit_test(counted_in_instructions_lengths_are_instructions),
		cmocka_unit_test(a_pattern_leaves_out_other_benchmarks),
		cmocka_unit_test(one_event_is_measured_in_three_ways),
		cmocka_unit_test(without_its_passes_a_trial_has_no_figure_of_the_idle_loop),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
