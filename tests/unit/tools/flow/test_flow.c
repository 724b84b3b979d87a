/* SPDX-License-Identifier: MIT */
/* Interaction networks: the constructs and metrics of the paper as made-up traces. */
#include "tests/unit/unit.h"

#include "tests/unit/tools/flow_fixture.h"
#include "tools/flow/blockers.h"
#include "tools/flow/near.h"

/* The first interaction must be whole. Its critical path must be these events, numbered from 1, and
 * as long as the response time. */
static void assert_path(struct fixture *fixture, const uint32_t *events, size_t count)
{
	assert_true(flow_graph_make(&fixture->session.interactions, fixture_interaction(fixture, 0),
				   &fixture->graph));
	assert_true(flow_path_find(&fixture->graph, &fixture->path));
	assert_int_equal(flow_path_length(&fixture->graph, &fixture->path),
			 flow_graph_response(&fixture->graph));
	assert_int_equal(fixture->path.vertices.count, count);
	for (size_t i = 0; i < count; i++) {
		uint32_t vertex = fixture->path.vertices.items[i];

		assert_int_equal(fixture->graph.vertices.items[vertex].event + 1, events[i]);
	}
}

#define ASSERT_PATH(events, ...) \
	do { \
		const uint32_t path_[] = {__VA_ARGS__}; \
		struct fixture fixture_; \
		fixture_open(&fixture_, events, COUNT(events)); \
		assert_path(&fixture_, path_, COUNT(path_)); \
		fixture_close(&fixture_); \
	} while (0)

/* ---- Figure 2 ---- */

TEST(blocking_send_before_the_receive_is_critical_through_the_receiver)
{
	const struct flow_event events[] = {
		EVENT(100, ACTION, 1, 0, .thread = 1),
		EVENT(110, CREATE, 1, 2, .thread = 1),
		EVENT(120, SEND, 1, 3, .thread = 1, .flags = FLOW_BLOCKED),
		EVENT(130, ENQUEUE, 3, 0, .object = 2, .flags = FLOW_BLOCKED),
		EVENT(200, RECEIVE_JOIN, 2, 3, .thread = 2, .object = 2),
		EVENT(210, UNBLOCK, 2, 4, .thread = 2),
		EVENT(220, UNBLOCKED, 1, 4, .thread = 1),
		EVENT(230, FINISH, 2, 0, .thread = 2),
		EVENT(300, FINISH, 1, 0, .thread = 1),
	};

	ASSERT_PATH(events, 1, 2, 5, 6, 7, 9);
}

TEST(blocking_send_after_the_receive_is_critical_through_the_sender)
{
	const struct flow_event events[] = {
		EVENT(100, ACTION, 1, 0, .thread = 1),
		EVENT(110, CREATE, 1, 2, .thread = 1),
		EVENT(120, WAIT, 2, 0, .thread = 2, .object = 2, .flags = FLOW_BLOCKED),
		EVENT(190, SEND, 1, 3, .thread = 1, .flags = FLOW_BLOCKED),
		EVENT(200, RECEIVE_JOIN, 2, 3, .thread = 2, .object = 2),
		EVENT(210, UNBLOCK, 2, 4, .thread = 2),
		EVENT(220, UNBLOCKED, 1, 4, .thread = 1),
		EVENT(230, FINISH, 2, 0, .thread = 2),
		EVENT(300, FINISH, 1, 0, .thread = 1),
	};

	ASSERT_PATH(events, 1, 2, 4, 5, 6, 7, 9);
}

TEST(free_send_before_the_receive_is_critical_through_the_receiver)
{
	const struct flow_event events[] = {
		EVENT(100, ACTION, 1, 0, .thread = 1),
		EVENT(110, CREATE, 1, 2, .thread = 1),
		EVENT(120, SEND, 1, 3, .thread = 1),
		EVENT(130, ENQUEUE, 3, 0, .object = 2, .flags = FLOW_BLOCKED),
		EVENT(140, FINISH, 1, 0, .thread = 1),
		EVENT(200, RECEIVE_JOIN, 2, 3, .thread = 2, .object = 2),
		EVENT(300, FINISH, 2, 0, .thread = 2),
	};

	ASSERT_PATH(events, 1, 2, 6, 7);
}

