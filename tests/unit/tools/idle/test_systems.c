/* SPDX-License-Identifier: MIT */
/* Comparison of systems: made-up idle loops of two machines, one of which takes longer for the same
 * interrupts. */
#include "tests/unit/unit.h"

#include <string.h>

#include <math.h>

#include "tests/unit/tools/cells.h"
#include "tests/unit/tools/idle_log.h"
#include "tests/unit/tools/small_log.h"
#include "tools/topic/idle/systems.h"

#define SYSTEMS 2
#define TICKS 8
#define SHARED "tick_hz=100"

static struct result *results[SYSTEMS];
static struct analysis *analyses[SYSTEMS];
static struct idle_view views[SYSTEMS];
static struct idle_system items[SYSTEMS];
static struct tables tables;
static const struct idle_settings settings = {.min_gap = -1, .limit = -1, .figures.power = 1};
static const struct idle_systems systems = {items, SYSTEMS, &settings, false, false};

/* A run in which each tenth pass is longer by this much. */
static void add_run(struct result *result, const char *point, uint64_t ticks)
{
	struct injected injected[TICKS];

	for (size_t i = 0; i < TICKS; i++)
		injected[i] = (struct injected){10 * i + 5, ticks, IDLE_LOG_TIMER, 0};
	idle_log_run(result, &(struct idle_log_options){
		.point = point, .passes = 100, .tick_hz = 100}, injected, TICKS);
}

static void begin(size_t number, const char *name, const char *time_base)
{
	results[number] = idle_log_begin(time_base, "idle.profile");
	items[number] = (struct idle_system){.name = name, .view = &views[number]};
}

static void end_log(size_t number)
{
	idle_log_end(results[number]);
	analyses[number] = analysis_new_quick(results[number]);
	idle_view_make(analyses[number], &settings, &views[number]);
}

/* The first takes 2.5 µs for an interrupt. The second takes 4 µs and has an additional point. */
static void make(const char *first_base, const char *second_base)
{
	begin(0, "metal", first_base);
	add_run(results[0], SHARED, 2500);
	end_log(0);
	begin(1, "system", second_base);
	add_run(results[1], SHARED, 4000);
	add_run(results[1], "tick_hz=0", 9000);
	end_log(1);
	tables_init(&tables, "a test");
}

static void end(void)
{
	tables_free(&tables);
	for (size_t i = 0; i < SYSTEMS; i++) {
		idle_view_free(&views[i]);
		analysis_free(analyses[i]);
		result_free(results[i]);
	}
}

static const struct table *table_of(const char *name)
{
	return cells_table(&tables, name);
}

static const struct cell *cell_of(const char *name, size_t row, const char *column)
{
	return cells_at(&tables, name, row, column);
}

static double number_in(const char *name, size_t row, const char *column)
{
	return cells_number(&tables, name, row, column);
}

/* The tables of two systems with one run each, in real time. */
static void make_pair(const struct idle_log_options *first, const struct injected *first_gaps,
		      size_t first_count, const struct idle_log_options *other,
		      const struct injected *other_gaps, size_t other_count)
{
	begin(0, "metal", "real");
	idle_log_run(results[0], first, first_gaps, first_count);
	end_log(0);
	begin(1, "system", "real");
	idle_log_run(results[1], other, other_gaps, other_count);
	end_log(1);
	tables_init(&tables, "a test");
	topic_idle_systems(&tables, &systems);
}

static bool is_near(double value, double expected)
{
	return fabs(value - expected) < 1e-9 * expected;
}

/* One run is one sample, however many gaps it has. */
TEST(cause_shows_its_difference_from_the_first_system)
{
	make("real", "real");
	assert_int_equal(topic_idle_systems(&tables, &systems), 1);
	assert_int_equal(table_of("gap-causes")->row_count, SYSTEMS);
	assert_string_equal(cell_of("gap-causes", 0, "system")->text, "metal");
	assert_string_equal(cell_of("gap-causes", 1, "system")->text, "system");
	assert_false(cell_of("gap-causes", 0, "more_per_second")->has_value);
	assert_true(number_in("gap-causes", 0, "median") == 2.5);
	assert_true(number_in("gap-causes", 1, "n") == TICKS);
	assert_true(is_near(number_in("gap-causes", 0, "per_second"), TICKS * 2.5 / 0.10002));
	assert_true(is_near(number_in("gap-causes", 1, "more_per_second"),
			    TICKS * 4.0 / 0.100032 - TICKS * 2.5 / 0.10002));
	assert_int_equal(cell_of("gap-causes", 1, "more_per_second")->quantity->interval,
			 INTERVAL_NONE);
	end();
}

