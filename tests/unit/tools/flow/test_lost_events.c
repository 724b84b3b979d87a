/* SPDX-License-Identifier: MIT */
/* Incomplete traces: lost events truncate only the interactions that ran at that time. */
#include "tests/unit/unit.h"

#include <string.h>

#include "tests/unit/tools/flow_fixture.h"

/* ---- Before and after the response ---- */

/* One of two threads never ends. */
static const struct flow_event answered[] = {
	EVENT(100, ACTION, 1, 0, .thread = 1), EVENT(110, SEND, 1, 2, .thread = 1),
	EVENT(120, RECEIVE, 2, 0, .thread = 2), EVENT(130, RESPONSE, 1, 0, .thread = 1),
	EVENT(200, RESPONSE, 1, 0, .thread = 1), EVENT(210, FINISH, 1, 0, .thread = 1),
	EVENT(300, POLL, 2, 0, .thread = 2),
};

TEST(interaction_without_an_end_is_whole_up_to_its_response)
{
	struct fixture fixture;

	fixture_open(&fixture, answered, COUNT(answered));
	fixture_assert_fault(&fixture, 0, FLOW_FAULT_UNENDED, 7);
	flow_interactions_end_at_response(&fixture.session.interactions);
	assert_true(flow_graph_make(&fixture.session.interactions, fixture_interaction(&fixture, 0),
				    &fixture.graph));
	assert_int_equal(flow_graph_response(&fixture.graph), 100);
	assert_int_equal(fixture.graph.vertices.count, 5);
	assert_int_equal(fixture.graph.cut, 1);
	assert_true(flow_path_find(&fixture.graph, &fixture.path));
	assert_int_equal(flow_path_length(&fixture.graph, &fixture.path), 100);
	fixture_close(&fixture);
}

/* As in a trace of a full ring. */
TEST(events_lost_after_a_response_do_not_truncate_it)
{
	struct flow_event events[COUNT(answered)];
	struct fixture fixture;

	memcpy(events, answered, sizeof(answered));
	events[6] = (struct flow_event)EVENT(300, LOST, 0, 5);
	fixture_open(&fixture, events, COUNT(events));
	fixture_assert_fault(&fixture, 0, FLOW_FAULT_CUT, 1);
	flow_interactions_end_at_response(&fixture.session.interactions);
	assert_true(flow_graph_make(&fixture.session.interactions, fixture_interaction(&fixture, 0),
				    &fixture.graph));
	fixture_close(&fixture);
}

TEST(events_lost_before_a_response_truncate_it)
{
	struct flow_event events[COUNT(answered)];
	struct fixture fixture;

	memcpy(events, answered, sizeof(answered));
	events[3] = (struct flow_event)EVENT(130, LOST, 0, 5);
	fixture_open(&fixture, events, COUNT(events));
	flow_interactions_end_at_response(&fixture.session.interactions);
	fixture_assert_fault(&fixture, 0, FLOW_FAULT_CUT, 1);
	fixture_close(&fixture);
}

TEST(interaction_without_a_response_has_no_end)
{
	const struct flow_event events[] = {
		EVENT(100, ACTION, 1, 0), EVENT(120, FINISH, 1, 0),
	};
	struct fixture fixture;

	fixture_open(&fixture, events, COUNT(events));
	flow_interactions_end_at_response(&fixture.session.interactions);
	fixture_assert_fault(&fixture, 0, FLOW_FAULT_NO_RESPONSE, 1);
	fixture_close(&fixture);
}

/* ---- Events and blocks ---- */

/* Three interactions, one after the other. */
static const struct flow_event three[] = {
	EVENT(100, ACTION, 1, 0), EVENT(190, FINISH, 1, 0), EVENT(200, ACTION, 2, 0),
	EVENT(250, POLL, 2, 0), EVENT(290, FINISH, 2, 0), EVENT(300, ACTION, 3, 0),
	EVENT(390, FINISH, 3, 0),
};