TEST(free_send_after_the_receive_is_critical_through_the_message)
{
	const struct flow_event events[] = {
		EVENT(100, ACTION, 1, 0, .thread = 1),
		EVENT(110, CREATE, 1, 2, .thread = 1),
		EVENT(120, WAIT, 2, 0, .thread = 2, .object = 2, .flags = FLOW_BLOCKED),
		EVENT(125, STOP, 2, 0, .thread = 2, .object = 1),
		EVENT(190, SEND, 1, 3, .thread = 1),
		EVENT(195, FINISH, 1, 0, .thread = 1),
		EVENT(200, RECEIVE_JOIN, 2, 3, .thread = 2, .object = 2),
		EVENT(300, FINISH, 2, 0, .thread = 2),
	};

	ASSERT_PATH(events, 1, 2, 5, 7, 8);
}

/* ---- Other constructs ---- */

TEST(message_to_a_thread_without_a_task_makes_no_b_arc)
{
	const struct flow_event events[] = {
		EVENT(100, ACTION, 1, 0),
		EVENT(110, ENQUEUE, 1, 0, .object = 2, .flags = FLOW_BLOCKED),
		EVENT(200, RECEIVE, 1, 0, .thread = 1, .object = 2),
		EVENT(300, FINISH, 1, 0, .thread = 1),
	};

	ASSERT_PATH(events, 1, 2, 3, 4);
}

TEST(wait_without_a_join_is_no_b_arc)
{
	const struct flow_event events[] = {
		EVENT(100, ACTION, 1, 0, .thread = 1),
		EVENT(110, WAIT, 1, 0, .thread = 1, .flags = FLOW_BLOCKED),
		EVENT(200, RESUME, 1, 0, .thread = 1),
		EVENT(300, FINISH, 1, 0, .thread = 1),
	};

	ASSERT_PATH(events, 1, 2, 3, 4);
}

TEST(path_ends_at_the_last_sink_of_any_thread)
{
	const struct flow_event events[] = {
		EVENT(100, ACTION, 1, 0, .thread = 1),
		EVENT(120, SEND, 1, 2, .thread = 1),
		EVENT(130, FINISH, 1, 0, .thread = 1),
		EVENT(140, RECEIVE, 2, 0, .thread = 2, .object = 2),
		EVENT(200, FINISH, 2, 0, .thread = 2),
	};

	ASSERT_PATH(events, 1, 2, 4, 5);
}

TEST(sub_task_number_can_be_reused_after_its_sub_task_ended)
{
	const uint32_t last = flow_subtask(0, FLOW_SEQUENCE_MAX), wrapped = flow_subtask(0, 1);
	const struct flow_event events[] = {
		EVENT(100, ACTION, last, 0, .thread = 1),
		EVENT(110, SEND, last, wrapped, .thread = 1),
		EVENT(120, DISCARD, wrapped, 0),
		EVENT(130, SEND, last, wrapped, .thread = 1),
		EVENT(140, FINISH, last, 0, .thread = 1),
		EVENT(150, RECEIVE, wrapped, 0, .thread = 2, .object = 2),
		EVENT(200, FINISH, wrapped, 0, .thread = 2),
		EVENT(300, ACTION, last, 0, .thread = 1),
		EVENT(310, FINISH, last, 0, .thread = 1),
	};
	struct fixture fixture;

	ASSERT_PATH(events, 1, 2, 4, 6, 7);
	fixture_open(&fixture, events, COUNT(events));
	assert_int_equal(fixture.session.interactions.items.count, 2);
	assert_true(flow_graph_make(&fixture.session.interactions, fixture_interaction(&fixture, 1),
				   &fixture.graph));
	fixture_close(&fixture);
}

TEST(events_of_two_cpus_are_merged_by_time)
{
	const struct flow_event first[] = {
		EVENT(100, ACTION, 1, 0, .thread = 1),
		EVENT(120, SEND, 1, 2, .thread = 1),
		EVENT(130, FINISH, 1, 0, .thread = 1),
	}, second[] = {
		EVENT(125, RECEIVE, 2, 0, .thread = 2, .object = 2, .cpu = 1),
		EVENT(200, FINISH, 2, 0, .thread = 2, .cpu = 1),
	};
	const uint32_t path[] = {3, 4, 1, 2};
	struct fixture fixture = {0};
	struct flow_trace trace;

	flow_trace_begin(&trace);
	flow_trace_add(&trace, second, COUNT(second), 0);
	flow_trace_add(&trace, first, COUNT(first), 0);
	flow_trace_close(&trace, 0, COUNT(first));
	flow_trace_close(&trace, 1, COUNT(second));
	flow_trace_open(&trace, &fixture.session);
	assert_path(&fixture, path, COUNT(path));
	fixture_close(&fixture);
}

