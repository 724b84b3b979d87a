/* SPDX-License-Identifier: MIT */
/* Message logs and times of constructed programs. */
#include "tests/unit/unit.h"

#include <string.h>

#include "lib/event/think_wait.h"
#include "lib/rng.h"
#include "linux/watch/timeline.h"
#include "linux/watch/witness.h"

#define MAIN 100u
#define WORKER 101u

static struct terminal_key keys[16];
static struct watch_sent sent[16];
static struct watch_output outputs[16];
static struct watch_call calls[64];
static struct watch_switch switches[64];
static struct watch_trace trace;
static struct watch_timeline timeline;

static void begin(void)
{
	memset(keys, 0, sizeof(keys));
	memset(sent, 0, sizeof(sent));
	memset(calls, 0, sizeof(calls));
	trace = (struct watch_trace){
		.keys = keys, .sent = sent, .outputs = outputs, .calls = calls,
		.switches = {.items = switches}, .begin_tsc = 100, .end_tsc = 10000,
	};
}

static void send(uint64_t tsc, uint8_t bytes)
{
	keys[trace.key_count] = (struct terminal_key){.code = 0x1e, .count = bytes};
	sent[trace.key_count++].tsc = tsc;
}

static void see(uint64_t tsc)
{
	outputs[trace.output_count++] = (struct watch_output){tsc, 1};
}

static struct watch_call *add_call(enum watch_call_kind kind, uint64_t begin_tsc, uint64_t end_tsc)
{
	struct watch_call *call = &calls[trace.call_count++];

	*call = (struct watch_call){
		.begin_tsc = begin_tsc, .end_tsc = end_tsc, .kind = (uint8_t)kind, .thread = MAIN,
	};
	return call;
}

/* A poll without a time limit; end_tsc 0: it never returns. */
static void wait_for_key(uint64_t begin_tsc, uint64_t end_tsc)
{
	struct watch_call *call = add_call(WATCH_POLL, begin_tsc, end_tsc);

	call->may_wait = true;
	call->found = end_tsc != 0;
}

static void wait_in_vain(uint64_t begin_tsc, uint64_t end_tsc)
{
	add_call(WATCH_POLL, begin_tsc, end_tsc)->may_wait = true;
}

static void peek_in_vain(uint64_t begin_tsc)
{
	add_call(WATCH_POLL, begin_tsc, begin_tsc + 1);
}

static void get(uint64_t begin_tsc, int32_t bytes, bool is_full)
{
	struct watch_call *call = add_call(WATCH_READ, begin_tsc, begin_tsc + 2);

	call->may_wait = call->found = true;
	call->result = bytes;
	call->is_full = is_full;
}

static void change(uint64_t tsc, uint32_t thread, enum watch_switch_kind kind)
{
	trace.has_switches = true;
	switches[trace.switches.count++] = (struct watch_switch){tsc, thread, kind};
}

static void make(void)
{
	char text[WATCH_WITNESS_MAX];

	watch_switches_sort(&trace.switches);
	assert_true(watch_timeline_make(&trace, &timeline));
	assert_true(watch_witness_agrees(&trace, &timeline, text));
}

static void assert_times(uint32_t key, uint64_t taken_tsc, uint64_t handled_tsc, uint64_t seen_tsc)
{
	assert_int_equal(timeline.times[key].taken_tsc, taken_tsc);
	assert_int_equal(timeline.times[key].handled_tsc, handled_tsc);
	assert_int_equal(timeline.times[key].seen_tsc, seen_tsc);
}

static uint64_t wait_ticks(void)
{
	struct think_wait machine;

	think_wait_begin(&machine, trace.begin_tsc);
	for (size_t i = 0; i < timeline.count; i++)
		think_wait_step(&machine, &timeline.events[i]);
	think_wait_end(&machine, trace.end_tsc);
	return think_wait_ticks(&machine, STATE_WAIT);
}

static size_t count_of(enum message_event_kind kind)
{
	size_t count = 0;

	for (size_t i = 0; i < timeline.count; i++)
		count += timeline.events[i].kind == kind;
	return count;
}

