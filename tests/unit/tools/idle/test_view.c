/* SPDX-License-Identifier: MIT */
/* What `bareline idle` says of a log: trials, think time, noise, and its tables and pictures. */
#include "tests/unit/unit.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "lib/wire/samples.h"
#include "tests/unit/tools/idle_log.h"
#include "tools/base/utf8.h"
#include "tools/topic/idle/idle.h"
#include "tools/topic/topic.h"
#include "tools/view/picture.h"
#include "tools/view/text.h"

#define MS 1000000u                     /* ticks, at IDLE_LOG_TSC_HZ */

static struct result *result;
static struct analysis *analysis;
static struct idle_view view;
static struct idle_settings settings;
static struct tables tables;

static void begin(const char *time_base, const char *bench)
{
	settings = (struct idle_settings){.gap = -1, .limit = -1, .figures.power = 1};
	result = idle_log_begin(time_base, bench);
}

static void look(void)
{
	idle_log_end(result);
	analysis_free(analysis);
	analysis = analysis_new(result);
	idle_view_make(analysis, &settings, &view);
	tables_init(&tables, "a test");
	topic_machine(&(struct topic){.tables = &tables, .analysis = analysis});
	topic_idle_view(&tables, &view, &settings);
}

static void end(void)
{
	tables_free(&tables);
	idle_view_free(&view);
	result_free(result);
}

/* The caller frees the text. */
static char *text_of_view(void)
{
	char *written = NULL;
	size_t size = 0;
	struct text text = {.out = open_memstream(&written, &size)};

	text_write(&text, &tables);
	fclose(text.out);
	return written;
}

static const struct table *table_of(const char *name)
{
	const struct table *table = tables_find(&tables, name);

	assert_non_null(table);
	return table;
}

/* The number in a table's cell. */
static double number_in(const char *name, size_t row, const char *column)
{
	const struct table *table = table_of(name);
	double value = 0;

	assert_true(cell_value(table, row, table_column(table, column), &value));
	return value;
}

static const char *text_in(const char *name, size_t row, const char *column)
{
	const struct table *table = table_of(name);
	const struct cell *cell = table_cell(table, row, table_column(table, column));

	assert_true(cell->has_value);
	return cell->text;
}

static void assert_has(const char *text, const char *part)
{
	if (strstr(text, part) == NULL)
		fail_msg("not in the report: %s\n%s", part, text);
}

/* ---- Idle loops ---- */

/* A tick every 10 passes of 1 ms, and two longer gaps. */
static void add_ticks(void)
{
	struct planted planted[12];

	for (size_t i = 0; i < 10; i++)
		planted[i] = (struct planted){10 * i + 5, 2500, IDLE_LOG_TIMER, 0};
	planted[10] = (struct planted){120, 160000, 0, 1};
	planted[11] = (struct planted){130, 300 * MS, IDLE_LOG_KEYBOARD, 0};
	idle_log_run(result, &(struct idle_log_options){
		.point = "tick_hz=100", .passes = 150, .tick_hz = 100}, planted, 12);
}

TEST(gaps_are_described_by_cause_and_by_length)
{
	const struct event_set *figures;

	begin("real", "idle.profile");
	add_ticks();
	look();
	figures = &view.runs[0].figures;
	assert_int_equal(figures->count, 12);
	assert_int_equal(view.runs[0].bursts, 11);
	assert_int_equal(figures->type_count, 3);
	assert_string_equal(figures->types[0].name, "lapic_timer");
	assert_int_equal(figures->types[0].count, 10);
	assert_true(figures->types[0].median == 2.5 && figures->types[0].sigma == 0);
	assert_true(figures->types[2].burden == 200000);
	assert_true(figures->types[3].burden == 200000);
	assert_int_equal(figures->above[0].count, 12);
	end();
}

