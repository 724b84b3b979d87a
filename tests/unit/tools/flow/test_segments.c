/* SPDX-License-Identifier: MIT */
/* Segments of critical paths: each arc has one kind, and they add up to the response time. */
#include "tests/unit/unit.h"

#include <string.h>

#include "tests/unit/tools/flow_fixture.h"
#include "tools/flow/segments.h"

/* Further objects, which the log names. */
enum {RUN_QUEUE = 20, KERNEL, INTERRUPT, LOCK_QUEUE = LOCK + 1};

static struct flow_session session;
static struct flow_segments segments;

static void segments_open(const struct flow_event *events, size_t count)
{
	static const struct wire_flow_object objects[] = {
		{.object = RUN_QUEUE, .class = "queue", .name = "run_queue"},
		{.object = KERNEL, .class = "software", .name = "kernel"},
		{.object = INTERRUPT, .class = "software", .name = "interrupt"},
		{.object = LOCK_QUEUE, .class = "queue", .name = "lock_queue"},
	};
	struct flow_trace trace;

	flow_trace_begin(&trace);
	for (size_t i = 0; i < sizeof(objects) / sizeof(objects[0]); i++)
		wire_write(&trace.writer, WIRE_flow_object, &objects[i]);
	flow_trace_add(&trace, events, count, 0);
	flow_trace_close(&trace, 0, count);
	flow_trace_open(&trace, &session);
	flow_segments_make(&session, NULL, &segments);
}

static void segments_close(void)
{
	flow_segments_free(&segments);
	flow_session_close(&session);
}

static uint64_t ticks_of(enum flow_segment_kind kind, const char *thread, const char *object)
{
	uint64_t ticks = 0;

	for (size_t i = 0; i < segments.count; i++) {
		if (segments.items[i].kind == kind &&
		    strcmp(segments.items[i].thread, thread) == 0 &&
		    strcmp(segments.items[i].object, object) == 0)
			ticks += segments.items[i].ticks;
	}
	return ticks;
}

static void assert_whole(uint64_t response)
{
	uint64_t sum = 0;

	for (size_t i = 0; i < segments.count; i++)
		sum += segments.items[i].ticks;
	assert_int_equal(sum, response);
	assert_int_equal(segments.response_ticks[0], response);
	assert_int_equal(segments.interactions[0], 1);
}

TEST(work_and_system_calls_of_a_thread_are_apart)
{
	static const struct flow_event events[] = {
		EVENT(100, ACTION, 1, 0),
		EVENT(110, RECEIVE, 1, 0, .thread = 1, .object = PORT),
		EVENT(110, READY, 1, 0, .thread = 1, .object = RUN_QUEUE),
		EVENT(130, START, 1, RUN_QUEUE, .thread = 1, .object = CPU),
		EVENT(160, BEGIN_USE, 1, 0, .thread = 1, .object = KERNEL),
		EVENT(200, END_USE, 1, 0, .thread = 1, .object = KERNEL),
		EVENT(205, FINISH, 1, 0, .thread = 1),
	};

	segments_open(events, sizeof(events) / sizeof(events[0]));
	assert_whole(105);
	assert_int_equal(ticks_of(FLOW_SEGMENT_MESSAGE, "a", "-"), 10);
	assert_int_equal(ticks_of(FLOW_SEGMENT_SCHEDULER, "a", "-"), 20);
	assert_int_equal(ticks_of(FLOW_SEGMENT_WORK, "a", "-"), 35);
	assert_int_equal(ticks_of(FLOW_SEGMENT_CALL, "a", "-"), 40);
	segments_close();
}

/* b is ready from 200 on. Until 220 a runs for the task, then no thread does. */
TEST(wait_for_a_cpu_is_behind_a_thread_or_the_schedulers)
{
	static const struct flow_event events[] = {
		EVENT(100, ACTION, 1, 0, .thread = 1),
		EVENT(100, START, 1, 0, .thread = 1, .object = CPU),
		EVENT(190, SEND, 1, 2, .thread = 1, .object = PORT),
		EVENT(200, RECEIVE, 2, 0, .thread = 2, .object = PORT),
		EVENT(200, READY, 2, 0, .thread = 2, .object = RUN_QUEUE),
		EVENT(220, FINISH, 1, 0, .thread = 1),
		EVENT(250, START, 2, RUN_QUEUE, .thread = 2, .object = CPU),
		EVENT(300, FINISH, 2, 0, .thread = 2),
	};

	segments_open(events, sizeof(events) / sizeof(events[0]));
	assert_whole(200);
	assert_int_equal(ticks_of(FLOW_SEGMENT_READY, "b", "-"), 20);
	assert_int_equal(ticks_of(FLOW_SEGMENT_SCHEDULER, "b", "-"), 30);
	assert_int_equal(ticks_of(FLOW_SEGMENT_WORK, "a", "-"), 90);
	segments_close();
}