TEST(difference_in_instructions_is_exact)
{
	make("instructions", "instructions");
	topic_idle_systems(&tables, &systems);
	assert_true(number_in("gap-causes", 1, "per_second") > 0);
	assert_int_equal(cell_of("gap-causes", 1, "more_per_second")->quantity->interval,
			 INTERVAL_EXACT);
	end();
}

/* A tick that falls into two passes makes two gaps. */
TEST(split_tick_is_no_difference)
{
	static const struct idle_log_options options = {.point = SHARED, .passes = 20,
							.clock_ticks = 2};
	static const struct injected whole[] = {{5, 4000, IDLE_LOG_TIMER, 0},
						{15, 4000, IDLE_LOG_TIMER, 0}};
	static const struct injected split[] = {
		{5, 1000, IDLE_LOG_TIMER, 0}, {6, 3000, IDLE_LOG_TIMER, 0},
		{15, 1500, IDLE_LOG_TIMER, 0}, {16, 2500, IDLE_LOG_TIMER, 0},
	};

	make_pair(&options, whole, COUNT(whole), &options, split, COUNT(split));
	assert_true(number_in("gap-causes", 0, "n") == 2);
	assert_true(number_in("gap-causes", 1, "n") == 4);
	assert_true(number_in("gap-causes", 0, "per_second") > 0);
	assert_true(number_in("gap-causes", 1, "more_per_second") == 0);
	assert_true(number_in("gap-causes", 0, "n_per_tick") == 1);
	assert_true(number_in("gap-causes", 1, "n_per_tick") == 2);
	assert_true(number_in("gap-causes", 0, "per_tick") == 4);
	assert_true(number_in("gap-causes", 1, "per_tick") == 4);
	end();
}

/* A session that began just before a tick has one more. */
TEST(number_of_ticks_is_no_difference_a_tick)
{
	static const struct idle_log_options two = {.point = SHARED, .passes = 20,
						    .clock_ticks = 2};
	static const struct idle_log_options three = {.point = SHARED, .passes = 20,
						      .clock_ticks = 3};
	static const struct injected ticks[] = {{1, 4000, IDLE_LOG_TIMER, 0},
						{9, 4000, IDLE_LOG_TIMER, 0},
						{17, 4000, IDLE_LOG_TIMER, 0}};

	make_pair(&two, ticks, 2, &three, ticks, 3);
	assert_true(number_in("gap-causes", 1, "more_per_second") > 0);
	assert_true(number_in("gap-causes", 0, "per_tick") == 4);
	assert_true(number_in("gap-causes", 1, "per_tick") == 4);
	end();
}

TEST(without_known_ticks_nothing_is_per_tick)
{
	static const struct idle_log_options unknown = {.point = SHARED, .passes = 20};
	static const struct idle_log_options rate = {.point = SHARED, .passes = 20,
						     .tick_hz = 100};
	static const struct injected gap = {5, 4000, IDLE_LOG_TIMER, 0};

	make_pair(&unknown, &gap, 1, &rate, &gap, 1);
	assert_false(cell_of("gap-causes", 0, "per_tick")->has_value);
	assert_true(number_in("gap-causes", 1, "per_tick") == 2);
	end();
}

TEST(note_says_what_an_unexplained_gap_may_be)
{
	static const struct idle_log_options options = {.point = SHARED, .passes = 20};
	static const struct injected gap = {5, 4000, 0, 0}, tick = {5, 4000, IDLE_LOG_TIMER, 0};

	make_pair(&options, &tick, 1, &options, &gap, 1);
	assert_non_null(strstr(table_of("gap-causes")->note,
			       "Unexplained in system: hardware, firmware"));
	end();
	make_pair(&options, &tick, 1, &options, &tick, 1);
	assert_null(strstr(table_of("gap-causes")->note, "Unexplained"));
	end();
}

/* Bare metal's loop halts and observes the whole session. A process sleeps. */
TEST(busy_share_of_a_loop_that_slept_is_of_the_session)
{
	static const struct idle_log_options halts = {.point = SHARED, .passes = 20};
	static const struct idle_log_options sleeps = {.point = SHARED, .passes = 20,
						       .rested_ticks = 15 * IDLE_LOG_PASS};
	static const struct injected gap = {5, 4000, IDLE_LOG_TIMER, 0};

	make_pair(&halts, &gap, 1, &sleeps, &gap, 1);
	assert_false(cell_of("runs", 0, "slept")->has_value);
	assert_true(number_in("runs", 1, "slept") == 15);
	assert_true(number_in("runs", 0, "session") == number_in("runs", 1, "session"));
	assert_true(number_in("runs", 0, "busy_share") == number_in("runs", 1, "busy_share"));
	assert_true(number_in("gap-causes", 1, "more_per_second") == 0);
	end();
}