TEST(a_tolerance_may_be_of_one_cause)
{
	begin("real", "idle.profile");
	add_ticks();
	settings.figures.tolerance_count = 2;
	settings.figures.tolerances[0].seconds = 1;
	settings.figures.tolerances[1].type = "smi";
	settings.figures.tolerances[1].seconds = 100e-6;
	settings.figures.power = 2;
	look();
	assert_true(view.runs[0].figures.types[1].burden == 60.0 * 60);
	assert_true(view.runs[0].figures.types[2].burden == 0);
	end();
}

TEST(the_text_tells_all_that_a_reader_needs)
{
	static const char *const parts[] = {
		"  idle.profile tick_hz=100 on CPU 0\n",
		"    lapic_timer ",
		"    keyboard ",
		"    smi ",
		"▪▪▪",
		"with 100 ms tolerated",
		"the longest ones",
	};
	char *text, *rest;

	begin("real", "idle.profile");
	add_ticks();
	look();
	text = text_of_view();
	for (size_t i = 0; i < sizeof(parts) / sizeof(parts[0]); i++)
		assert_has(text, parts[i]);
	for (char *line = strtok_r(text, "\n", &rest); line != NULL;
	     line = strtok_r(NULL, "\n", &rest))
		assert_true(utf8_length(line) <= TEXT_COLUMNS);
	free(text);
	end();
}

TEST(an_emulators_time_is_labelled)
{
	char *text;

	begin("emulated", "idle.profile");
	add_ticks();
	look();
	text = text_of_view();
	assert_has(text, "emulated: instructions are emulated");
	assert_string_equal(view.scale.unit, "µs");
	free(text);
	end();
}

TEST(counted_in_instructions_lengths_are_instructions)
{
	begin("instructions", "idle.profile");
	add_ticks();
	look();
	assert_string_equal(view.scale.unit, "instructions");
	assert_true(view.runs[0].figures.types[0].median == 2500);
	end();
}

TEST(a_pattern_leaves_out_other_benchmarks)
{
	static const struct patterns benches = {{"idle.validation"}, 1};

	begin("real", "idle.profile");
	add_ticks();
	settings.benches = &benches;
	look();
	assert_true(idle_view_is_empty(&view));
	end();
}

/* ---- Trials ---- */

TEST(one_event_is_measured_in_three_ways)
{
	const struct planted planted[] = {{10, 5 * MS, IDLE_LOG_KEYBOARD, 0}};
	const struct idle_trial *trial;

	begin("real", "idle.validation");
	idle_log_run(result, &(struct idle_log_options){
		.point = "work_us=5000", .passes = 40, .trials = true}, planted, 1);
	look();
	assert_int_equal(view.runs[0].trial_count, 1);
	trial = &view.runs[0].trials[0];
	assert_true(trial->has_idle_loop && trial->has_late);
	assert_int_equal(trial->idle_loop, 5 * MS);
	assert_int_equal(trial->handler, 5 * MS - IDLE_LOG_LEAVE);
	assert_int_equal(trial->application, 5 * MS - IDLE_LOG_RESUME - IDLE_LOG_DONE);
	assert_int_equal(trial->late, IDLE_LOG_LATE);
	assert_true(number_in("validation", 0, "idle_loop") == 5000);
	assert_true(number_in("validation", 0, "less_program") * 1000 ==
		    IDLE_LOG_RESUME + IDLE_LOG_DONE);
	assert_true(number_in("validation", 0, "late") * 1000 == IDLE_LOG_LATE);
	assert_true(!table_cell(table_of("validation"), 0, 3)->has_value);
	assert_true(number_in("trials", 0, "idle_loop_ticks") == 5 * MS);
	assert_string_equal(text_in("event", table_of("event")->row_count - 1, "seen_by"),
			    "program's time stamps");
	end();
}