TEST(devices_locks_ports_and_interrupts_have_their_own)
{
	static const struct flow_event events[] = {
		EVENT(100, ACTION, 1, 0),
		EVENT(105, ENQUEUE, 1, 0, .object = PORT),
		EVENT(125, RECEIVE, 1, 0, .thread = 1, .object = PORT),
		EVENT(125, START, 1, 0, .thread = 1, .object = CPU),
		EVENT(130, BEGIN_USE, 1, 0, .thread = 1, .object = LOCK_QUEUE),
		EVENT(170, END_USE, 1, 0, .thread = 1, .object = LOCK_QUEUE),
		EVENT(180, DEVICE_START, 1, 0, .thread = 1, .object = DISK),
		EVENT(185, STOP, 1, 0, .thread = 1, .object = CPU),
		EVENT(280, DEVICE_END, 1, 0, .thread = 1, .object = DISK),
		EVENT(287, READY, 1, 0, .thread = 1, .object = RUN_QUEUE),
		EVENT(287, BEGIN_USE, 1, 0, .thread = 1, .object = INTERRUPT),
		EVENT(290, END_USE, 1, 0, .thread = 1, .object = INTERRUPT),
		EVENT(294, START, 1, RUN_QUEUE, .thread = 1, .object = CPU),
		EVENT(300, FINISH, 1, 0, .thread = 1),
	};

	segments_open(events, sizeof(events) / sizeof(events[0]));
	assert_whole(200);
	assert_int_equal(ticks_of(FLOW_SEGMENT_PORT, "a", "port"), 20);
	assert_int_equal(ticks_of(FLOW_SEGMENT_LOCK, "a", "lock"), 40);
	assert_int_equal(ticks_of(FLOW_SEGMENT_DEVICE, "a", "disk"), 100);
	assert_int_equal(ticks_of(FLOW_SEGMENT_INTERRUPT, "a", "-"), 10);
	assert_int_equal(ticks_of(FLOW_SEGMENT_SCHEDULER, "a", "-"), 4);
	segments_close();
}

/* ---- Two logs ---- */

static struct flow_segments base_segments;
static struct flow_session base_session;

/* Works, then calls the kernel. */
static void open_side(struct flow_session *of, struct flow_segments *to, uint64_t work,
		      uint64_t call)
{
	const struct flow_event events[] = {
		EVENT(100, ACTION, 1, 0, .thread = 1),
		EVENT(100, START, 1, 0, .thread = 1, .object = CPU),
		EVENT(100 + work, BEGIN_USE, 1, 0, .thread = 1, .object = KERNEL),
		EVENT(100 + work + call, FINISH, 1, 0, .thread = 1),
	};

	segments_open(events, sizeof(events) / sizeof(events[0]));
	*of = session;
	*to = segments;
}

TEST(two_logs_differ_by_their_largest_kind)
{
	struct flow_session new_session;
	struct flow_segments new_segments;
	struct flow_common_run common;
	struct flow_sides sides = {.scale = 0.5};
	char text[FLOW_SENTENCE_MAX];

	open_side(&base_session, &base_segments, 90, 10);
	open_side(&new_session, &new_segments, 160, 140);       /* 80 and 70 ticks of base */
	sides.logs[0] = base_session.log;
	sides.logs[1] = new_session.log;
	sides.segments[0] = &base_segments;
	sides.segments[1] = &new_segments;
	assert_true(flow_sides_find(&sides, 0, &common));
	assert_true(common.responses[0] == 100 && common.responses[1] == 150);
	assert_true(common.kinds[0][FLOW_SEGMENT_CALL] == 10);
	assert_true(common.kinds[1][FLOW_SEGMENT_CALL] == 70);
	assert_int_equal(flow_common_run_main(&common), FLOW_SEGMENT_CALL);
	assert_string_equal(flow_common_run_describe(&common, text),
			    "150 ticks instead of 100, 50.0 % longer; the largest part is system "
			    "call: +60 ticks.");
	flow_segments_free(&new_segments);
	flow_session_close(&new_session);
	flow_segments_free(&base_segments);
	flow_session_close(&base_session);
}