/* A child on the first CPU; its fork and join on the second, all at the same time. */
TEST(events_at_one_time_are_ordered_causes_first)
{
	const struct flow_event first[] = {
		EVENT(120, READY, 2, 0, .thread = 2),
		EVENT(120, START, 2, 0, .thread = 2, .object = 1),
		EVENT(130, EXIT, 2, 0, .thread = 2),
	}, second[] = {
		EVENT(100, ACTION, 1, 0, .thread = 1, .cpu = 1),
		EVENT(120, CREATE, 1, 2, .thread = 1, .cpu = 1),
		EVENT(125, WAIT, 1, 0, .thread = 1, .cpu = 1, .flags = FLOW_BLOCKED),
		EVENT(130, THREAD_JOIN, 1, 2, .thread = 1, .cpu = 1),
		EVENT(130, FINISH, 1, 0, .thread = 1, .cpu = 1),
	};
	const uint32_t path[] = {4, 5, 1, 2, 3, 7, 8};
	struct fixture fixture = {0};
	struct flow_trace trace;

	flow_trace_begin(&trace);
	flow_trace_add(&trace, first, COUNT(first), 0);
	flow_trace_add(&trace, second, COUNT(second), 0);
	flow_trace_close(&trace, 0, COUNT(first));
	flow_trace_close(&trace, 1, COUNT(second));
	flow_trace_open(&trace, &fixture.session);
	assert_path(&fixture, path, COUNT(path));
	fixture_close(&fixture);
}

/* Events that wait for each other, which no good trace has, must not block the merge. */
TEST(events_at_one_time_that_cause_each_other_are_all_kept_in_the_log)
{
	const struct flow_event first[] = {
		EVENT(100, SEND, 2, 1, .thread = 1), EVENT(100, FINISH, 2, 0, .thread = 1),
	}, second[] = {
		EVENT(100, SEND, 1, 2, .thread = 2, .cpu = 1),
		EVENT(100, FINISH, 1, 0, .thread = 2, .cpu = 1),
	};
	struct fixture fixture = {0};
	struct flow_trace trace;

	flow_trace_begin(&trace);
	flow_trace_add(&trace, first, COUNT(first), 0);
	flow_trace_add(&trace, second, COUNT(second), 0);
	flow_trace_open(&trace, &fixture.session);
	assert_int_equal(fixture.session.order.count, 4);
	fixture_close(&fixture);
}

/* ---- Figure 4 ---- */

/* Two threads work in parallel for 800 and 700 ticks. The first thread waits for both. */
static const struct flow_event parallel[] = {
	EVENT(1000, ACTION, 1, 0, .thread = 1),
	EVENT(1010, CREATE, 1, 2, .thread = 1),
	EVENT(1020, CREATE, 1, 3, .thread = 1),
	EVENT(1030, WAIT, 1, 0, .thread = 1, .flags = FLOW_BLOCKED),
	EVENT(1720, EXIT, 3, 0, .thread = 3, .flags = FLOW_BLOCKED),
	EVENT(1810, EXIT, 2, 0, .thread = 2),
	EVENT(1820, THREAD_JOIN, 1, 2, .thread = 1),
	EVENT(1830, THREAD_JOIN, 1, 3, .thread = 1),
	EVENT(1840, FINISH, 1, 0, .thread = 1),
};

static void open_parallel(struct fixture *fixture)
{
	const uint32_t path[] = {1, 2, 6, 7, 8, 9};

	fixture_open(fixture, parallel, COUNT(parallel));
	assert_path(fixture, path, COUNT(path));
}

TEST(next_longest_path_and_its_slack_are_found)
{
	struct near_path near[4];
	struct fixture fixture;

	open_parallel(&fixture);
	assert_int_equal(flow_near_find(&fixture.graph, &fixture.path, near, COUNT(near)), 2);
	assert_int_equal(near[0].slack, 1830 - 1720);
	assert_int_equal(near[0].leaves, 1);
	assert_int_equal(near[0].returns, 7);
	assert_int_equal(near[0].apart, 2);
	assert_int_equal(near[1].slack, 1820 - 1030);
	assert_int_equal(flow_near_find(&fixture.graph, &fixture.path, near, 1), 1);
	assert_int_equal(near[0].slack, 1830 - 1720);
	fixture_close(&fixture);
}