/* The pass of the trial is in the record that was lost. */
TEST(without_its_passes_a_trial_has_no_figure_of_the_idle_loop)
{
	const struct planted planted[] = {{15, 5 * MS, IDLE_LOG_KEYBOARD, 0}};

	begin("real", "idle.validation");
	idle_log_run(result, &(struct idle_log_options){
		.passes = 40, .trials = true, .block = 10, .lost_block = 2}, planted, 1);
	look();
	assert_int_equal(view.runs[0].trial_count, 1);
	assert_false(view.runs[0].trials[0].has_idle_loop);
	end();
}

/* ---- Messages ---- */

/* 2 ms of thought, a key that is waited for 3 ms, of these 1 ms in the queue and 1 ms for a device;
 * and 5 ms of thought. */
static const struct message_event key_events[] = {
	{0, MESSAGE_WAIT, 0, 0, 0},
	{0, MESSAGE_IDLE, 0, 0, 0},
	{2 * MS, MESSAGE_BUSY, 0, 0, 0},
	{2 * MS, MESSAGE_INTERRUPT, 0, 0x31, 0},
	{2 * MS, MESSAGE_ENQUEUE, 1, 0x1e, 1},
	{3 * MS, MESSAGE_GET, 1, 0x1e, 0},
	{3 * MS, MESSAGE_IO_BEGIN, 0, 0, 0},
	{4 * MS, MESSAGE_IO_END, 0, 0, 0},
	{5 * MS, MESSAGE_WAIT, 0, 0, 0},
	{5 * MS, MESSAGE_IDLE, 0, 0, 0},
};
#define KEY_EVENTS (sizeof(key_events) / sizeof(key_events[0]))

static void add_messages(uint64_t count, uint64_t wait_ticks)
{
	struct wire_record log = {.kind = WIRE_message_log}, block = {.kind = WIRE_message_events};
	static struct message_columns columns;

	log.message_log = (struct wire_message_log){
		.id = 1, .bench = 1, .source = "controller", .begin_tsc = 100,
		.end_tsc = 100 + 10 * MS, .events = KEY_EVENTS, .think_ticks = 7 * MS,
		.wait_ticks = wait_ticks,
	};
	message_events_pack(key_events, (uint32_t)count, 0, &columns, &block.message_events);
	block.message_events.log = 1;
	idle_log_add(result, &log);
	idle_log_add(result, &block);
}

TEST(think_time_and_wait_time_are_worked_out_again)
{
	const struct message_run *run;

	begin("real", "input.keystroke");
	add_messages(KEY_EVENTS, 3 * MS);
	look();
	run = view.talks[0].run;
	assert_int_equal(think_wait_ticks(&run->machine, STATE_THINK), 7 * MS);
	assert_int_equal(think_wait_ticks(&run->machine, STATE_WAIT), 3 * MS);
	assert_int_equal(run->machine.ticks[STATE_WAIT][THINK_WAIT_BUSY | THINK_WAIT_IO], 1 * MS);
	assert_true(run->is_same);
	assert_int_equal(run->message_count, 1);
	assert_int_equal(run->messages[0].queued, 2 * MS);
	assert_int_equal(run->messages[0].done, 5 * MS);
	assert_string_equal(view.talks[0].figures.types[0].name, "key");
	assert_int_equal(view.talks[0].figures.types[0].count, 1);
	assert_int_equal(run->actions.items[0].waited, 3 * MS);
	assert_int_equal(run->actions.waited_besides, 0);
	end();
}

static uint64_t as_many(size_t pass)
{
	return pass < 100 ? 1000 : 0;
}