/* The largest difference: all gaps of a system without any. */
TEST(cause_that_the_first_system_lacks_is_a_difference)
{
	static const struct idle_log_options options = {.point = SHARED, .passes = 20};
	static const struct injected gap = {5, 4000, IDLE_LOG_TIMER, 0};

	make_pair(&options, NULL, 0, &options, &gap, 1);
	assert_true(number_in("gap-causes", 0, "per_second") == 0);
	assert_true(is_near(number_in("gap-causes", 1, "more_per_second"), 4 / 0.020004));
	end();
}

TEST(another_build_than_the_first_is_stated)
{
	make("instructions", "instructions");
	((struct wire_manifest *)(uintptr_t)result_manifest(results[1]))->build = "b2";
	topic_idle_systems(&tables, &systems);
	assert_null(table_of("systems")->rows[0].remark);
	assert_string_equal(table_of("systems")->rows[1].remark,
			    "another build of Bareline than the first: b2");
	end();
}

TEST(point_of_only_one_system_is_omitted_and_reported)
{
	make("real", "real");
	topic_idle_systems(&tables, &systems);
	assert_int_equal(table_of("runs")->row_count, SYSTEMS);
	assert_non_null(strstr(table_cell(table_of("not-compared"), 0, 1)->text, "1 point"));
	end();
}

TEST(cumulative_latencies_and_profiles_share_a_chart)
{
	const struct table *table;

	make("real", "real");
	topic_idle_systems(&tables, &systems);
	table = table_of("gap-cumulative");
	assert_int_equal(table->row_count, SYSTEMS * TICKS);
	assert_int_equal(table->chart.layer_count, SYSTEMS);
	assert_string_equal(table->chart.layers[1].name, "system");
	assert_true(number_in("gap-cumulative", TICKS - 1, "sum") == TICKS * 2.5);
	assert_true(number_in("gap-cumulative", 2 * TICKS - 1, "sum") == TICKS * 4.0);
	table = table_of("profile");
	assert_int_equal(table->row_count, SYSTEMS * TICKS);
	assert_int_equal(table->chart.layer_count, SYSTEMS);
	end();
}

TEST(instructions_are_not_compared_with_time)
{
	make("instructions", "real");
	assert_string_equal(idle_systems_refuse(&tables, &items[0], &items[1]),
			    "ticks are instructions in metal and real time in system");
	assert_null(idle_systems_refuse(&tables, &items[0], &items[0]));
	end();
}

TEST(emulated_time_is_not_compared_with_real_time)
{
	make("emulated", "real");
	assert_non_null(idle_systems_refuse(&tables, &items[0], &items[1]));
	end();
}

/* ---- Message logs ---- */

/* The first events of a log with a key that takes this many ticks from its place in the queue to
 * the next request. */
static void add_log_of(struct result *result, const char *source, uint64_t ticks, uint32_t count)
{
	const struct message_event events[] = {
		{0, MESSAGE_WAIT, 0, 0, 0},
		{100, MESSAGE_ENQUEUE, 1, 0x1e, 1},
		{110, MESSAGE_GET, 1, 0x1e, 0},
		{100 + ticks, MESSAGE_WAIT, 0, 0, 0},
	};
	struct wire_record log = {.kind = WIRE_message_log}, block = {.kind = WIRE_message_events};
	static struct message_columns columns;

	log.message_log = (struct wire_message_log){
		.id = 1, .bench = 1, .point = "pace=paced", .source = source, .begin_tsc = 100,
		.end_tsc = 100000, .events = count,
	};
	message_events_pack(events, count, 0, &columns, &block.message_events);
	block.message_events.log = 1;
	idle_log_add(result, &log);
	idle_log_add(result, &block);
}

static void add_log(struct result *result, const char *source, uint64_t ticks)
{
	add_log_of(result, source, ticks, 4);
}

static void make_logs(const char *first_source, const char *second_source)
{
	begin(0, "metal", "instructions");
	add_log(results[0], first_source, 5000);
	end_log(0);
	begin(1, "system", "instructions");
	add_log(results[1], second_source, 7500);
	end_log(1);
	tables_init(&tables, "a test");
}