TEST(editor_that_peeks_while_it_handles_a_key_has_handled_it_when_it_waits)
{
	begin();
	wait_for_key(110, 205);
	send(200, 1);
	get(206, 1, false);
	peek_in_vain(210);
	peek_in_vain(240);
	see(290);
	wait_for_key(280, 0);
	make();
	assert_times(0, 208, 280, 290);
	assert_int_equal(wait_ticks(), 80);
	assert_int_equal(timeline.peeks, 2);
	assert_int_equal(timeline.waits, 2);
	watch_timeline_free(&timeline);
}

TEST(program_that_only_peeks_has_handled_a_key_at_its_first_vain_peek)
{
	begin();
	send(200, 1);
	get(206, 1, false);
	peek_in_vain(300);
	peek_in_vain(400);
	send(500, 1);
	get(502, 1, false);
	peek_in_vain(550);
	make();
	assert_times(0, 208, 300, 0);
	assert_times(1, 504, 550, 0);
	assert_int_equal(wait_ticks(), 100 + 50);
	assert_int_equal(count_of(MESSAGE_PEEK), 2);
	watch_timeline_free(&timeline);
}

/* The program wakes no thread. A child runs when the terminal hangs up, after the end. */
TEST(last_key_does_not_wait_for_a_child_that_runs_after_the_end)
{
	begin();
	wait_for_key(110, 205);
	send(200, 1);
	get(206, 1, false);
	add_call(WATCH_HAND, 220, 220);
	wait_for_key(240, 0);
	change(205, MAIN, WATCH_RUNS);
	change(242, MAIN, WATCH_SLEEPS);
	change(trace.end_tsc + 10, WORKER, WATCH_RUNS);
	change(trace.end_tsc + 20, WORKER, WATCH_SLEEPS);
	make();
	assert_times(0, 208, 240, 0);
	watch_timeline_free(&timeline);
}

/* It peeks in vain, then the second key arrives before it has finished the first. */
TEST(key_that_arrives_early_ends_no_event_at_a_vain_peek)
{
	begin();
	wait_for_key(110, 205);
	send(200, 1);
	get(206, 1, false);
	peek_in_vain(220);
	send(230, 1);
	get(260, 1, false);
	wait_for_key(300, 0);
	make();
	assert_times(0, 208, 262, 0);
	assert_times(1, 262, 300, 0);
	assert_int_equal(wait_ticks(), 100);
	watch_timeline_free(&timeline);
}

TEST(keys_of_one_read_are_handled_together)
{
	begin();
	wait_for_key(110, 205);
	send(200, 1);
	send(201, 3);
	send(202, 1);
	get(206, 5, false);
	wait_for_key(300, 0);
	make();
	for (uint32_t key = 0; key < 3; key++)
		assert_times(key, 208, 300, 0);
	assert_int_equal(count_of(MESSAGE_JOIN), 2);
	watch_timeline_free(&timeline);
}

TEST(key_of_three_bytes_is_taken_with_its_last_byte)
{
	begin();
	wait_for_key(110, 205);
	send(200, 3);
	get(206, 1, true);
	get(216, 1, true);
	get(226, 1, true);
	wait_for_key(300, 0);
	make();
	assert_times(0, 228, 300, 0);
	watch_timeline_free(&timeline);
}

TEST(last_request_that_never_returns_is_no_latency)
{
	begin();
	wait_for_key(110, 205);
	send(200, 1);
	get(206, 1, false);
	wait_for_key(250, 10500);       /* the hang-up, after the trace's end */
	make();
	assert_times(0, 208, 250, 0);
	assert_int_equal(wait_ticks(), 50);
	watch_timeline_free(&timeline);
}

TEST(answer_after_a_time_limit_is_of_the_applications_timer)
{
	begin();
	wait_for_key(110, 205);
	send(200, 1);
	get(206, 1, false);
	wait_in_vain(230, 1230);
	see(1260);
	wait_in_vain(1250, 2250);       /* without output: no answer */
	wait_for_key(2251, 0);
	make();
	assert_times(0, 208, 230, 0);
	assert_int_equal(count_of(MESSAGE_TIMER), 1);
	assert_int_equal(wait_ticks(), 30);
	watch_timeline_free(&timeline);
}

