/* What `bareline idle` says of a log: trials, think time, noise, and its text, JSON and CSV. */
#include "tests/unit/unit.h"

#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "lib/wire/samples.h"
#include "tests/unit/tools/idle_log.h"
#include "tools/base/utf8.h"
#include "tools/idle/output.h"
#include "tools/topic/text_idle.h"

#define MS 1000000u                     /* ticks, at IDLE_LOG_TSC_HZ */

static struct result *result;
static struct analysis *analysis;
static struct idle_view view;
static struct idle_settings settings;

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
}

static void end(void)
{
	idle_view_free(&view);
	result_free(result);
}

/* The caller frees the text. */
static char *text_of_view(void)
{
	char *text = NULL;
	size_t size = 0;
	struct report report = {.analysis = analysis};

	report.out = open_memstream(&text, &size);
	report_idle(&report, &view, &settings);
	fclose(report.out);
	return text;
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
		"Idle loop: idle.profile tick_hz=100, CPU 0", "lapic_timer", "keyboard", "smi",
		"11 taken; gaps with an interrupt in them: 11", "% up to", "with 100 ms tolerated",
		"longest gaps",
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
		assert_true(utf8_length(line) <= REPORT_COLUMNS);
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
	char *text;

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
	text = text_of_view();
	assert_has(text, "  idle.validation work_us=5000, CPU 0\n"
		   "                             1         -    5000.0    4999.9    4999.5"
		   "         -      0.50      0.01\n");
	free(text);
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
	assert_int_equal(view.talks[0].figures.types[MESSAGE_TYPE_KEY_PRESSED].count, 1);
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
	assert_has(text, "worked out other times");
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
	char *text;

	begin("real", "noise.gaps");
	add_noise(0, 1000, 5);
	add_noise(1, 149000, 5);
	look();
	assert_int_equal(view.noise_count, 1);
	assert_int_equal(view.noise[0].verdict, NOISE_PASSED);
	assert_true(view.noise[0].available == 0.99);
	assert_int_equal(view.noise[0].bin_count, 18);
	assert_true(idle_view_passed(&view));
	text = text_of_view();
	assert_has(text, "passed: the largest gap is 149.0, the limit 150.0 µs");
	assert_has(text, "2, in 2 gaps");
	free(text);
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

TEST(json_holds_every_gap)
{
	char *text = NULL;
	size_t size = 0;
	FILE *file = open_memstream(&text, &size);
	json_t *root, *run;

	begin("real", "idle.profile");
	add_ticks();
	look();
	assert_true(idle_json_write(&view, file));
	fclose(file);
	root = json_loads(text, 0, NULL);
	assert_string_equal(json_string_value(json_object_get(root, "schema")), IDLE_SCHEMA);
	run = json_array_get(json_object_get(root, "runs"), 0);
	assert_int_equal(json_array_size(json_object_get(run, "gaps")), 12);
	assert_int_equal(json_integer_value(json_object_get(run, "bursts")), 11);
	assert_int_equal(json_array_size(json_object_get(run, "types")), 3);
	json_decref(root);
	free(text);
	end();
}

static size_t count_lines(const char *directory, const char *name)
{
	char path[256], line[512];
	size_t count = 0;
	FILE *file;

	snprintf(path, sizeof(path), "%s/%s", directory, name);
	file = fopen(path, "r");
	assert_non_null(file);
	while (fgets(line, sizeof(line), file) != NULL)
		count++;
	fclose(file);
	unlink(path);
	return count;
}

TEST(csv_has_a_file_a_table_and_a_line_a_row)
{
	static const struct {
		const char *name;
		size_t lines;
	} tables[] = {
		{"runs.csv", 2}, {"passes.csv", 151}, {"gaps.csv", 13}, {"types.csv", 4},
		{"trials.csv", 1}, {"histogram.csv", 17}, {"above.csv", 4},
		{"think-wait.csv", 1}, {"messages.csv", 1}, {"noise.csv", 1},
	};
	char directory[] = "/tmp/bareline-test-XXXXXX";

	assert_non_null(mkdtemp(directory));
	begin("real", "idle.profile");
	add_ticks();
	look();
	assert_true(idle_csv_write(&view, directory));
	for (size_t i = 0; i < sizeof(tables) / sizeof(tables[0]); i++)
		assert_int_equal(count_lines(directory, tables[i].name), tables[i].lines);
	assert_int_equal(rmdir(directory), 0);
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
		cmocka_unit_test(stretches_cover_all_of_the_time_without_overlap),
		cmocka_unit_test(a_target_that_worked_out_other_times_is_found_out),
		cmocka_unit_test(a_log_that_is_not_whole_says_so),
		cmocka_unit_test(the_last_noise_report_of_a_cpu_is_judged),
		cmocka_unit_test(a_gap_beyond_the_limit_fails_the_machine),
		cmocka_unit_test(bins_that_contradict_the_count_are_not_judged),
		cmocka_unit_test(json_holds_every_gap),
		cmocka_unit_test(csv_has_a_file_a_table_and_a_line_a_row),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
