/* SPDX-License-Identifier: MIT */
/* A process's own events, joined with its kernel's trace: each event is where it belongs, and what
 * the trace lacks is said. */
#include "tests/unit/unit.h"

#include <string.h>

#include "tests/unit/tools/flow_fixture.h"
#include "tools/flow/import/join.h"

/* Threads 1 "a" and 2 "b" of the log have numbers 101 and 102 in the kernel. */
#define SWITCH(time, from, state, to) \
	"x-1 [000] d..2. " time ": sched_switch: prev_comm=x prev_pid=" from " prev_prio=120 " \
	"prev_state=" state " ==> next_comm=y next_pid=" to " next_prio=120\n"
#define WAKING(time, by, whom) \
	"x-" by " [000] d..2. " time ": sched_waking: comm=y pid=" whom " prio=120 " \
	"target_cpu=000\n"
#define TIMER(time, what) "x-1 [000] d.h1. " time ": local_timer_" what ": vector=236\n"

static struct fixture joined;

struct system_trace {
	const char *text;
	uint64_t first, lost, is_cut;
};

static void join_open(const struct flow_event *events, size_t count,
		      const struct system_trace *system)
{
	struct flow_trace trace;
	const size_t size = strlen(system->text);

	joined = (struct fixture){0};
	flow_trace_begin(&trace);
	for (uint64_t thread = 1; thread <= 2; thread++)
		wire_write(&trace.writer, WIRE_flow_tid, &(struct wire_flow_tid){
			.tid = 100 + thread, .thread = thread});
	flow_trace_add(&trace, events, count, 0);
	flow_trace_close(&trace, 0, count);
	for (size_t at = 0, n; at < size; at += n) {
		n = size - at < 100 ? size - at : 100;
		wire_write(&trace.writer, WIRE_os_trace, &(struct wire_os_trace){
			.kind = "flow_run", .first = system->first + at,
			.text = {(const uint8_t *)system->text + at, n}});
	}
	wire_write(&trace.writer, WIRE_os_trace_end, &(struct wire_os_trace_end){
		.kind = "flow_run", .bytes = size, .lost = system->lost,
		.is_cut = system->is_cut});
	flow_log_join = flow_join;
	flow_trace_open(&trace, &joined.session);
	flow_log_join = NULL;
}

#define JOIN(events, ...) \
	join_open(events, sizeof(events) / sizeof((events)[0]), &(struct system_trace){__VA_ARGS__})

static void find_path(void)
{
	struct flow_interactions *interactions = &joined.session.interactions;

	assert_int_equal(interactions->items.count, 1);
	assert_true(flow_graph_make(interactions, &interactions->items.items[0], &joined.graph));
	assert_true(flow_path_find(&joined.graph, &joined.path));
	assert_int_equal(flow_path_length(&joined.graph, &joined.path),
			 flow_graph_response(&joined.graph));
}

/* The number-th event of a kind and thread in the network, or NULL. */
static const struct flow_event *event_of(enum flow_kind kind, uint16_t thread, size_t number)
{
	for (size_t i = 0; i < joined.graph.vertices.count; i++) {
		const struct flow_event *event = flow_graph_event(&joined.graph, (uint32_t)i);

		if (event->kind == kind && event->thread == thread && number-- == 0)
			return event;
	}
	return NULL;
}

static void assert_at(enum flow_kind kind, uint16_t thread, uint64_t time)
{
	const struct flow_event *event = event_of(kind, thread, 0);

	assert_non_null(event);
	assert_int_equal(event->time, time);
}

/* A user's action for a, which sends a message to b. */
#define WOKEN_EVENTS \
	EVENT(100, ACTION, 1, 0), \
	EVENT(120, ENQUEUE, 1, 0, .object = PORT, .flags = FLOW_BLOCKED), \
	EVENT(150, RECEIVE, 1, 0, .thread = 1, .object = PORT), \
	EVENT(200, SEND, 1, 2, .thread = 1, .object = PORT), \
	EVENT(220, ENQUEUE, 2, 0, .object = PORT, .flags = FLOW_BLOCKED), \
	EVENT(230, FINISH, 1, 0, .thread = 1), \
	EVENT(280, RECEIVE, 2, 0, .thread = 2, .object = PORT), \
	EVENT(300, FINISH, 2, 0, .thread = 2)

#define WOKEN_TRACE \
	WAKING("110", "50", "101") SWITCH("140", "50", "S", "101") \
	WAKING("210", "101", "102") SWITCH("250", "101", "S", "102")