TEST(key_handled_by_a_thread_ends_when_that_thread_sleeps)
{
	begin();
	change(115, MAIN, WATCH_SLEEPS);
	wait_for_key(110, 205);
	send(200, 1);
	change(203, MAIN, WATCH_RUNS);
	get(206, 1, false);
	add_call(WATCH_HAND, 210, 211);
	wait_for_key(220, 0);
	change(221, MAIN, WATCH_SLEEPS);
	change(230, WORKER, WATCH_RUNS);
	change(900, WORKER, WATCH_SLEEPS);
	make();
	assert_times(0, 208, 900, 0);
	assert_int_equal(timeline.times[0].cpu_ticks, 18 + 670);
	assert_int_equal(wait_ticks(), 700);
	watch_timeline_free(&timeline);
}

/* A busy host lets the thread finish only when the next key has been taken: the two are answered
 * together. */
TEST(key_whose_thread_still_works_is_handled_with_the_next)
{
	begin();
	wait_for_key(110, 205);
	send(200, 1);
	get(206, 1, false);
	add_call(WATCH_HAND, 210, 211);
	change(212, WORKER, WATCH_RUNS);
	wait_for_key(220, 405);
	send(400, 1);
	get(406, 1, false);
	add_call(WATCH_HAND, 410, 411);
	wait_for_key(420, 0);
	change(500, WORKER, WATCH_PREEMPTED);
	change(700, WORKER, WATCH_RUNS);
	change(900, WORKER, WATCH_SLEEPS);
	make();
	assert_times(0, 208, 900, 0);
	assert_times(1, 408, 900, 0);
	assert_int_equal(count_of(MESSAGE_JOIN), 1);
	assert_int_equal(count_of(MESSAGE_WAIT), 2);    /* the first is before the keys */
	assert_int_equal(timeline.waits, 3);
	watch_timeline_free(&timeline);
}

/* The next key is there already, so the program does not wait between the two. */
TEST(key_whose_thread_still_works_at_an_early_key_is_handled_with_it)
{
	begin();
	wait_for_key(110, 205);
	send(200, 1);
	get(206, 1, false);
	add_call(WATCH_HAND, 210, 211);
	change(212, WORKER, WATCH_RUNS);
	send(213, 1);
	wait_for_key(220, 221);
	get(222, 1, false);
	add_call(WATCH_HAND, 230, 231);
	wait_for_key(240, 0);
	change(900, WORKER, WATCH_SLEEPS);
	make();
	assert_times(0, 208, 900, 0);
	assert_times(1, 224, 900, 0);
	assert_int_equal(count_of(MESSAGE_JOIN), 1);
	watch_timeline_free(&timeline);
}

/* Two keys whose thread runs only after the second. is_awaited: the first wake-up finds it
 * waiting. */
static void make_late_thread(bool is_awaited)
{
	begin();
	wait_for_key(110, 205);
	send(200, 1);
	get(206, 1, false);
	add_call(WATCH_HAND, 210, 211)->found = is_awaited;
	wait_for_key(220, 305);
	send(300, 1);
	get(306, 1, false);
	add_call(WATCH_HAND, 310, 311)->found = true;
	wait_for_key(320, 0);
	change(500, WORKER, WATCH_RUNS);
	change(900, WORKER, WATCH_SLEEPS);
	make();
}

TEST(key_whose_woken_thread_has_not_begun_is_handled_with_the_next)
{
	make_late_thread(true);
	assert_times(0, 208, 900, 0);
	assert_times(1, 308, 900, 0);
	watch_timeline_free(&timeline);
}

/* What runs later was not woken by the first key. */
TEST(wake_up_that_finds_no_thread_joins_no_keys)
{
	make_late_thread(false);
	assert_times(0, 208, 220, 0);
	assert_times(1, 308, 900, 0);
	watch_timeline_free(&timeline);
}

