/* SPDX-License-Identifier: MIT */
/* Output of `bareline idle` for a message log: think time, wait time and event counts. */
#include "tests/unit/unit.h"

#include <stdio.h>
#include <stdlib.h>

#include "tests/unit/tools/idle/view_fixture.h"
#include "tests/unit/tools/idle_log.h"
#include "tools/topic/idle/idle.h"
#include "tools/view/text.h"

/* 2 ms of think time. A key with 3 ms of wait time, 1 ms of it in the queue and 1 ms for a device.
 * 5 ms of think time. */
static const struct message_event key_events[] = {
	{0, MESSAGE_WAIT, 0, 0, 0},
	{0, MESSAGE_IDLE, 0, 0, 0},
	{2 * VIEW_MS, MESSAGE_BUSY, 0, 0, 0},
	{2 * VIEW_MS, MESSAGE_INTERRUPT, 0, 0x31, 0},
	{2 * VIEW_MS, MESSAGE_ENQUEUE, 1, 0x1e, 1},
	{3 * VIEW_MS, MESSAGE_GET, 1, 0x1e, 0},
	{3 * VIEW_MS, MESSAGE_IO_BEGIN, 0, 0, 0},
	{4 * VIEW_MS, MESSAGE_IO_END, 0, 0, 0},
	{5 * VIEW_MS, MESSAGE_WAIT, 0, 0, 0},
	{5 * VIEW_MS, MESSAGE_IDLE, 0, 0, 0},
};
#define KEY_EVENTS (sizeof(key_events) / sizeof(key_events[0]))

static void add_messages(uint64_t count, uint64_t wait_ticks)
{
	struct wire_record log = {.kind = WIRE_message_log}, block = {.kind = WIRE_message_events};
	static struct message_columns columns;

	log.message_log = (struct wire_message_log){
		.id = 1, .bench = 1, .source = "controller", .begin_tsc = 100,
		.end_tsc = 100 + 10 * VIEW_MS, .events = KEY_EVENTS, .think_ticks = 7 * VIEW_MS,
		.wait_ticks = wait_ticks,
	};
	message_events_pack(key_events, (uint32_t)count, 0, &columns, &block.message_events);
	block.message_events.log = 1;
	idle_log_add(view_result, &log);
	idle_log_add(view_result, &block);
}

TEST(think_and_wait_times_are_recomputed)
{
	const struct message_run *run;

	view_begin("real", "input.keystroke");
	add_messages(KEY_EVENTS, 3 * VIEW_MS);
	view_analyse();
	run = view.logs[0].run;
	assert_int_equal(think_wait_ticks(&run->machine, STATE_THINK), 7 * VIEW_MS);
	assert_int_equal(think_wait_ticks(&run->machine, STATE_WAIT), 3 * VIEW_MS);
	assert_int_equal(run->machine.ticks[STATE_WAIT][THINK_WAIT_BUSY | THINK_WAIT_IO],
			 1 * VIEW_MS);
	assert_true(run->matches_target);
	assert_int_equal(run->message_count, 1);
	assert_int_equal(run->messages[0].queued, 2 * VIEW_MS);
	assert_int_equal(run->messages[0].done, 5 * VIEW_MS);
	assert_string_equal(view.logs[0].figures.types[0].name, "key");
	assert_int_equal(view.logs[0].figures.types[0].count, 1);
	assert_int_equal(run->actions.items[0].waited, 3 * VIEW_MS);
	assert_int_equal(run->actions.waited_outside, 0);
	view_end();
}

/* A screen of no size cannot be replayed. */
TEST(replay_and_saves_of_a_log_are_found)
{
	struct wire_record screen = {.kind = WIRE_editor_screen, .editor_screen = {.log = 1}};
	struct wire_record save = {.kind = WIRE_document_save, .document_save = {.log = 1}};

	view_begin("real", "input.keystroke");
	add_messages(KEY_EVENTS, 3 * VIEW_MS);
	idle_log_add(view_result, &screen);
	idle_log_add(view_result, &save);
	view_analyse();
	assert_int_equal(view.logs[0].replay.verdict, REPLAY_UNKNOWN);
	assert_int_equal(view.logs[0].saves.count, 1);
	assert_true(idle_view_passed(&view));
	view_end();
}

#define KEYS 67