static const struct flow_event woken[] = {WOKEN_EVENTS};

TEST(receiver_that_slept_received_when_it_was_woken)
{
	JOIN(woken, .text = WOKEN_TRACE);
	assert_int_equal(joined.session.log->lacks.count, 0);
	find_path();
	assert_at(FLOW_RECEIVE, 1, 110);
	assert_at(FLOW_READY, 1, 110);
	assert_at(FLOW_START, 1, 140);
	assert_at(FLOW_RECEIVE, 2, 210);
	assert_at(FLOW_READY, 2, 210);
	assert_at(FLOW_START, 2, 250);
	assert_null(event_of(FLOW_ENQUEUE, 0, 0));
	assert_null(event_of(FLOW_STOP, 1, 0));         /* it had finished */
	assert_int_equal(flow_graph_response(&joined.graph), 200);
	fixture_close(&joined);
}

/* A wake-up before the message was sent, or of another thread, has another reason. */
TEST(only_a_wake_up_after_the_message_was_sent_delivers_it)
{
	JOIN(woken, .text = WAKING("110", "50", "101") SWITCH("140", "50", "S", "101")
			    WAKING("190", "101", "102") WAKING("215", "101", "103")
			    SWITCH("250", "101", "S", "102"));
	find_path();
	assert_at(FLOW_ENQUEUE, 0, 220);
	assert_at(FLOW_RECEIVE, 2, 280);
	fixture_close(&joined);
}

/* A thread that runs already starts to work when it receives. */
TEST(message_for_a_running_thread_waited_in_its_queue)
{
	JOIN(woken, .text = WAKING("110", "50", "101") SWITCH("140", "50", "S", "101")
			    SWITCH("240", "101", "S", "102"));
	find_path();
	assert_at(FLOW_ENQUEUE, 0, 220);
	assert_at(FLOW_RECEIVE, 2, 280);
	assert_at(FLOW_START, 2, 280);
	assert_null(event_of(FLOW_READY, 2, 0));
	fixture_close(&joined);
}

/* b still works for the task when a's second message comes. So that message waits for b. */
TEST(thread_takes_over_a_message_of_its_task_that_waited)
{
	static const struct flow_event events[] = {
		EVENT(100, ACTION, 1, 0),
		EVENT(120, ENQUEUE, 1, 0, .object = PORT, .flags = FLOW_BLOCKED),
		EVENT(150, RECEIVE, 1, 0, .thread = 1, .object = PORT),
		EVENT(200, SEND, 1, 2, .thread = 1, .object = PORT),
		EVENT(220, ENQUEUE, 2, 0, .object = PORT, .flags = FLOW_BLOCKED),
		EVENT(240, SEND, 1, 3, .thread = 1, .object = PORT),
		EVENT(250, ENQUEUE, 3, 0, .object = PORT, .flags = FLOW_BLOCKED),
		EVENT(260, FINISH, 1, 0, .thread = 1),
		EVENT(300, RECEIVE, 2, 0, .thread = 2, .object = PORT),
		EVENT(400, FINISH, 2, 0, .thread = 2),
		EVENT(410, RECEIVE, 3, 0, .thread = 2, .object = PORT),
		EVENT(450, BEGIN_USE, 3, 0, .thread = 2, .object = INGRES),
		EVENT(500, FINISH, 3, 0, .thread = 2),
	};
	const struct flow_event *join;

	JOIN(events, .text = WAKING("110", "50", "101") SWITCH("140", "50", "S", "101")
			     WAKING("210", "101", "102") SWITCH("280", "101", "S", "102"));
	find_path();
	join = event_of(FLOW_RECEIVE_JOIN, 2, 0);
	assert_non_null(join);
	assert_int_equal(join->subtask, 2);
	assert_int_equal(join->other, 3);
	assert_int_equal(join->flags, FLOW_TAKES_OVER);
	assert_int_equal(event_of(FLOW_BEGIN_USE, 2, 0)->subtask, 2);
	assert_int_equal(event_of(FLOW_FINISH, 2, 0)->time, 500);
	assert_null(event_of(FLOW_FINISH, 2, 1));
	fixture_close(&joined);
}