/* A single key is no evidence that all take as long. */
TEST(longer_keystroke_is_reported_by_user_action)
{
	make_logs("controller", "controller");
	assert_int_equal(topic_idle_systems(&tables, &systems), 1);
	assert_true(number_in("action-kinds", 0, "median") == 5000);
	assert_true(number_in("action-kinds", 1, "more") == 2500);
	assert_int_equal(cell_of("action-kinds", 1, "more")->quantity->interval, INTERVAL_NONE);
	assert_true(number_in("action-kinds", 1, "share") == 1);
	assert_null(table_of("message-logs")->rows[1].remark);
	end();
}

TEST(person_and_script_have_the_same_delivery)
{
	make_logs("person", "terminal");
	topic_idle_systems(&tables, &systems);
	assert_null(table_of("message-logs")->rows[1].remark);
	end();
	make_logs("person", "controller");
	topic_idle_systems(&tables, &systems);
	assert_non_null(table_of("message-logs")->rows[1].remark);
	end();
}

TEST(different_input_source_is_reported)
{
	make_logs("controller", "process");
	topic_idle_systems(&tables, &systems);
	assert_null(table_of("message-logs")->rows[0].remark);
	assert_non_null(strstr(table_of("message-logs")->rows[1].remark,
			       "Keys come by process here and by controller in metal"));
	end();
}

/* ---- Trials ---- */

#define TRIALS 2

static struct result *trial_results[SYSTEMS][TRIALS];
static struct analysis *trial_analyses[SYSTEMS][TRIALS];
static struct idle_view trial_views[SYSTEMS][TRIALS];

static void take_trials(const struct idle_settings *of)
{
	for (size_t i = 0; i < SYSTEMS; i++) {
		for (size_t j = 0; j < TRIALS; j++) {
			trial_analyses[i][j] = analysis_new_quick(trial_results[i][j]);
			idle_view_make(trial_analyses[i][j], of, &trial_views[i][j]);
		}
		items[i] = (struct idle_system){
			.name = i == 0 ? "metal" : "system", .view = &trial_views[i][0],
			.more = &trial_views[i][1], .more_count = TRIALS - 1,
		};
	}
	tables_init(&tables, "a test");
	topic_idle_systems(&tables, &(struct idle_systems){items, SYSTEMS, of, true, false});
}

static void end_trials(void)
{
	tables_free(&tables);
	for (size_t i = 0; i < SYSTEMS; i++) {
		for (size_t j = 0; j < TRIALS; j++) {
			idle_view_free(&trial_views[i][j]);
			analysis_free(trial_analyses[i][j]);
			result_free(trial_results[i][j]);
		}
	}
}

/* A trial without an event counts too. */
TEST(total_is_that_of_all_trials)
{
	for (size_t i = 0; i < SYSTEMS; i++) {
		for (size_t j = 0; j < TRIALS; j++) {
			trial_results[i][j] = idle_log_begin("instructions", "app.editor");
			add_log_of(trial_results[i][j], "controller", 5000,
				   i == 0 || j == 0 ? 4 : 1);
			idle_log_end(trial_results[i][j]);
		}
	}
	take_trials(&(struct idle_settings){.min_gap = -1, .limit = -1, .figures = {.power = 1}});
	assert_true(number_in("action-trials", 0, "total") == 5000);
	assert_true(number_in("action-trials", 1, "trials") == TRIALS);
	assert_true(number_in("action-trials", 1, "n") == 1);
	assert_true(number_in("action-trials", 1, "total") == 2500);
	end_trials();
}

/* One key in each trial. The limit of the excess latency and the threshold are 6 µs. */
TEST(trials_have_means_deviations_and_long_events)
{
	static const uint64_t ticks[SYSTEMS][TRIALS] = {{5000, 7000}, {7500, 7500}};
	const struct idle_settings limited = {
		.min_gap = -1, .limit = -1,
		.figures = {.power = 1, .thresholds = {6e-6}, .threshold_count = 1,
			    .latency_limits = {{NULL, 6e-6}}, .latency_limit_count = 1},
	};

	for (size_t i = 0; i < SYSTEMS; i++) {
		for (size_t j = 0; j < TRIALS; j++) {
			trial_results[i][j] = idle_log_begin("instructions", "app.editor");
			add_log(trial_results[i][j], "controller", ticks[i][j]);
			idle_log_end(trial_results[i][j]);
		}
	}
	take_trials(&limited);
	assert_int_equal(table_of("action-trials")->row_count, SYSTEMS);
	assert_true(number_in("action-trials", 0, "trials") == TRIALS);
	assert_true(number_in("action-trials", 0, "n") == TRIALS);
	assert_true(number_in("action-trials", 0, "mean") == 6000);
	assert_true(is_near(number_in("action-trials", 0, "sigma"), sqrt(2e6)));
	assert_true(is_near(number_in("action-trials", 0, "trial_sigma"), sqrt(2e6) / 6000));
	assert_true(number_in("action-trials", 0, "total") == 6000);
	assert_true(number_in("action-trials", 0, "excess_latency") == 500);
	assert_true(number_in("action-trials", 1, "excess_latency") == 1500);
	assert_int_equal(table_of("action-above")->row_count, SYSTEMS);
	assert_true(number_in("action-above", 0, "n") == 0.5);
	assert_true(number_in("action-above", 1, "n") == 1);
	assert_int_equal(table_of("action-cumulative")->row_count, SYSTEMS);
	assert_true(number_in("action-cumulative", 0, "sum") == 5000);
	end_trials();
}

