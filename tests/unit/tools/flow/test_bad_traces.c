/* SPDX-License-Identifier: MIT */
/* Each kind of bad trace is rejected, and the event that proves it is named. */
#include "tests/unit/unit.h"

#include <string.h>

#include "tests/unit/tools/flow_fixture.h"

#define EVENTS_MAX 6

/* One interaction, why it is rejected, and the number of the event that proves it, from 1. */
static const struct bad_trace {
	const char *name;
	enum flow_fault fault;
	uint32_t event;
	struct flow_event events[EVENTS_MAX];   /* up to the first without a time */
} bad_traces[] = {
	{"a join without a fork", FLOW_FAULT_JOIN_WITHOUT_FORK, 2, {
		EVENT(100, ACTION, 1, 0), EVENT(110, RECEIVE_JOIN, 1, 7), EVENT(120, FINISH, 1, 0),
	}},
	{"a cycle", FLOW_FAULT_JOIN_WITHOUT_FORK, 2, {
		EVENT(100, ACTION, 1, 0), EVENT(110, RECEIVE_JOIN, 1, 2), EVENT(120, SEND, 1, 2),
		EVENT(130, FINISH, 1, 0),
	}},
	{"a join with itself", FLOW_FAULT_JOIN_WITHOUT_FORK, 2, {
		EVENT(100, ACTION, 1, 0), EVENT(110, RECEIVE_JOIN, 1, 1), EVENT(120, FINISH, 1, 0),
	}},
	{"two sources", FLOW_FAULT_SECOND_SOURCE, 2, {
		EVENT(100, ACTION, 1, 0), EVENT(110, ACTION, 1, 0), EVENT(120, FINISH, 1, 0),
	}},
	{"a missing source", FLOW_FAULT_NO_SOURCE, 1, {
		EVENT(110, SEND, 1, 2), EVENT(120, FINISH, 1, 0), EVENT(130, DISCARD, 2, 0),
	}},
	{"a sub-task number reused too soon", FLOW_FAULT_FORK_OF_LIVE, 3, {
		EVENT(100, ACTION, 1, 0), EVENT(110, SEND, 1, 2), EVENT(120, SEND, 1, 2),
		EVENT(130, DISCARD, 2, 0), EVENT(140, FINISH, 1, 0),
	}},
	{"the first unknown kind", FLOW_FAULT_UNKNOWN_KIND, 2, {
		EVENT(100, ACTION, 1, 0), {.time = 110, .kind = FLOW_KIND_COUNT, .subtask = 1},
		EVENT(120, FINISH, 1, 0),
	}},
	{"the last unknown kind", FLOW_FAULT_UNKNOWN_KIND, 2, {
		EVENT(100, ACTION, 1, 0), {.time = 110, .kind = UINT8_MAX, .subtask = 1},
		EVENT(120, FINISH, 1, 0),
	}},
	{"a backward clock step", FLOW_FAULT_CLOCK_BACK, 3, {
		EVENT(100, ACTION, 1, 0), EVENT(120, POLL, 1, 0), EVENT(110, POLL, 1, 0),
		EVENT(130, FINISH, 1, 0),
	}},
	{"a join with both sides waiting", FLOW_FAULT_BOTH_WAIT, 5, {
		EVENT(100, ACTION, 1, 0), EVENT(110, SEND, 1, 2),
		EVENT(120, ENQUEUE, 2, 0, .flags = FLOW_BLOCKED),
		EVENT(130, WAIT, 1, 0, .flags = FLOW_BLOCKED), EVENT(140, RECEIVE_JOIN, 1, 2),
		EVENT(150, FINISH, 1, 0),
	}},
	{"a fork by a blocked sub-task", FLOW_FAULT_BLOCKED_FORK, 3, {
		EVENT(100, ACTION, 1, 0), EVENT(110, WAIT, 1, 0, .flags = FLOW_BLOCKED),
		EVENT(120, SEND, 1, 2), EVENT(130, RECEIVE_JOIN, 1, 2), EVENT(150, FINISH, 1, 0),
	}},
	{"a sub-task without an end, shown by its last event", FLOW_FAULT_UNENDED, 3, {
		EVENT(100, ACTION, 1, 0), EVENT(110, SEND, 1, 2), EVENT(120, ENQUEUE, 2, 0),
		EVENT(130, FINISH, 1, 0),
	}},
};

static void check_rejection(void **state)
{
	const struct bad_trace *bad = *state;
	struct fixture fixture;
	size_t count = 0;

	while (count < EVENTS_MAX && bad->events[count].time != 0)
		count++;
	fixture_open(&fixture, bad->events, count);
	assert_int_equal(fixture.session.interactions.items.count, 1);
	fixture_assert_fault(&fixture, 0, bad->fault, bad->event);
	fixture_close(&fixture);
}

TEST_CASES(check_rejection, bad_traces);

TEST(two_joined_sources_are_named_in_both_interactions)
{
	const struct flow_event events[] = {
		EVENT(100, ACTION, 1, 0), EVENT(110, ACTION, 2, 0), EVENT(120, RECEIVE_JOIN, 1, 2),
		EVENT(130, FINISH, 1, 0),
	};
	struct fixture fixture;

	fixture_open(&fixture, events, COUNT(events));
	fixture_assert_fault(&fixture, 0, FLOW_FAULT_JOIN_OF_OTHER, 3);
	fixture_assert_fault(&fixture, 1, FLOW_FAULT_JOIN_OF_OTHER, 3);
	fixture_close(&fixture);
}

TEST(backward_clock_step_in_one_interaction_is_found_in_the_other_too)
{
	const struct flow_event events[] = {
		EVENT(100, ACTION, 1, 0), EVENT(110, ACTION, 2, 0), EVENT(500, POLL, 1, 0),
		EVENT(200, FINISH, 2, 0), EVENT(210, FINISH, 1, 0),
	};
	struct fixture fixture;

	fixture_open(&fixture, events, COUNT(events));
	fixture_assert_fault(&fixture, 0, FLOW_FAULT_TIME_BACK, 5);
	fixture_assert_fault(&fixture, 1, FLOW_FAULT_CLOCK_BACK, 4);
	fixture_close(&fixture);
}

TEST(disagreement_between_clocks_of_two_cpus_is_found)
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
	fixture_assert_fault(&fixture, 0, FLOW_FAULT_FORK_OF_LIVE, 2);
	fixture_assert_fault(&fixture, 1, FLOW_FAULT_NO_SOURCE, 4);
	fixture_close(&fixture);
}

TEST(events_without_a_sub_task_are_counted)
{
	const struct flow_event events[] = {
		EVENT(90, POLL, 0, 0), EVENT(100, ACTION, 1, 0), EVENT(110, SEND, 1, 0),
		EVENT(120, FINISH, 1, 0),
	};
	struct fixture fixture;

	fixture_open(&fixture, events, COUNT(events));
	assert_int_equal(fixture.session.interactions.strays, 2);
	assert_int_equal(fixture.session.interactions.first_stray, 0);
	fixture_close(&fixture);
}