TEST(keys_without_work_of_threads_are_not_joined)
{
	begin();
	wait_for_key(110, 205);
	send(200, 1);
	get(206, 1, false);
	add_call(WATCH_HAND, 210, 211);
	change(212, WORKER, WATCH_RUNS);
	change(216, WORKER, WATCH_SLEEPS);
	send(213, 1);
	wait_for_key(220, 221);
	get(222, 1, false);
	wait_for_key(240, 0);
	make();
	assert_times(0, 208, 224, 0);
	assert_times(1, 224, 240, 0);
	assert_int_equal(count_of(MESSAGE_JOIN), 0);
	watch_timeline_free(&timeline);
}

/* The thread runs already when it is woken again, so it does not begin to run afterwards. */
TEST(thread_that_runs_at_the_last_wake_up_does_its_work)
{
	begin();
	wait_for_key(110, 205);
	send(200, 1);
	get(206, 1, false);
	add_call(WATCH_HAND, 210, 211);
	change(212, WORKER, WATCH_RUNS);
	add_call(WATCH_HAND, 214, 215);
	wait_for_key(220, 0);
	change(900, WORKER, WATCH_SLEEPS);
	make();
	assert_times(0, 208, 900, 0);
	watch_timeline_free(&timeline);
}

/* Its requests with time limits don't end a key either, and the thread's output is no timer's. */
TEST(requests_while_a_thread_works_end_no_key)
{
	begin();
	wait_for_key(110, 205);
	send(200, 1);
	get(206, 1, false);
	add_call(WATCH_HAND, 210, 211);
	change(212, WORKER, WATCH_RUNS);
	wait_in_vain(220, 320);
	see(330);
	wait_in_vain(325, 425);
	wait_in_vain(426, 950);
	change(900, WORKER, WATCH_SLEEPS);
	wait_for_key(960, 0);
	make();
	assert_times(0, 208, 900, 330);
	assert_int_equal(count_of(MESSAGE_TIMER), 0);
	watch_timeline_free(&timeline);
}

/* A thread that continues after other programs have run was not woken by the key. */
TEST(thread_that_other_programs_interrupted_is_in_the_background)
{
	begin();
	change(105, WORKER, WATCH_RUNS);
	wait_for_key(110, 205);
	change(120, WORKER, WATCH_PREEMPTED);
	send(200, 1);
	get(206, 1, false);
	add_call(WATCH_HAND, 210, 211);
	wait_for_key(220, 0);
	change(230, WORKER, WATCH_RUNS);
	change(900, WORKER, WATCH_SLEEPS);
	make();
	assert_times(0, 208, 220, 0);
	watch_timeline_free(&timeline);
}

/* A thread that a key starts for good. */
TEST(thread_that_outlasts_many_keys_is_in_the_background)
{
	uint64_t tsc = 200;

	begin();
	wait_for_key(110, 205);
	for (uint32_t i = 0; i < 12; i++, tsc += 100) {
		send(tsc, 1);
		get(tsc + 6, 1, false);
		if (i == 0) {
			add_call(WATCH_HAND, tsc + 10, tsc + 11);
			change(tsc + 12, WORKER, WATCH_RUNS);
		}
		wait_for_key(tsc + 20, i < 11 ? tsc + 105 : 0);
	}
	make();
	assert_times(0, 208, 300, 0);
	assert_times(1, 308, 320, 0);
	assert_int_equal(count_of(MESSAGE_JOIN), 0);
	watch_timeline_free(&timeline);
}

TEST(thread_that_the_key_did_not_wake_is_in_the_background)
{
	begin();
	change(105, WORKER, WATCH_RUNS);
	wait_for_key(110, 205);
	send(200, 1);
	get(206, 1, false);
	wait_for_key(220, 0);
	change(900, WORKER, WATCH_SLEEPS);
	make();
	assert_times(0, 208, 220, 0);
	assert_int_equal(wait_ticks(), 20);
	watch_timeline_free(&timeline);
}