/* A waiting thread stops later. The slack is counted from where the wait began. */
TEST(slack_is_counted_from_the_begin_of_the_wait)
{
	const struct flow_event events[] = {
		EVENT(1000, ACTION, 1, 0, .thread = 1),
		EVENT(1010, CREATE, 1, 2, .thread = 1),
		EVENT(1020, WAIT, 1, 0, .thread = 1, .flags = FLOW_BLOCKED),
		EVENT(1030, STOP, 1, 0, .thread = 1, .object = 1),
		EVENT(1810, EXIT, 2, 0, .thread = 2),
		EVENT(1820, THREAD_JOIN, 1, 2, .thread = 1),
		EVENT(1840, FINISH, 1, 0, .thread = 1),
	};
	const uint32_t path[] = {1, 2, 5, 6, 7};
	struct near_path near;
	struct fixture fixture;

	fixture_open(&fixture, events, COUNT(events));
	assert_path(&fixture, path, COUNT(path));
	assert_int_equal(flow_near_find(&fixture.graph, &fixture.path, &near, 1), 1);
	assert_int_equal(near.slack, 1820 - 1020);
	assert_int_equal(near.apart, 2);
	assert_int_equal(near.shared_ticks, 10 + 20);
	fixture_close(&fixture);
}

TEST(speedup_gains_no_more_than_the_next_path_allows)
{
	struct fixture_cut cut = {.vertex = 5};
	uint64_t earliest[COUNT(parallel)];
	struct fixture fixture;

	open_parallel(&fixture);
	assert_int_equal(flow_path_response_if(&fixture.graph, fixture_cut_one, &cut, earliest),
			 840);
	cut.ticks = 60;
	assert_int_equal(flow_path_response_if(&fixture.graph, fixture_cut_one, &cut, earliest),
			 780);
	cut.ticks = 800;
	assert_int_equal(flow_path_response_if(&fixture.graph, fixture_cut_one, &cut, earliest),
			 730);
	fixture_close(&fixture);
}

/* ---- Blockers ---- */

/* Interaction 1 leaves the CPU at this time. Interaction 2 waits for it from 120 to 140. Returns
 * how many interactions held it meanwhile. */
static size_t blockers_of_wait(uint64_t left)
{
	const struct flow_event ready = EVENT(120, READY, 2, 0, .thread = 2, .object = PORT);
	const struct flow_event stop = EVENT(left, STOP, 1, 0, .thread = 1, .object = CPU);
	const struct flow_event events[] = {
		EVENT(100, ACTION, 1, 0, .thread = 1),
		EVENT(101, READY, 1, 0, .thread = 1, .object = PORT),
		EVENT(102, START, 1, PORT, .thread = 1, .object = CPU),
		EVENT(110, ACTION, 2, 0, .thread = 2),
		left <= 120 ? stop : ready,
		left <= 120 ? ready : stop,
		EVENT(140, START, 2, PORT, .thread = 2, .object = CPU),
		EVENT(150, STOP, 2, 0, .thread = 2, .object = CPU),
		EVENT(160, FINISH, 1, 0, .thread = 1),
		EVENT(170, FINISH, 2, 0, .thread = 2),
	};
	struct flow_blockers blockers;
	struct fixture fixture;
	uint32_t found[2] = {0, 0}, start = 2;
	size_t count;

	fixture_open(&fixture, events, COUNT(events));
	assert_true(flow_graph_make(&fixture.session.interactions, fixture_interaction(&fixture, 1),
				   &fixture.graph));
	assert_int_equal(flow_graph_event(&fixture.graph, start)->kind, FLOW_START);
	flow_blockers_make(&blockers, &fixture.session.interactions, 0);
	count = flow_blockers_find(&blockers, &fixture.graph, start, found, COUNT(found));
	assert_int_equal(found[0], 0);
	flow_blockers_free(&blockers);
	fixture_close(&fixture);
	return count;
}

TEST(only_interactions_that_held_the_cpu_during_a_wait_blocked_it)
{
	assert_int_equal(blockers_of_wait(115), 0);
	assert_int_equal(blockers_of_wait(120), 0);
	assert_int_equal(blockers_of_wait(121), 1);
	assert_int_equal(blockers_of_wait(140), 1);
}