/* b had finished when the second message was sent: it did not wait for b. */
TEST(thread_that_had_finished_begins_again)
{
	static const struct flow_event events[] = {
		EVENT(100, ACTION, 1, 0),
		EVENT(150, RECEIVE, 1, 0, .thread = 1, .object = PORT),
		EVENT(160, SEND, 1, 2, .thread = 1, .object = PORT),
		EVENT(170, RECEIVE, 2, 0, .thread = 2, .object = PORT),
		EVENT(180, FINISH, 2, 0, .thread = 2),
		EVENT(200, SEND, 1, 3, .thread = 1, .object = PORT),
		EVENT(210, FINISH, 1, 0, .thread = 1),
		EVENT(250, RECEIVE, 3, 0, .thread = 2, .object = PORT),
		EVENT(300, FINISH, 3, 0, .thread = 2),
	};

	JOIN(events, .text = SWITCH("90", "0", "R", "101"));
	find_path();
	assert_null(event_of(FLOW_RECEIVE_JOIN, 2, 0));
	assert_int_equal(event_of(FLOW_FINISH, 2, 1)->time, 300);
	fixture_close(&joined);
}

/* b awaits a thread's end, or it ends first: one of both waits. */
#define ENDS(exit, join) { \
	EVENT(100, ACTION, 1, 0, .thread = 1), \
	EVENT(110, CREATE, 1, 2, .thread = 1), \
	EVENT(120, WAIT, 1, 0, .thread = 1, .flags = FLOW_BLOCKED), \
	EVENT(exit, EXIT, 2, 0, .thread = 2, .flags = FLOW_BLOCKED), \
	EVENT(join, THREAD_JOIN, 1, 2, .thread = 1), \
	EVENT(400, FINISH, 1, 0, .thread = 1), \
}

TEST(waiter_for_a_thread_or_the_thread_itself_waits)
{
	static const struct flow_event before[] = ENDS(200, 350), after[] = ENDS(115, 350);

	JOIN(before, .text = SWITCH("130", "101", "S", "102") WAKING("210", "102", "101")
			     SWITCH("220", "102", "X", "101"));
	find_path();
	assert_at(FLOW_THREAD_JOIN, 1, 210);
	assert_int_equal(event_of(FLOW_EXIT, 2, 0)->flags, 0);
	assert_int_equal(event_of(FLOW_WAIT, 1, 0)->flags, FLOW_BLOCKED);
	fixture_close(&joined);
	JOIN(after, .text = SWITCH("90", "0", "R", "101"));
	find_path();
	assert_at(FLOW_THREAD_JOIN, 1, 350);
	assert_int_equal(event_of(FLOW_EXIT, 2, 0)->flags, FLOW_BLOCKED);
	assert_null(event_of(FLOW_WAIT, 1, 0));
	fixture_close(&joined);
}

TEST(preempted_thread_is_ready_and_interrupts_are_in_use)
{
	JOIN(woken, .text = WAKING("110", "50", "101") SWITCH("140", "50", "S", "101")
			    TIMER("160", "entry") TIMER("165", "exit")
			    SWITCH("170", "101", "R", "7") TIMER("175", "entry")
			    TIMER("178", "exit") SWITCH("180", "7", "S", "101")
			    WAKING("210", "101", "102") SWITCH("250", "101", "S", "102"));
	find_path();
	assert_int_equal(event_of(FLOW_BEGIN_USE, 1, 0)->time, 160);
	assert_int_equal(event_of(FLOW_END_USE, 1, 0)->time, 165);
	assert_at(FLOW_STOP, 1, 170);
	assert_int_equal(event_of(FLOW_READY, 1, 1)->time, 170);
	assert_int_equal(event_of(FLOW_BEGIN_USE, 1, 1)->time, 175);
	assert_int_equal(event_of(FLOW_END_USE, 1, 1)->time, 178);
	assert_int_equal(event_of(FLOW_START, 1, 1)->time, 180);
	fixture_close(&joined);
}

static const struct {
	const char *name;
	struct system_trace system;
} incomplete[] = {
	{"lost_events", {WOKEN_TRACE, .lost = 3}},
	{"first_part_missing", {WOKEN_TRACE, .first = 1}},
	{"cut", {WOKEN_TRACE, .is_cut = 1}},
};

static void incomplete_trace_rejects_interactions(void **state)
{
	const struct system_trace *system = &((const __typeof__(incomplete[0]) *)*state)->system;

	join_open(woken, sizeof(woken) / sizeof(woken[0]), system);
	assert_int_equal(joined.session.log->lacks.count, 1);
	assert_false(joined.session.log->lacks.items[0].is_note);
	if (joined.session.interactions.items.count > 0)
		assert_int_not_equal(joined.session.interactions.items.items[0].fault,
				     FLOW_FAULT_SOUND);
	fixture_close(&joined);
}

TEST_CASES(incomplete_trace_rejects_interactions, incomplete);