/* A child works and ends before the shell asks again. */
TEST(thread_that_sleeps_before_the_request_adds_nothing)
{
	begin();
	wait_for_key(110, 205);
	send(200, 1);
	change(203, MAIN, WATCH_RUNS);
	get(206, 1, false);
	add_call(WATCH_HAND, 210, 211);
	change(215, WORKER, WATCH_RUNS);
	change(216, MAIN, WATCH_SLEEPS);
	change(300, WORKER, WATCH_SLEEPS);
	change(310, MAIN, WATCH_RUNS);
	wait_for_key(330, 0);
	change(331, MAIN, WATCH_SLEEPS);
	make();
	assert_times(0, 208, 330, 0);
	watch_timeline_free(&timeline);
}

TEST(cpu_time_of_threads_that_run_at_once_is_their_sum)
{
	begin();
	wait_for_key(110, 205);
	send(200, 1);
	change(203, MAIN, WATCH_RUNS);
	get(206, 1, false);
	add_call(WATCH_HAND, 210, 211);
	change(215, WORKER, WATCH_RUNS);
	change(300, WORKER, WATCH_SLEEPS);
	wait_for_key(330, 0);
	change(331, MAIN, WATCH_SLEEPS);
	make();
	assert_int_equal(timeline.times[0].cpu_ticks, 127 + 85);
	watch_timeline_free(&timeline);
}

/* Threads sleep, run and are preempted at random times; each tick of the key is counted. */
TEST(cpu_time_is_that_of_the_threads_that_run_in_each_tick)
{
	enum {THREADS = 3, CHANGES = 20, FIRST_TSC = 150};
	bool runs[THREADS] = {false};
	uint64_t tsc = FIRST_TSC, sum = 0, before_tsc = 0;
	struct rng rng;

	begin();
	rng_seed(&rng, 1);
	wait_for_key(110, 205);
	send(200, 1);
	get(206, 1, false);
	wait_for_key(600, 0);
	for (unsigned i = 0; i < CHANGES; i++) {
		uint32_t thread = rng_below(&rng, THREADS), running = 0;

		for (unsigned j = 0; j < THREADS; j++)
			running += runs[j];
		for (uint64_t tick = before_tsc; tick < tsc; tick++)
			sum += tick >= 200 && tick < 600 ? running : 0;
		runs[thread] = !runs[thread];
		if (runs[thread])
			change(tsc, MAIN + thread, WATCH_RUNS);
		else
			change(tsc, MAIN + thread, rng_below(&rng, 2) == 0 ? WATCH_SLEEPS
									   : WATCH_PREEMPTED);
		before_tsc = tsc;
		tsc += 1 + rng_below(&rng, 50);
	}
	assert_true(before_tsc > 600);
	make();
	assert_int_equal(timeline.times[0].handled_tsc, 600);
	assert_int_equal(timeline.times[0].cpu_ticks, sum);
	watch_timeline_free(&timeline);
}

/* The user waits although the CPU is idle. */
TEST(sleep_before_the_key_is_handled_is_waiting_for_a_device)
{
	begin();
	wait_for_key(110, 205);
	change(112, MAIN, WATCH_SLEEPS);
	send(200, 1);
	change(203, MAIN, WATCH_RUNS);
	get(206, 1, false);
	change(220, MAIN, WATCH_SLEEPS);
	change(720, MAIN, WATCH_RUNS);
	wait_for_key(730, 0);
	change(731, MAIN, WATCH_SLEEPS);
	make();
	assert_times(0, 208, 730, 0);
	assert_int_equal(count_of(MESSAGE_IO_BEGIN), 1);
	assert_int_equal(wait_ticks(), 530);
	watch_timeline_free(&timeline);
}

TEST(terminal_that_collects_a_line_answers_by_its_echo)
{
	begin();
	wait_for_key(110, 605);
	send(200, 1);
	sent[0].is_of_line = true;
	see(210);
	send(600, 1);
	get(606, 2, false);
	wait_for_key(650, 0);
	make();
	assert_times(0, 210, 210, 210);
	assert_times(1, 608, 650, 0);
	assert_int_equal(wait_ticks(), 10 + 50);
	watch_timeline_free(&timeline);
}