/* The key's 3 ms are those that a pass was longer. */
TEST(what_was_counted_for_an_action_has_a_row_a_counter)
{
	const struct planted planted[] = {{2, 3 * MS, IDLE_LOG_KEYBOARD, 0}};

	begin("real", "input.keystroke");
	idle_log_run(result, &(struct idle_log_options){
		.passes = 40, .aperf = as_many, .readings = "smi,instructions,cycles"}, planted, 1);
	add_messages(KEY_EVENTS, 3 * MS);
	look();
	assert_int_equal(table_of("action-counts")->row_count, 3);
	assert_string_equal(text_in("action-counts", 1, "counted"), "instructions");
	assert_string_equal(text_in("action-counts", 2, "counted"), "cycles");
	assert_string_equal(text_in("action-counts", 2, "action"), "key");
	assert_true(number_in("action-counts", 1, "median") == 3 * MS);
	assert_true(number_in("action-counts", 2, "median") == 3 * MS);
	end();
}

TEST(stretches_cover_all_of_the_time_without_overlap)
{
	const struct message_run *run;
	uint64_t reached = 0;

	begin("real", "input.keystroke");
	add_messages(KEY_EVENTS, 3 * MS);
	look();
	run = view.talks[0].run;
	for (size_t i = 0; i < run->stretch_count; i++) {
		assert_int_equal(run->stretches[i].begin, reached);
		assert_true(run->stretches[i].end > reached);
		reached = run->stretches[i].end;
	}
	assert_int_equal(reached, 10 * MS);
	end();
}

TEST(a_target_that_worked_out_other_times_is_found_out)
{
	char *text;

	begin("real", "input.keystroke");
	add_messages(KEY_EVENTS, 3 * MS + 1);
	look();
	text = text_of_view();
	assert_has(text, "worked out other times: think 7.0000, wait 3.0000 ms");
	free(text);
	end();
}

TEST(a_log_that_is_not_whole_says_so)
{
	char *text;

	begin("real", "input.keystroke");
	add_messages(KEY_EVENTS - 3, 3 * MS);
	look();
	text = text_of_view();
	assert_has(text, "3 of 10 events");
	free(text);
	end();
}

/* ---- Noise ---- */

static void add_noise(uint64_t final, uint64_t largest, uint64_t gaps)
{
	struct wire_record record = {.kind = WIRE_noise};
	uint64_t counts[20] = {[10] = 3, [17] = 2}, firsts[20] = {[10] = 5 * MS, [17] = 9 * MS};
	static uint8_t packed[2][20 * SAMPLE_BYTES_MAX];

	record.noise = (struct wire_noise){
		.bench = 1, .cpu = 3, .final = final, .pass_ticks = MS, .limit_ticks = 150000,
		.until_ticks = 2000 * MS, .watched_ticks = 1000 * MS, .passes = 990,
		.gaps = gaps, .gap_ticks = 10 * MS, .largest_ticks = largest,
		.readings = "smi", .smis = 2, .smi_gaps = 2,
	};
	samples_pack(counts, 20, packed[0], sizeof(packed[0]), &record.noise.bins.size);
	samples_pack(firsts, 20, packed[1], sizeof(packed[1]), &record.noise.firsts.size);
	record.noise.bins.data = packed[0];
	record.noise.firsts.data = packed[1];
	idle_log_add(result, &record);
}

TEST(the_last_noise_report_of_a_cpu_is_judged)
{
	begin("real", "noise.gaps");
	add_noise(0, 1000, 5);
	add_noise(1, 149000, 5);
	look();
	assert_int_equal(view.noise_count, 1);
	assert_int_equal(view.noise[0].verdict, NOISE_PASSED);
	assert_true(view.noise[0].available == 0.99);
	assert_int_equal(view.noise[0].bin_count, 18);
	assert_true(idle_view_passed(&view));
	assert_string_equal(text_in("noise", 0, "verdict"), "passed");
	assert_true(number_in("noise", 0, "largest") == 149);
	assert_true(number_in("noise", 0, "limit") == 150);
	assert_true(number_in("noise-causes", 0, "smi_gaps") == 2);
	assert_int_equal(table_of("noise-gaps")->row_count, 18);
	end();
}

