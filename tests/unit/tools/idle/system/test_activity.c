/* SPDX-License-Identifier: MIT */
/* Gaps of a Linux process by the kernel's trace: parts are as long as the trace says, and never
 * longer than their gap. */
#include "tests/unit/unit.h"

#include <stdio.h>
#include <string.h>

#include "tests/unit/tools/idle_log.h"
#include "tools/idle/gaps.h"
#include "tools/idle/system/activity.h"

#define PASSES 40
#define GAP_PASS 10
#define LOOP_TID 55
#define LOOP_CPU 3

#define SWITCH(from, to, comm) \
	"sched_switch: prev_comm=x prev_pid=" from " prev_prio=1 prev_state=R ==> next_comm=" comm \
	" next_pid=" to " next_prio=1"

struct line {
	uint64_t after;                 /* the begin of pass GAP_PASS */
	const char *event;
	bool is_elsewhere;              /* on another CPU */
};

static struct idle_traces traces;
static struct idle_gaps gaps;
static struct result *result;

static void add_system_trace(const char *text, uint64_t first, uint64_t idle)
{
	struct wire_record part = {.kind = WIRE_os_trace}, end = {.kind = WIRE_os_trace_end};

	part.os_trace = (struct wire_os_trace){
		.kind = "idle", .id = idle, .first = first,
		.text = {(const uint8_t *)text, strlen(text)},
	};
	end.os_trace_end = (struct wire_os_trace_end){
		.kind = "idle", .id = idle, .bytes = strlen(text), .tid = LOOP_TID,
		.cpu = LOOP_CPU,
	};
	idle_log_add(result, &part);
	idle_log_add(result, &end);
}

/* A loop with one gap, and what the kernel did then. */
static void load(uint64_t gap_ticks, const struct line *lines, size_t count, uint64_t first)
{
	const struct injected injected = {GAP_PASS, gap_ticks, 0, 0};
	const struct wire_idle *info;
	char text[2048] = "";

	result = idle_log_begin("real", "idle.profile");
	idle_log_run(result, &(struct idle_log_options){.passes = PASSES}, &injected, 1);
	info = &result->records[WIRE_idle].items[0].idle;
	for (size_t i = 0; i < count; i++) {
		uint64_t time = info->begin_tsc + (uint64_t)GAP_PASS * IDLE_LOG_PASS +
				lines[i].after;
		size_t used = strlen(text);

		snprintf(text + used, sizeof(text) - used, "x-55 [%03d] d.h1. %llu: %s\n",
			 lines[i].is_elsewhere ? LOOP_CPU + 1 : LOOP_CPU, (unsigned long long)time,
			 lines[i].event);
	}
	add_system_trace(text, first, info->id);
	idle_log_end(result);
	idle_trace_read_system = activity_find;
	idle_traces_find(result, &traces);
	idle_trace_read_system = NULL;
	assert_int_equal(traces.count, 1);
	idle_gaps_find(&traces.items[0], GAP_THRESHOLD_AUTO, 0, &gaps);
	assert_int_equal(gaps.count, 1);
}

static void unload(void)
{
	idle_gaps_free(&gaps);
	idle_traces_free(&traces);
	result_free(result);
}

static uint64_t part(const char *name)
{
	for (size_t i = 0; i < gaps.part_count; i++) {
		if (strcmp(gaps.parts[i].name, name) == 0)
			return gaps.parts[i].ticks;
	}
	return 0;
}

static const char *cause(void)
{
	return gaps.causes[gaps.items[0].cause].name;
}

static const struct line busy[] = {
	{.after = 1000, .event = "local_timer_entry: vector=236"},
	{.after = 1500, .event = "irq_handler_entry: irq=4 name=ttyS0"},
	{.after = 1700, .event = "irq_handler_exit: irq=4 ret=handled"},
	{.after = 4000, .event = "local_timer_exit: vector=236"},
	{.after = 4100, .event = "softirq_entry: vec=1 [action=TIMER]"},
	{.after = 4200, .event = "local_timer_entry: vector=236", .is_elsewhere = true},
	{.after = 6100, .event = "softirq_exit: vec=1 [action=TIMER]"},
	{.after = 6500, .event = SWITCH("55", "9", "kworker/0:1")},
	{.after = 9000, .event = SWITCH("9", "55", "bareline-linux")},
};

TEST(parts_of_a_gap_are_interrupts_softirqs_and_threads)
{
	load(10000, busy, COUNT(busy), 0);
	assert_int_equal(gaps.part_count, 4);
	assert_int_equal(part("interrupt local_timer"), 500 + 2300);
	assert_int_equal(part("interrupt ttyS0"), 200);
	assert_int_equal(part("softirq TIMER"), 2000);
	assert_int_equal(part("thread kworker"), 2500);
	/* ttyS0 took less than a tenth. 2500 ticks are unexplained. */
	assert_string_equal(cause(), "interrupt local_timer+softirq TIMER+thread kworker");
	unload();
}

TEST(name_of_a_thread_ends_at_its_first_slash_or_colon)
{
	static const struct line threads[] = {
		{.after = 1000, .event = SWITCH("55", "9", "a:b")},
		{.after = 3000, .event = SWITCH("9", "10", "/c")},
		{.after = 6000, .event = SWITCH("10", "0", "swapper/3")},
		{.after = 7000, .event = SWITCH("0", "55", "bareline-linux")},
	};

	load(10000, threads, COUNT(threads), 0);
	assert_int_equal(gaps.part_count, 3);
	assert_int_equal(part("thread a"), 2000);
	assert_int_equal(part("thread "), 3000);
	assert_int_equal(part("idle"), 1000);
	unload();
}

TEST(parts_are_not_longer_than_their_gap)
{
	load(3000, busy, COUNT(busy), 0);
	assert_int_equal(part("interrupt local_timer"), 500 + 2300);
	assert_int_equal(part("interrupt ttyS0"), 200);
	assert_int_equal(gaps.part_count, 2);
	unload();
}

TEST(activity_outside_of_the_gaps_pass_is_no_part)
{
	static const struct line after[] = {
		{.after = IDLE_LOG_PASS + 20000, .event = "local_timer_entry: vector=236"},
		{.after = IDLE_LOG_PASS + 22000, .event = "local_timer_exit: vector=236"},
	};

	load(10000, after, COUNT(after), 0);
	assert_int_equal(gaps.part_count, 0);
	assert_string_equal(cause(), GAP_UNEXPLAINED);
	assert_true(traces.items[0].has_activities);
	unload();
}

TEST(trace_without_its_first_part_explains_nothing)
{
	load(10000, busy, COUNT(busy), 1);
	assert_int_equal(gaps.part_count, 0);
	assert_string_equal(cause(), GAP_UNEXPLAINED);
	unload();
}