/* Labels of all keys but the second, whose label is that of the first. */
TEST(names_of_actions_beyond_63_share_a_type)
{
	static struct message_event events[3 * KEYS + 1];
	static struct message_columns columns[COUNT(events) / MESSAGE_EVENTS_MAX + 1];
	static char names[KEYS][8];
	struct wire_record log = {.kind = WIRE_message_log};
	const struct event_set *figures;

	view_begin("real", "input.keystroke");
	log.message_log = (struct wire_message_log){
		.id = 1, .bench = 1, .source = "controller", .end_tsc = 1000,
		.events = COUNT(events)};
	events[0] = (struct message_event){.kind = MESSAGE_WAIT};
	for (uint32_t i = 0; i < KEYS; i++) {
		struct wire_record label = {.kind = WIRE_input_label};

		events[3 * i + 1] = (struct message_event){10 * i + 1, MESSAGE_ENQUEUE, i + 1,
							   0x1e, 1};
		events[3 * i + 2] = (struct message_event){10 * i + 2, MESSAGE_GET, i + 1, 0x1e, 0};
		events[3 * i + 3] = (struct message_event){10 * i + 5, MESSAGE_WAIT, 0, 0, 0};
		snprintf(names[i], sizeof(names[i]), "n%02u", i);
		label.input_label = (struct wire_input_label){1, i, names[i]};
		if (i != 1)
			idle_log_add(view_result, &label);
	}
	idle_log_add(view_result, &log);
	for (size_t first = 0; first < COUNT(events); first += MESSAGE_EVENTS_MAX) {
		struct wire_record block = {.kind = WIRE_message_events};
		size_t left = COUNT(events) - first;

		message_events_pack(events + first,
				    left < MESSAGE_EVENTS_MAX ? (uint32_t)left : MESSAGE_EVENTS_MAX,
				    0, &columns[first / MESSAGE_EVENTS_MAX], &block.message_events);
		block.message_events.log = 1;
		block.message_events.first = first;
		idle_log_add(view_result, &block);
	}
	view_analyse();
	figures = &view.logs[0].figures;
	assert_int_equal(figures->count, KEYS);
	assert_int_equal(figures->type_count, 64);
	assert_string_equal(figures->types[0].name, "n00");
	assert_int_equal(figures->types[0].count, 2);
	assert_string_equal(figures->types[62].name, "n63");
	assert_int_equal(figures->types[62].count, 1);
	assert_string_equal(figures->types[63].name, "other actions");
	assert_int_equal(figures->types[63].count, 3);
	view_end();
}

static uint64_t instructions_of_pass(size_t pass)
{
	return pass < 100 ? 1000 : 0;
}

/* The key's 3 ms are the additional time of a pass. */
TEST(action_counts_have_one_row_per_counter)
{
	const struct injected injected[] = {{2, 3 * VIEW_MS, IDLE_LOG_KEYBOARD, 0}};

	view_begin("real", "input.keystroke");
	idle_log_run(view_result, &(struct idle_log_options){
		.passes = 40, .aperf = instructions_of_pass,
		.readings = "smi,instructions,cycles"}, injected, 1);
	add_messages(KEY_EVENTS, 3 * VIEW_MS);
	view_analyse();
	assert_int_equal(view_table_of("action-counts")->row_count, 3);
	assert_string_equal(view_text_in("action-counts", 1, "counted"), "instructions");
	assert_string_equal(view_text_in("action-counts", 2, "counted"), "cycles");
	assert_string_equal(view_text_in("action-counts", 2, "action"), "key");
	assert_true(view_number_in("action-counts", 1, "median") == 3 * VIEW_MS);
	assert_true(view_number_in("action-counts", 2, "median") == 3 * VIEW_MS);
	view_end();
}

TEST(stretches_cover_the_whole_time_without_overlap)
{
	const struct message_run *run;
	uint64_t reached = 0;

	view_begin("real", "input.keystroke");
	add_messages(KEY_EVENTS, 3 * VIEW_MS);
	view_analyse();
	run = view.logs[0].run;
	for (size_t i = 0; i < run->stretch_count; i++) {
		assert_int_equal(run->stretches[i].begin, reached);
		assert_true(run->stretches[i].end > reached);
		reached = run->stretches[i].end;
	}
	assert_int_equal(reached, 10 * VIEW_MS);
	view_end();
}

TEST(target_times_that_differ_are_reported)
{
	char *text;

	view_begin("real", "input.keystroke");
	add_messages(KEY_EVENTS, 3 * VIEW_MS + 1);
	view_analyse();
	text = view_text();
	view_assert_has(text, "other times: think 7.0000, wait 3.0000 ms");
	free(text);
	view_end();
}

TEST(incomplete_log_is_reported)
{
	char *text;

	view_begin("real", "input.keystroke");
	add_messages(KEY_EVENTS - 3, 3 * VIEW_MS);
	view_analyse();
	text = view_text();
	view_assert_has(text, "3 of 10 events");
	free(text);
	view_end();
}
