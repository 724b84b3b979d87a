/* SPDX-License-Identifier: MIT */
/* Interaction networks: the document's constructs and figures as made-up traces, traces that are
 * bad in every way, and random ones whose critical path is known. */
#include "tests/unit/unit.h"

#include <stdlib.h>
#include <string.h>

#include "tests/flow/random.h"
#include "tests/unit/tools/flow_trace.h"
#include "tools/flow/path.h"

#define COUNT(array) (sizeof(array) / sizeof((array)[0]))

/* time, kind, sub-task, other, thread; further fields by name. */
#define EVENT(t, k, s, o, ...) {.time = t, .kind = FLOW_##k, .subtask = s, .other = o, __VA_ARGS__}

struct fixture {
	struct flow_session session;
	struct flow_graph graph;
	struct flow_path path;
};

static struct flow_interaction *interaction(struct fixture *fixture, size_t number)
{
	assert_true(number < fixture->session.interactions.items.count);
	return &fixture->session.interactions.items.items[number];
}

static void open_trace(struct fixture *fixture, const struct flow_event *events, size_t count)
{
	*fixture = (struct fixture){0};
	flow_trace_session(events, count, &fixture->session);
}

static void close_trace(struct fixture *fixture)
{
	flow_path_free(&fixture->path);
	flow_graph_free(&fixture->graph);
	flow_session_close(&fixture->session);
}

/* The first interaction is whole, its critical path is these events, counted from 1, and as long as
 * the response time. */