TEST(a_gap_beyond_the_limit_fails_the_machine)
{
	begin("real", "noise.gaps");
	add_noise(1, 150001, 5);
	look();
	assert_int_equal(view.noise[0].verdict, NOISE_FAILED);
	assert_false(idle_view_passed(&view));
	end();
	begin("real", "noise.gaps");
	add_noise(1, 150001, 5);
	settings.limit = 0.001;
	look();
	assert_int_equal(view.noise[0].verdict, NOISE_PASSED);
	end();
}

TEST(bins_that_contradict_the_count_are_not_judged)
{
	begin("real", "noise.gaps");
	add_noise(1, 1000, 6);
	look();
	assert_int_equal(view.noise[0].bin_count, 0);
	assert_int_equal(view.noise[0].verdict, NOISE_NOT_JUDGED);
	assert_false(idle_view_passed(&view));
	end();
}

/* ---- For other programs ---- */

/* Text has the longest gaps alone, and a table for programs every one and every pass. */
TEST(tables_hold_every_gap_and_every_pass)
{
	static const struct {
		const char *name;
		size_t rows;
	} sizes[] = {
		{"runs", 1},       {"loops", 1},        {"passes", 150},  {"gaps", 12},
		{"gap-causes", 4}, {"gap-lengths", 16}, {"gap-above", 3}, {"gap-cumulative", 12},
		{"profile", 13},   {"trials", 0},       {"stretches", 0}, {"messages", 0},
		{"noise", 0},      {"screens", 0},
	};
	size_t details = 0;

	begin("real", "idle.profile");
	add_ticks();
	look();
	for (size_t i = 0; i < sizeof(sizes) / sizeof(sizes[0]); i++)
		assert_int_equal(table_of(sizes[i].name)->row_count, sizes[i].rows);
	for (size_t i = 0; i < 12; i++)
		details += table_of("gaps")->rows[i].is_detail;
	assert_int_equal(details, 2);
	assert_true(number_in("runs", 0, "bursts") == 11);
	assert_true(number_in("gap-causes", 3, "burden") == 200000);
	assert_true(number_in("gap-causes", 3, "share") == 1);
	assert_float_equal(number_in("gap-causes", 0, "share") + number_in("gap-causes", 1, "share") +
				   number_in("gap-causes", 2, "share"), 1, 1e-9);
	assert_true(number_in("gap-cumulative", 11, "length") == 300000);
	end();
}

/* A picture of each table that has one, with a curve for each cause. */
TEST(pictures_tell_causes_apart)
{
	const struct plot *plot;

	begin("real", "idle.profile");
	add_ticks();
	look();
	plot = picture_of(table_of("profile"));
	assert_int_equal(plot->curve_count, 4);
	assert_string_equal(plot->curves[0].name, "lapic_timer");
	assert_int_equal(plot->curves[0].count, 10);
	assert_string_equal(plot->curves[3].name, "no gap");
	plot = picture_of(table_of("gap-lengths"));
	assert_true(plot->x.is_log && plot->x.low == 1 && plot->x.high == 1000000);
	plot = picture_of(table_of("passes"));
	assert_int_equal(plot->curves[0].count, 150);
	assert_string_equal(plot->x.label, "elapsed time in ms");
	end();
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
		cmocka_unit_test(think_time_and_wait_time_are_worked_out_again),
		cmocka_unit_test(what_was_counted_for_an_action_has_a_row_a_counter),
		cmocka_unit_test(stretches_cover_all_of_the_time_without_overlap),
		cmocka_unit_test(a_target_that_worked_out_other_times_is_found_out),
		cmocka_unit_test(a_log_that_is_not_whole_says_so),
		cmocka_unit_test(the_last_noise_report_of_a_cpu_is_judged),
		cmocka_unit_test(a_gap_beyond_the_limit_fails_the_machine),
		cmocka_unit_test(bins_that_contradict_the_count_are_not_judged),
		cmocka_unit_test(tables_hold_every_gap_and_every_pass),
		cmocka_unit_test(pictures_tell_causes_apart),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
