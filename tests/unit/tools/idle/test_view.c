/* SPDX-License-Identifier: MIT */
/* Output of `bareline idle` for idle loops and trials. */
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

TEST(gaps_are_grouped_by_cause_and_by_length)
{
	const struct event_set *figures;

	view_begin("real", "idle.profile");
	view_add_ticks();
	view_analyse();
	figures = &view.runs[0].figures;
	assert_int_equal(figures->count, 12);
	assert_int_equal(view.runs[0].bursts, 11);
	assert_int_equal(figures->type_count, 3);
	assert_string_equal(figures->types[0].name, "lapic_timer");
	assert_int_equal(figures->types[0].count, 10);
	assert_true(figures->types[0].median == 2.5 && figures->types[0].sigma == 0);
	assert_true(figures->types[2].excess_latency == 200000);
	assert_true(figures->types[3].excess_latency == 200000);
	assert_int_equal(figures->arrivals[0].count, 12);
	view_end();
}

TEST(latency_limit_can_apply_to_one_cause)
{
	view_begin("real", "idle.profile");
	view_add_ticks();
	view_settings.figures.latency_limit_count = 2;
	view_settings.figures.latency_limits[0].seconds = 1;
	view_settings.figures.latency_limits[1].type = "smi";
	view_settings.figures.latency_limits[1].seconds = 100e-6;
	view_settings.figures.power = 2;
	view_analyse();
	assert_true(view.runs[0].figures.types[1].excess_latency == 60.0 * 60);
	assert_true(view.runs[0].figures.types[2].excess_latency == 0);
	view_end();
}

TEST(emulated_time_is_marked)
{
	char *text;

	view_begin("emulated", "idle.profile");
	view_add_ticks();
	view_analyse();
	text = view_text();
	view_assert_has(text, "emulated: software emulates instructions");
	assert_string_equal(view.scale.unit, "µs");
	free(text);
	view_end();
}

TEST(lengths_counted_in_instructions_are_instructions)
{
	view_begin("instructions", "idle.profile");
	view_add_ticks();
	view_analyse();
	assert_string_equal(view.scale.unit, "instructions");
	assert_true(view.runs[0].figures.types[0].median == 2500);
	view_end();
}

TEST(pattern_excludes_other_benchmarks)
{
	static const struct patterns benches = {{"idle.validation"}, 1};

	view_begin("real", "idle.profile");
	view_add_ticks();
	view_settings.benches = &benches;
	view_analyse();
	assert_true(idle_view_is_empty(&view));
	view_end();
}

/* Ten ticks of 2.5 µs, and longer gaps. */
TEST(minimum_length_of_gaps_can_be_given)
{
	static const struct {
		double seconds;
		uint64_t threshold;
		size_t gaps;
	} lengths[] = {{1, 1000000000, 0}, {0.0000048828125, 4882, 2}, {0, 0, 12}};

	for (size_t i = 0; i < COUNT(lengths); i++) {
		view_begin("real", "idle.profile");
		view_add_ticks();
		view_settings.min_gap = lengths[i].seconds;
		view_analyse();
		assert_int_equal(view.runs[0].gaps.threshold, lengths[i].threshold);
		assert_int_equal(view.runs[0].gaps.count, lengths[i].gaps);
		view_end();
	}
}

TEST(time_without_a_clock_is_in_ticks)
{
	const struct idle_view without = {.scale = {.unit_ticks = 4}};
	const struct idle_view with = {.scale = {.unit_ticks = 4, .ticks_per_second = 2000}};

	assert_true(idle_time(&without, 500) == 500);
	assert_true(idle_time(&with, 500) == 250);
	assert_true(idle_length(&without, 10) == 2.5);
}

TEST(view_fails_if_a_replay_differs)
{
	struct idle_message_log logs[2] = {{.replay.verdict = REPLAY_SAME},
					   {.replay.verdict = REPLAY_UNKNOWN}};
	const struct idle_view view_of_logs = {.logs = logs, .log_count = 2};

	assert_true(idle_view_passed(&view_of_logs));
	assert_false(idle_view_is_empty(&view_of_logs));
	logs[1].replay.verdict = REPLAY_DIFFERS;
	assert_false(idle_view_passed(&view_of_logs));
}

/* For the sanitizer. */
TEST(everything_of_a_log_is_freed)
{
	struct idle_view all = {.logs = calloc(1, sizeof(*all.logs)), .log_count = 1};
	struct idle_message_log *log = all.logs;

	assert_non_null(log);
	log->figures.events = calloc(1, sizeof(*log->figures.events));
	log->background.events = calloc(1, sizeof(*log->background.events));
	log->counts.items = calloc(1, sizeof(*log->counts.items));
	log->replay.ink = calloc(1, sizeof(*log->replay.ink));
	log->operations.items = calloc(1, sizeof(*log->operations.items));
	log->saves.items = calloc(1, sizeof(*log->saves.items));
	idle_view_free(&all);
}

/* ---- Trials ---- */

TEST(one_event_is_measured_by_three_methods)
{
	const struct injected injected[] = {{10, 5 * VIEW_MS, IDLE_LOG_KEYBOARD, 0}};
	const struct idle_trial *trial;

	view_begin("real", "idle.validation");
	idle_log_run(view_result, &(struct idle_log_options){
		.point = "work_us=5000", .passes = 40, .trials = true}, injected, 1);
	view_analyse();
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

/* The record with the trial's pass was lost. */
TEST(trial_without_its_passes_has_no_idle_loop_metric)
{
	const struct injected injected[] = {{15, 5 * VIEW_MS, IDLE_LOG_KEYBOARD, 0}};

	view_begin("real", "idle.validation");
	idle_log_run(view_result, &(struct idle_log_options){
		.passes = 40, .trials = true, .block = 10, .lost_block = 2}, injected, 1);
	view_analyse();
	assert_int_equal(view.runs[0].trial_count, 1);
	assert_false(view.runs[0].trials[0].has_idle_loop);
	view_end();
}