static void assert_path(struct fixture *fixture, const uint32_t *events, size_t count)
{
	assert_true(flow_graph_make(&fixture->session.interactions, interaction(fixture, 0),
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
		open_trace(&fixture_, events, COUNT(events)); \
		assert_path(&fixture_, path_, COUNT(path_)); \
		close_trace(&fixture_); \
	} while (0)

/* An interaction is set aside for a reason that an event, counted from 1, shows. */
static void assert_fault(struct fixture *fixture, size_t number, enum flow_fault fault,
			 uint32_t event)
{
	struct flow_interaction *item = interaction(fixture, number);

	assert_false(flow_graph_make(&fixture->session.interactions, item, &fixture->graph));
	assert_string_equal(flow_fault_text((enum flow_fault)item->fault), flow_fault_text(fault));
	assert_int_equal(item->fault_event + 1, event);
}

#define ASSERT_FAULT(events, fault, event) \
	do { \
		struct fixture fixture_; \
		open_trace(&fixture_, events, COUNT(events)); \
		assert_fault(&fixture_, 0, FLOW_FAULT_##fault, event); \
		close_trace(&fixture_); \
	} while (0)

/* ---- Figure 2 ---- */

TEST(a_blocking_send_whose_message_comes_first_is_critical_through_the_receiver)
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

TEST(a_blocking_send_whose_receiver_comes_first_is_critical_through_the_sender)
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

TEST(a_free_send_whose_message_comes_first_is_critical_through_the_receiver)
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

TEST(a_free_send_whose_receiver_comes_first_is_critical_through_the_message)
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

TEST(a_wait_for_a_message_that_a_thread_of_no_task_takes_is_no_b_arc)
{
	const struct flow_event events[] = {
		EVENT(100, ACTION, 1, 0),
		EVENT(110, ENQUEUE, 1, 0, .object = 2, .flags = FLOW_BLOCKED),
		EVENT(200, RECEIVE, 1, 0, .thread = 1, .object = 2),
		EVENT(300, FINISH, 1, 0, .thread = 1),
	};

	ASSERT_PATH(events, 1, 2, 3, 4);
}

TEST(a_wait_that_ends_without_a_join_is_no_b_arc)
{
	const struct flow_event events[] = {
		EVENT(100, ACTION, 1, 0, .thread = 1),
		EVENT(110, WAIT, 1, 0, .thread = 1, .flags = FLOW_BLOCKED),
		EVENT(200, RESUME, 1, 0, .thread = 1),
		EVENT(300, FINISH, 1, 0, .thread = 1),
	};

	ASSERT_PATH(events, 1, 2, 3, 4);
}

TEST(the_last_sink_ends_the_path_whoever_began)
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

TEST(a_sub_task_number_may_be_used_again_once_its_sub_task_has_ended)
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
	open_trace(&fixture, events, COUNT(events));
	assert_int_equal(fixture.session.interactions.items.count, 2);
	assert_true(flow_graph_make(&fixture.session.interactions, interaction(&fixture, 1),
				   &fixture.graph));
	close_trace(&fixture);
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
	close_trace(&fixture);
}

/* ---- Figure 4 ---- */

/* Two threads work beside each other for 800 and 700 ticks; the first thread waits for both. */
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

	open_trace(fixture, parallel, COUNT(parallel));
	assert_path(fixture, path, COUNT(path));
}

TEST(the_next_path_and_what_it_is_shorter_by_are_found)
{
	struct near_path near[4];
	struct fixture fixture;

	open_parallel(&fixture);
	assert_int_equal(flow_path_near(&fixture.graph, &fixture.path, near, COUNT(near)), 2);
	assert_int_equal(near[0].slack, 1830 - 1720);
	assert_int_equal(near[0].leaves, 1);
	assert_int_equal(near[0].returns, 7);
	assert_int_equal(near[0].apart, 2);
	assert_int_equal(near[1].slack, 1820 - 1030);
	assert_int_equal(flow_path_near(&fixture.graph, &fixture.path, near, 1), 1);
	assert_int_equal(near[0].slack, 1830 - 1720);
	close_trace(&fixture);
}

struct cut {
	uint32_t vertex;
	bool is_second;
	uint64_t ticks;
};

static uint64_t cut_one(void *context, uint32_t vertex, bool is_second, uint64_t ticks)
{
	const struct cut *cut = context;
	uint64_t most = cut->ticks < ticks ? cut->ticks : ticks;

	return vertex == cut->vertex && is_second == cut->is_second ? most : 0;
}

TEST(shortening_gains_no_more_than_the_next_path_allows)
{
	struct cut cut = {.vertex = 5};
	uint64_t earliest[COUNT(parallel)];
	struct fixture fixture;

	open_parallel(&fixture);
	assert_int_equal(flow_path_response_if(&fixture.graph, cut_one, &cut, earliest), 840);
	cut.ticks = 60;
	assert_int_equal(flow_path_response_if(&fixture.graph, cut_one, &cut, earliest), 780);
	cut.ticks = 800;
	assert_int_equal(flow_path_response_if(&fixture.graph, cut_one, &cut, earliest), 730);
	close_trace(&fixture);
}

/* ---- Bad traces ---- */

TEST(a_join_without_fork_is_named)
{
	const struct flow_event events[] = {
		EVENT(100, ACTION, 1, 0), EVENT(110, RECEIVE_JOIN, 1, 7), EVENT(120, FINISH, 1, 0),
	};

	ASSERT_FAULT(events, JOIN_WITHOUT_FORK, 2);
}

TEST(a_cycle_is_named)
{
	const struct flow_event events[] = {
		EVENT(100, ACTION, 1, 0), EVENT(110, RECEIVE_JOIN, 1, 2), EVENT(120, SEND, 1, 2),
		EVENT(130, FINISH, 1, 0),
	}, itself[] = {
		EVENT(100, ACTION, 1, 0), EVENT(110, RECEIVE_JOIN, 1, 1), EVENT(120, FINISH, 1, 0),
	};

	ASSERT_FAULT(events, JOIN_WITHOUT_FORK, 2);
	ASSERT_FAULT(itself, JOIN_WITHOUT_FORK, 2);
}

TEST(two_sources_are_named)
{
	const struct flow_event events[] = {
		EVENT(100, ACTION, 1, 0), EVENT(110, ACTION, 1, 0), EVENT(120, FINISH, 1, 0),
	}, joined[] = {
		EVENT(100, ACTION, 1, 0), EVENT(110, ACTION, 2, 0), EVENT(120, RECEIVE_JOIN, 1, 2),
		EVENT(130, FINISH, 1, 0),
	};
	struct fixture fixture;

	ASSERT_FAULT(events, SECOND_SOURCE, 2);
	open_trace(&fixture, joined, COUNT(joined));
	assert_fault(&fixture, 0, FLOW_FAULT_JOIN_OF_OTHER, 3);
	assert_fault(&fixture, 1, FLOW_FAULT_JOIN_OF_OTHER, 3);
	close_trace(&fixture);
}

TEST(a_missing_source_is_named)
{
	const struct flow_event events[] = {
		EVENT(110, SEND, 1, 2), EVENT(120, FINISH, 1, 0), EVENT(130, DISCARD, 2, 0),
	};
	struct fixture fixture;

	ASSERT_FAULT(events, NO_SOURCE, 1);
	open_trace(&fixture, events, COUNT(events));
	assert_int_equal(fixture.session.interactions.items.count, 1);
	close_trace(&fixture);
}

TEST(a_number_used_too_soon_is_named)
{
	const struct flow_event events[] = {
		EVENT(100, ACTION, 1, 0), EVENT(110, SEND, 1, 2), EVENT(120, SEND, 1, 2),
		EVENT(130, DISCARD, 2, 0), EVENT(140, FINISH, 1, 0),
	};

	ASSERT_FAULT(events, FORK_OF_LIVE, 3);
}

TEST(an_unknown_kind_is_named)
{
	struct flow_event events[] = {
		EVENT(100, ACTION, 1, 0), EVENT(110, POLL, 1, 0), EVENT(120, FINISH, 1, 0),
	};

	events[1].kind = FLOW_KIND_COUNT;
	ASSERT_FAULT(events, UNKNOWN_KIND, 2);
	events[1].kind = UINT8_MAX;
	ASSERT_FAULT(events, UNKNOWN_KIND, 2);
}

TEST(a_clock_that_steps_back_is_named)
{
	const struct flow_event events[] = {
		EVENT(100, ACTION, 1, 0), EVENT(120, POLL, 1, 0), EVENT(110, POLL, 1, 0),
		EVENT(130, FINISH, 1, 0),
	};

	ASSERT_FAULT(events, CLOCK_BACK, 3);
}

TEST(a_clock_that_stepped_back_in_one_interaction_is_found_in_the_other_too)
{
	const struct flow_event events[] = {
		EVENT(100, ACTION, 1, 0), EVENT(110, ACTION, 2, 0), EVENT(500, POLL, 1, 0),
		EVENT(200, FINISH, 2, 0), EVENT(210, FINISH, 1, 0),
	};
	struct fixture fixture;

	open_trace(&fixture, events, COUNT(events));
	assert_fault(&fixture, 0, FLOW_FAULT_TIME_BACK, 5);
	assert_fault(&fixture, 1, FLOW_FAULT_CLOCK_BACK, 4);
	close_trace(&fixture);
}

TEST(clocks_of_two_cpus_that_disagree_are_found)
{
	const struct flow_event first[] = {
		EVENT(100, ACTION, 1, 0), EVENT(200, SEND, 1, 2), EVENT(210, FINISH, 1, 0),
	}, second[] = {
		EVENT(150, RECEIVE, 2, 0, .thread = 2, .cpu = 1),
		EVENT(300, FINISH, 2, 0, .thread = 2, .cpu = 1),
	};
	struct fixture fixture = {0};
	struct flow_trace trace;

	flow_trace_begin(&trace);
	flow_trace_add(&trace, first, COUNT(first), 0);
	flow_trace_add(&trace, second, COUNT(second), 0);
	flow_trace_close(&trace, 0, COUNT(first));
	flow_trace_close(&trace, 1, COUNT(second));
	flow_trace_open(&trace, &fixture.session);
	assert_fault(&fixture, 0, FLOW_FAULT_FORK_OF_LIVE, 2);
	assert_fault(&fixture, 1, FLOW_FAULT_NO_SOURCE, 4);
	close_trace(&fixture);
}

TEST(a_join_both_sides_of_which_wait_is_named)
{
	const struct flow_event events[] = {
		EVENT(100, ACTION, 1, 0), EVENT(110, SEND, 1, 2),
		EVENT(120, ENQUEUE, 2, 0, .flags = FLOW_BLOCKED),
		EVENT(130, WAIT, 1, 0, .flags = FLOW_BLOCKED), EVENT(140, RECEIVE_JOIN, 1, 2),
		EVENT(150, FINISH, 1, 0),
	};

	ASSERT_FAULT(events, BOTH_WAIT, 5);
}

TEST(a_sub_task_that_forks_while_it_is_blocked_is_named)
{
	const struct flow_event events[] = {
		EVENT(100, ACTION, 1, 0), EVENT(110, WAIT, 1, 0, .flags = FLOW_BLOCKED),
		EVENT(120, SEND, 1, 2), EVENT(130, RECEIVE_JOIN, 1, 2), EVENT(150, FINISH, 1, 0),
	};

	ASSERT_FAULT(events, BLOCKED_FORK, 3);
}

TEST(a_sub_task_that_never_ends_is_named_by_its_last_event)
{
	const struct flow_event events[] = {
		EVENT(100, ACTION, 1, 0), EVENT(110, SEND, 1, 2), EVENT(120, ENQUEUE, 2, 0),
		EVENT(130, FINISH, 1, 0),
	};

	ASSERT_FAULT(events, UNENDED, 3);
}

TEST(events_of_no_sub_task_are_counted)
{
	const struct flow_event events[] = {
		EVENT(90, POLL, 0, 0), EVENT(100, ACTION, 1, 0), EVENT(110, SEND, 1, 0),
		EVENT(120, FINISH, 1, 0),
	};
	struct fixture fixture;

	open_trace(&fixture, events, COUNT(events));
	assert_int_equal(fixture.session.interactions.strays, 2);
	assert_int_equal(fixture.session.interactions.first_stray, 0);
	close_trace(&fixture);
}

/* Three interactions, one after the other. */
static const struct flow_event three[] = {
	EVENT(100, ACTION, 1, 0), EVENT(190, FINISH, 1, 0), EVENT(200, ACTION, 2, 0),
	EVENT(250, POLL, 2, 0), EVENT(290, FINISH, 2, 0), EVENT(300, ACTION, 3, 0),
	EVENT(390, FINISH, 3, 0),
};

TEST(a_bad_interaction_does_not_keep_the_others_from_being_analysed)
{
	struct flow_event events[COUNT(three)];
	struct fixture fixture;

	memcpy(events, three, sizeof(three));
	events[3].kind = FLOW_KIND_COUNT;
	open_trace(&fixture, events, COUNT(events));
	assert_true(flow_graph_make(&fixture.session.interactions, interaction(&fixture, 0),
				   &fixture.graph));
	assert_fault(&fixture, 1, FLOW_FAULT_UNKNOWN_KIND, 4);
	assert_true(flow_graph_make(&fixture.session.interactions, interaction(&fixture, 2),
				   &fixture.graph));
	close_trace(&fixture);
}

TEST(lost_events_cut_the_interactions_that_ran_then_and_no_others)
{
	struct flow_event events[COUNT(three)];
	struct fixture fixture;

	memcpy(events, three, sizeof(three));
	events[3] = (struct flow_event)EVENT(250, LOST, 0, 5);
	open_trace(&fixture, events, COUNT(events));
	assert_int_equal(interaction(&fixture, 0)->fault, FLOW_FAULT_SOUND);
	assert_fault(&fixture, 1, FLOW_FAULT_CUT, 3);
	assert_int_equal(interaction(&fixture, 2)->fault, FLOW_FAULT_SOUND);
	close_trace(&fixture);
}

TEST(a_block_that_is_missing_cuts_too)
{
	struct fixture fixture = {0};
	struct flow_trace trace;

	flow_trace_begin(&trace);
	flow_trace_add(&trace, three, 3, 0);
	flow_trace_add(&trace, three + 4, 3, 4);
	flow_trace_close(&trace, 0, COUNT(three));
	flow_trace_open(&trace, &fixture.session);
	assert_int_equal(interaction(&fixture, 0)->fault, FLOW_FAULT_SOUND);
	assert_fault(&fixture, 1, FLOW_FAULT_CUT, 3);
	assert_int_equal(interaction(&fixture, 2)->fault, FLOW_FAULT_SOUND);
	close_trace(&fixture);
}

TEST(a_block_that_is_missing_is_a_gap_even_if_no_interaction_shows_it)
{
	struct fixture fixture = {0};
	struct flow_trace trace;

	flow_trace_begin(&trace);
	flow_trace_add(&trace, three, 2, 0);
	flow_trace_add(&trace, three + 5, 2, 5);
	flow_trace_close(&trace, 0, COUNT(three));
	flow_trace_open(&trace, &fixture.session);
	fixture.session.log->is_complete = true;
	assert_int_equal(fixture.session.interactions.items.count, 2);
	assert_int_equal(fixture.session.order.gaps.count, 1);
	assert_int_equal(fixture.session.order.gaps.items[0].from, three[1].time);
	assert_int_equal(fixture.session.order.gaps.items[0].to, three[5].time);
	assert_false(flow_session_is_whole(&fixture.session));
	close_trace(&fixture);
}

TEST(a_block_that_came_twice_is_a_gap_that_ends_after_it_begins)
{
	struct fixture fixture = {0};
	struct flow_trace trace;

	flow_trace_begin(&trace);
	flow_trace_add(&trace, three, COUNT(three), 0);
	flow_trace_add(&trace, three, COUNT(three), 0);
	flow_trace_close(&trace, 0, COUNT(three));
	flow_trace_open(&trace, &fixture.session);
	assert_int_equal(fixture.session.order.gaps.count, 1);
	assert_int_equal(fixture.session.order.gaps.items[0].from, three[0].time);
	assert_int_equal(fixture.session.order.gaps.items[0].to, three[COUNT(three) - 1].time);
	close_trace(&fixture);
}

TEST(a_cpu_without_events_is_no_loss)
{
	struct fixture fixture = {0};
	struct flow_trace trace;

	flow_trace_begin(&trace);
	for (uint8_t cpu = 1; cpu < 200; cpu++)
		flow_trace_close(&trace, cpu, 0);
	flow_trace_add(&trace, three, COUNT(three), 0);
	flow_trace_close(&trace, 0, COUNT(three));
	flow_trace_open(&trace, &fixture.session);
	assert_int_equal(fixture.session.log->streams.count, 200);
	assert_false(flow_session_is_whole(&fixture.session));
	fixture.session.log->is_complete = true;
	assert_true(flow_session_is_whole(&fixture.session));
	assert_int_equal(fixture.session.order.gaps.count, 0);
	assert_int_equal(interaction(&fixture, 2)->fault, FLOW_FAULT_SOUND);
	close_trace(&fixture);
}

TEST(a_trace_without_its_end_cuts_what_had_not_ended)
{
	struct fixture fixture = {0};
	struct flow_trace trace;

	flow_trace_begin(&trace);
	flow_trace_add(&trace, three, 4, 0);
	flow_trace_open(&trace, &fixture.session);
	assert_int_equal(interaction(&fixture, 0)->fault, FLOW_FAULT_SOUND);
	assert_fault(&fixture, 1, FLOW_FAULT_CUT, 3);
	close_trace(&fixture);
}

TEST(a_cpu_of_which_nothing_came_cuts_everything)
{
	struct fixture fixture = {0};
	struct flow_trace trace;

	flow_trace_begin(&trace);
	flow_trace_add(&trace, three, COUNT(three), 0);
	flow_trace_close(&trace, 0, COUNT(three));
	flow_trace_open(&trace, &fixture.session);
	assert_int_equal(fixture.session.order.gaps.count, 0);
	flow_order_free(&fixture.session.order);
	fixture.session.log->runs.items[0].info.cpus = 2;
	flow_order_make(fixture.session.log, &fixture.session.order);
	assert_true(flow_order_has_gap(&fixture.session.order, 0, 300, 390));
	close_trace(&fixture);
}

/* ---- Random networks ---- */

#define RANDOM_NETWORKS 10000
#define RANDOM_EVENTS 60

/* The sub-task of the path's arc into its vertex number i. */
static uint32_t subtask_into(const struct fixture *fixture, size_t i)
{
	const struct flow_vertex *vertex =
		&fixture->graph.vertices.items[fixture->path.vertices.items[i]];
	bool by_second = i > 0 && flow_path_is_by_second(&fixture->graph, &fixture->path, i);

	return fixture->graph.subtasks.items[by_second ? vertex->ended : vertex->subtask].number;
}

static void assert_known_path(struct fixture *fixture, const struct flow_random *made)
{
	size_t known = 0;

	for (size_t i = 0; i < fixture->path.vertices.count; i++) {
		uint32_t subtask = subtask_into(fixture, i);

		if (known > 0 && made->path.items[known - 1] == subtask)
			continue;
		assert_true(known < made->path.count);
		assert_int_equal(made->path.items[known++], subtask);
	}
	assert_int_equal(known, made->path.count);
	assert_int_equal(flow_path_length(&fixture->graph, &fixture->path), made->ticks);
}

static int by_time(const void *a, const void *b)
{
	const struct flow_event *left = a, *right = b;

	return (left->time > right->time) - (left->time < right->time);
}

/* Make a random network and its session: the events are one block of one CPU. */
static void open_random(struct fixture *fixture, uint64_t seed, struct flow_random *made)
{
	struct flow_generator generator = {.log = flow_random_log(1), .cpus = 1};
	struct flow_log *log = generator.log;
	const struct flow_stream stream = {.is_closed = true};
	struct flow_block block = {0};

	*fixture = (struct fixture){0};
	rng_seed(&generator.rng, seed);
	flow_random_make(&generator, 1000, RANDOM_EVENTS, 1, made);
	qsort(log->events.items, log->events.count, sizeof(*log->events.items), by_time);
	block.count = (uint32_t)log->events.count;
	FLOW_LIST_ADD(log->blocks, block);
	FLOW_LIST_ADD(log->streams, stream);
	log->streams.items[0].sent = block.count;
	flow_session_begin(&fixture->session, log);
	assert_int_equal(fixture->session.interactions.items.count, 1);
	assert_true(flow_graph_make(&fixture->session.interactions, interaction(fixture, 0),
				   &fixture->graph));
	assert_true(flow_path_find(&fixture->graph, &fixture->path));
}

TEST(the_known_path_of_every_random_network_is_found)
{
	struct flow_random made = {0};
	struct fixture fixture;

	for (uint64_t seed = 0; seed < RANDOM_NETWORKS; seed++) {
		open_random(&fixture, seed, &made);
		assert_known_path(&fixture, &made);
		assert_int_equal(flow_path_length(&fixture.graph, &fixture.path),
				 flow_graph_response(&fixture.graph));
		close_trace(&fixture);
	}
	free(made.path.items);
}

static bool is_on_path(const struct fixture *fixture, const struct cut *arc)
{
	const struct flow_path *path = &fixture->path;

	for (size_t i = 1; i < path->vertices.count; i++) {
		if (path->vertices.items[i] == arc->vertex)
			return flow_path_is_by_second(&fixture->graph, path, i) == arc->is_second;
	}
	return false;
}

static void assert_gains(struct fixture *fixture, struct cut arc, uint64_t *earliest)
{
	uint64_t response = flow_graph_response(&fixture->graph), shortened;

	arc.ticks = UINT64_MAX;
	shortened = flow_path_response_if(&fixture->graph, cut_one, &arc, earliest);
	if (is_on_path(fixture, &arc))
		assert_true(shortened <= response);
	else
		assert_int_equal(shortened, response);
}

TEST(shortening_an_arc_off_the_path_gains_nothing)
{
	struct flow_random made = {0};
	struct fixture fixture;

	for (uint64_t seed = 0; seed < RANDOM_NETWORKS / 50; seed++) {
		uint64_t *earliest;

		open_random(&fixture, seed, &made);
		earliest = calloc(fixture.graph.vertices.count, sizeof(*earliest));
		assert_non_null(earliest);
		for (uint32_t i = 1; i < fixture.graph.vertices.count; i++) {
			assert_gains(&fixture, (struct cut){.vertex = i}, earliest);
			if (flow_vertex_is_join(&fixture.graph.vertices.items[i]))
				assert_gains(&fixture, (struct cut){i, true, 0}, earliest);
		}
		free(earliest);
		close_trace(&fixture);
	}
	free(made.path.items);
}

/* The slack of the next path is what a join's other side allows the whole path before it. */
TEST(shortening_the_path_by_more_than_the_slack_gains_the_slack)
{
	struct flow_random made = {0};
	struct fixture fixture;

	for (uint64_t seed = 0; seed < RANDOM_NETWORKS / 50; seed++) {
		uint64_t *earliest;
		struct near_path near;
		struct cut cut = {.ticks = UINT64_MAX};

		open_random(&fixture, seed, &made);
		earliest = calloc(fixture.graph.vertices.count, sizeof(*earliest));
		assert_non_null(earliest);
		if (flow_path_near(&fixture.graph, &fixture.path, &near, 1) == 1) {
			uint64_t gain;

			cut.vertex = near.returns;
			cut.is_second = !is_on_path(&fixture, &cut);
			gain = flow_graph_response(&fixture.graph) -
				flow_path_response_if(&fixture.graph, cut_one, &cut, earliest);
			assert_true(gain <= near.slack);
		}
		free(earliest);
		close_trace(&fixture);
	}
	free(made.path.items);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(
			a_blocking_send_whose_message_comes_first_is_critical_through_the_receiver),
		cmocka_unit_test(
			a_blocking_send_whose_receiver_comes_first_is_critical_through_the_sender),
		cmocka_unit_test(
			a_free_send_whose_message_comes_first_is_critical_through_the_receiver),
		cmocka_unit_test(
			a_free_send_whose_receiver_comes_first_is_critical_through_the_message),
		cmocka_unit_test(
			a_wait_for_a_message_that_a_thread_of_no_task_takes_is_no_b_arc),
		cmocka_unit_test(a_wait_that_ends_without_a_join_is_no_b_arc),
		cmocka_unit_test(the_last_sink_ends_the_path_whoever_began),
		cmocka_unit_test(a_sub_task_number_may_be_used_again_once_its_sub_task_has_ended),
		cmocka_unit_test(events_of_two_cpus_are_merged_by_time),
		cmocka_unit_test(the_next_path_and_what_it_is_shorter_by_are_found),
		cmocka_unit_test(shortening_gains_no_more_than_the_next_path_allows),
		cmocka_unit_test(a_join_without_fork_is_named),
		cmocka_unit_test(a_cycle_is_named),
		cmocka_unit_test(two_sources_are_named),
		cmocka_unit_test(a_missing_source_is_named),
		cmocka_unit_test(a_number_used_too_soon_is_named),
		cmocka_unit_test(an_unknown_kind_is_named),
		cmocka_unit_test(a_clock_that_steps_back_is_named),
		cmocka_unit_test(
			a_clock_that_stepped_back_in_one_interaction_is_found_in_the_other_too),
		cmocka_unit_test(clocks_of_two_cpus_that_disagree_are_found),
		cmocka_unit_test(a_join_both_sides_of_which_wait_is_named),
		cmocka_unit_test(a_sub_task_that_forks_while_it_is_blocked_is_named),
		cmocka_unit_test(a_sub_task_that_never_ends_is_named_by_its_last_event),
		cmocka_unit_test(events_of_no_sub_task_are_counted),
		cmocka_unit_test(a_bad_interaction_does_not_keep_the_others_from_being_analysed),
		cmocka_unit_test(lost_events_cut_the_interactions_that_ran_then_and_no_others),
		cmocka_unit_test(a_block_that_is_missing_cuts_too),
		cmocka_unit_test(a_block_that_is_missing_is_a_gap_even_if_no_interaction_shows_it),
		cmocka_unit_test(a_block_that_came_twice_is_a_gap_that_ends_after_it_begins),
		cmocka_unit_test(a_cpu_without_events_is_no_loss),
		cmocka_unit_test(a_trace_without_its_end_cuts_what_had_not_ended),
		cmocka_unit_test(a_cpu_of_which_nothing_came_cuts_everything),
		cmocka_unit_test(the_known_path_of_every_random_network_is_found),
		cmocka_unit_test(shortening_an_arc_off_the_path_gains_nothing),
		cmocka_unit_test(shortening_the_path_by_more_than_the_slack_gains_the_slack),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