TEST(every_message_is_numbered_in_the_order_of_the_queue)
{
	uint32_t last = 0;

	begin();
	wait_for_key(110, 205);
	send(200, 1);
	get(206, 1, false);
	wait_in_vain(230, 1230);
	see(1260);
	wait_for_key(1250, 2005);
	send(2000, 1);
	get(2010, 1, false);
	wait_for_key(2050, 0);
	make();
	for (size_t i = 0; i < timeline.count; i++) {
		const struct message_event *event = &timeline.events[i];

		if (event->kind == MESSAGE_ENQUEUE || event->kind == MESSAGE_TIMER)
			assert_int_equal(event->message, ++last);
		if (i > 0)
			assert_true(event->tsc >= timeline.events[i - 1].tsc);
	}
	assert_int_equal(last, 3);
	assert_int_equal(timeline.events[timeline.count - 1].queued, 0);
	watch_timeline_free(&timeline);
}

/* ---- The witness ---- */

static void assert_disagrees(const char *says)
{
	char text[WATCH_WITNESS_MAX];

	assert_false(watch_witness_agrees(&trace, &timeline, text));
	assert_non_null(strstr(text, says));
}

TEST(witness_finds_a_time_at_which_nothing_was_observed)
{
	begin();
	wait_for_key(110, 205);
	send(200, 1);
	get(206, 1, false);
	see(220);
	wait_for_key(230, 0);
	make();
	timeline.times[0].seen_tsc = 219;
	assert_disagrees("nothing was observed");
	timeline.times[0].seen_tsc = 220;
	timeline.times[0].handled_tsc = 231;
	assert_disagrees("nothing was observed");
	watch_timeline_free(&timeline);
}

TEST(witness_finds_an_output_after_the_one_that_is_seen)
{
	begin();
	wait_for_key(110, 205);
	send(200, 1);
	get(206, 1, false);
	see(215);
	see(220);
	wait_for_key(230, 0);
	make();
	assert_int_equal(timeline.times[0].seen_tsc, 220);
	timeline.times[0].seen_tsc = 215;
	assert_disagrees("seen before its last output");
	watch_timeline_free(&timeline);
}

TEST(witness_finds_another_cpu_time)
{
	begin();
	wait_for_key(110, 205);
	send(200, 1);
	change(203, MAIN, WATCH_RUNS);
	get(206, 1, false);
	wait_for_key(230, 0);
	change(231, MAIN, WATCH_SLEEPS);
	make();
	timeline.times[0].cpu_ticks = 230 - 208;
	assert_disagrees("22 ticks of CPU time, but its threads ran for 27");
	watch_timeline_free(&timeline);
}

TEST(witness_finds_other_numbers_of_peeks_and_switches)
{
	begin();
	wait_for_key(110, 205);
	send(200, 1);
	get(206, 1, false);
	peek_in_vain(210);
	calls[trace.call_count - 1].repeats = 5;
	wait_for_key(230, 0);
	make();
	trace.has_peeks = true;
	trace.vain_peeks = 6;
	assert_true(watch_witness_agrees(&trace, &timeline, (char[WATCH_WITNESS_MAX]){0}));
	timeline.peeks = 1;
	assert_disagrees("1 vain peeks, but the preloaded library counted 6");
	timeline.peeks = 6;
	for (uint64_t i = 0; i < 40; i++)
		change(300 + i, MAIN, i % 2 == 0 ? WATCH_RUNS : WATCH_PREEMPTED);
	trace.has_counts = true;
	trace.first_thread = MAIN;
	trace.preemptions = 20;
	timeline.times[0].cpu_ticks = watch_witness_cpu(&trace, 200, 230);
	assert_true(watch_witness_agrees(&trace, &timeline, (char[WATCH_WITNESS_MAX]){0}));
	trace.preemptions = 3;
	assert_disagrees("preempted 20 times, but the kernel counted 0 and 3");
	watch_timeline_free(&timeline);
}