TEST(bad_interaction_does_not_prevent_analysis_of_others)
{
	struct flow_event events[COUNT(three)];
	struct fixture fixture;

	memcpy(events, three, sizeof(three));
	events[3].kind = FLOW_KIND_COUNT;
	fixture_open(&fixture, events, COUNT(events));
	assert_true(flow_graph_make(&fixture.session.interactions, fixture_interaction(&fixture, 0),
				   &fixture.graph));
	fixture_assert_fault(&fixture, 1, FLOW_FAULT_UNKNOWN_KIND, 4);
	assert_true(flow_graph_make(&fixture.session.interactions, fixture_interaction(&fixture, 2),
				   &fixture.graph));
	fixture_close(&fixture);
}

TEST(lost_events_truncate_only_concurrent_interactions)
{
	struct flow_event events[COUNT(three)];
	struct fixture fixture;

	memcpy(events, three, sizeof(three));
	events[3] = (struct flow_event)EVENT(250, LOST, 0, 5);
	fixture_open(&fixture, events, COUNT(events));
	assert_int_equal(fixture_interaction(&fixture, 0)->fault, FLOW_FAULT_SOUND);
	fixture_assert_fault(&fixture, 1, FLOW_FAULT_CUT, 3);
	assert_int_equal(fixture_interaction(&fixture, 2)->fault, FLOW_FAULT_SOUND);
	fixture_close(&fixture);
}

TEST(missing_block_truncates_interactions)
{
	struct fixture fixture = {0};
	struct flow_trace trace;

	flow_trace_begin(&trace);
	flow_trace_add(&trace, three, 3, 0);
	flow_trace_add(&trace, three + 4, 3, 4);
	flow_trace_close(&trace, 0, COUNT(three));
	flow_trace_open(&trace, &fixture.session);
	assert_int_equal(fixture_interaction(&fixture, 0)->fault, FLOW_FAULT_SOUND);
	fixture_assert_fault(&fixture, 1, FLOW_FAULT_CUT, 3);
	assert_int_equal(fixture_interaction(&fixture, 2)->fault, FLOW_FAULT_SOUND);
	fixture_close(&fixture);
}

TEST(missing_block_is_a_gap_even_without_affected_interactions)
{
	struct fixture fixture = {0};
	struct flow_trace trace;

	flow_trace_begin(&trace);
	flow_trace_add(&trace, three, 2, 0);
	flow_trace_add(&trace, three + 5, 2, 5);
	flow_trace_close(&trace, 0, COUNT(three));
	flow_trace_open(&trace, &fixture.session);
	fixture.session.log->end_status = "complete";
	assert_int_equal(fixture.session.interactions.items.count, 2);
	assert_int_equal(fixture.session.order.gaps.count, 1);
	assert_int_equal(fixture.session.order.gaps.items[0].from, three[1].time);
	assert_int_equal(fixture.session.order.gaps.items[0].to, three[5].time);
	assert_false(flow_session_is_whole(&fixture.session));
	fixture_close(&fixture);
}

TEST(repeated_block_is_a_gap_with_end_before_begin)
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
	fixture_close(&fixture);
}

TEST(cpu_without_events_is_no_loss)
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
	fixture.session.log->end_status = "complete";
	assert_true(flow_session_is_whole(&fixture.session));
	assert_int_equal(fixture.session.order.gaps.count, 0);
	assert_int_equal(fixture_interaction(&fixture, 2)->fault, FLOW_FAULT_SOUND);
	fixture_close(&fixture);
}

TEST(trace_without_its_end_truncates_open_interactions)
{
	struct fixture fixture = {0};
	struct flow_trace trace;

	flow_trace_begin(&trace);
	flow_trace_add(&trace, three, 4, 0);
	flow_trace_open(&trace, &fixture.session);
	assert_int_equal(fixture_interaction(&fixture, 0)->fault, FLOW_FAULT_SOUND);
	fixture_assert_fault(&fixture, 1, FLOW_FAULT_CUT, 3);
	fixture_close(&fixture);
}

TEST(cpu_without_any_block_truncates_everything)
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
	fixture_close(&fixture);
}