static void make_trial(size_t system, size_t trial, const char *bench, uint64_t ticks)
{
	struct wire_record use = {.kind = WIRE_cache_use};

	use.cache_use = (struct wire_cache_use){.log = 1, .message = 1, .hits = 5, .misses = ticks};
	trial_results[system][trial] = idle_log_begin("instructions", bench);
	add_log(trial_results[system][trial], "controller", ticks);
	idle_log_add(trial_results[system][trial], &use);
	idle_log_end(trial_results[system][trial]);
}

/* Each boot has one session, and the first of them is not the first boot. */
TEST(trial_of_another_session_is_none_of_this_one)
{
	for (size_t i = 0; i < SYSTEMS; i++) {
		make_trial(i, 0, "app.word", 7000);
		make_trial(i, 1, "app.presenter", 5000 + 1000 * i);
	}
	take_trials(&settings);
	assert_int_equal(table_of("action-trials")->row_count, 2 * SYSTEMS);
	for (size_t i = 0; i < 2 * SYSTEMS; i++) {
		assert_true(number_in("action-trials", i, "trials") == 1);
		assert_true(number_in("action-trials", i, "total") ==
			    number_in("action-trials", i, "mean"));
		assert_true(number_in("action-above", i, "n") <= 1);
	}
	assert_int_equal(table_of("action-cumulative")->row_count, 2 * SYSTEMS);
	assert_true(number_in("action-cumulative", 3, "sum") == 6000);
	end_trials();
}

TEST(operations_of_each_system_are_means)
{
	for (size_t i = 0; i < SYSTEMS; i++) {
		make_trial(i, 0, "app.presenter", 5000 + 1000 * i);
		make_trial(i, 1, "app.presenter", 7000 + 1000 * i);
	}
	take_trials(&settings);
	assert_int_equal(table_of("operations")->row_count, SYSTEMS);
	for (size_t i = 0; i < SYSTEMS; i++) {
		double mean = 6000 + 1000 * (double)i;

		assert_string_equal(cell_of("operations", i, "system")->text, items[i].name);
		assert_true(number_in("operations", i, "n") == TRIALS);
		assert_true(number_in("operations", i, "mean") == mean);
		assert_true(number_in("operations", i, "cpu") == mean);
		assert_true(number_in("operations", i, "disk") == 0);
		assert_true(number_in("operations", i, "misses") == mean);
		assert_true(number_in("operations", i, "hits") == 5);
		assert_true(number_in("operations", i, "longest") == mean + 1000);
	}
	end_trials();
}

/* Forty trials in a run are worth more than the log of the last one. */
TEST(simple_events_are_pooled_over_trials)
{
	static const uint64_t ticks[SYSTEMS][2] = {{100, 300}, {500, 500}};

	for (size_t i = 0; i < SYSTEMS; i++) {
		for (size_t j = 0; j < TRIALS; j++) {
			struct small_log log;

			small_log_begin_with(&log, "instructions");
			small_log_bench(&log, "input.keystroke");
			log.stage = "taken";
			small_log_samples(&log, "", ticks[i], 2);
			trial_results[i][j] = small_log_end(&log);
		}
	}
	take_trials(&settings);
	assert_int_equal(table_of("simple-events")->row_count, SYSTEMS);
	assert_string_equal(cell_of("simple-events", 0, "system")->text, "metal");
	assert_true(number_in("simple-events", 0, "n") == 2 * TRIALS);
	assert_true(number_in("simple-events", 0, "mean") == 200);
	assert_true(is_near(number_in("simple-events", 0, "sigma"), sqrt(40000.0 / 3)));
	assert_true(number_in("simple-events", 1, "sigma") == 0);
	end_trials();
}
