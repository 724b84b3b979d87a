/* SPDX-License-Identifier: MIT */
/* Composite states: time in them, and sums over the interactions in a state. */
#include "tests/unit/unit.h"

#include "tests/unit/tools/flow_fixture.h"
#include "tools/flow/ground_truth.h"
#include "tools/flow/sums.h"

static struct flow_sums sum(struct flow_session *session, const char *using, const char *state,
			   uint64_t *ticks)
{
	struct flow_expr using_expr, state_expr;
	struct flow_sums sums = {.state_ticks = ticks};
	struct flow_sums_request request = {
		.run = FLOW_NONE, .states = &state_expr, .state_count = 1,
	};

	assert_null(flow_expr_parse(&using_expr, using));
	assert_null(flow_expr_parse(&state_expr, state));
	request.using = using_expr.count > 0 ? &using_expr : NULL;
	flow_sums_make(session, &request, &sums);
	flow_expr_free(&using_expr);
	flow_expr_free(&state_expr);
	return sums;
}

static uint64_t ticks_in(const char *using, const char *state)
{
	struct flow_session session;
	uint64_t ticks;

	flow_trace_session(fixture_ingres, INGRES_EVENTS, &session);
	sum(&session, using, state, &ticks);
	flow_session_close(&session);
	return ticks;
}

TEST(time_in_a_state_follows_the_critical_path_from_thread_to_thread)
{
	assert_int_equal(ticks_in("", "ingres"), 2100 - 1100);
	assert_int_equal(ticks_in("", "ingres and files"), 1950 - 1500);
	assert_int_equal(ticks_in("", "ingres and files and disk"), 1900 - 1600);
	assert_int_equal(ticks_in("", "ingres and not files"), 1000 - 450);
	assert_int_equal(ticks_in("", "port"), 1400 - 1300);
	assert_int_equal(ticks_in("", "not ingres"), 200 + 300);
	assert_int_equal(ticks_in("", "*"), 1000 + 200);
}

TEST(message_inherits_data_but_not_cpu_queue_or_device)
{
	const struct flow_event events[] = {
		EVENT(100, ACTION, 1, 0, .thread = 1),
		EVENT(110, START, 1, 0, .thread = 1, .object = CPU),
		EVENT(120, BEGIN_USE, 1, 0, .thread = 1, .object = DATA),
		EVENT(130, SEND, 1, 2, .thread = 1),
		EVENT(140, FINISH, 1, 0, .thread = 1),
		EVENT(230, DISCARD, 2, 0),
	};
	struct flow_session session;
	uint64_t ticks;

	flow_trace_session(events, COUNT(events), &session);
	sum(&session, "", "cpu", &ticks);
	assert_int_equal(ticks, 20);
	sum(&session, "", "data", &ticks);
	assert_int_equal(ticks, 110);
	flow_session_close(&session);
}

TEST(thread_created_by_a_lock_holder_does_not_hold_the_lock)
{
	const struct flow_event events[] = {
		EVENT(100, ACTION, 1, 0, .thread = 1),
		EVENT(110, BEGIN_USE, 1, 0, .thread = 1, .object = LOCK),
		EVENT(120, CREATE, 1, 2, .thread = 1),
		EVENT(130, END_USE, 1, 0, .thread = 1, .object = LOCK),
		EVENT(140, FINISH, 1, 0, .thread = 1),
		EVENT(200, FINISH, 2, 0, .thread = 2),
	};
	struct flow_session session;
	uint64_t ticks;

	flow_trace_session(events, COUNT(events), &session);
	sum(&session, "", "lock", &ticks);
	assert_int_equal(ticks, 120 - 110);
	flow_session_close(&session);
}

/* A thread that finished the first message's work continues with the second one's. */
TEST(thread_that_takes_over_a_message_inherits_its_uses)
{
	const struct flow_event events[] = {
		EVENT(100, ACTION, 1, 0, .thread = 1),
		EVENT(110, BEGIN_USE, 1, 0, .thread = 1, .object = INGRES),
		EVENT(120, SEND, 1, 2, .thread = 1, .object = PORT),
		EVENT(130, RECEIVE, 2, 0, .thread = 2, .object = PORT),
		EVENT(135, START, 2, 0, .thread = 2, .object = CPU),
		EVENT(140, END_USE, 1, 0, .thread = 1, .object = INGRES),
		EVENT(150, BEGIN_USE, 1, 0, .thread = 1, .object = FILES),
		EVENT(160, SEND, 1, 3, .thread = 1, .object = PORT),
		EVENT(165, ENQUEUE, 3, 0, .object = PORT, .flags = FLOW_BLOCKED),
		EVENT(170, FINISH, 1, 0, .thread = 1),
		EVENT(300, RECEIVE_JOIN, 2, 3, .thread = 2, .object = PORT,
		      .flags = FLOW_TAKES_OVER),
		EVENT(400, FINISH, 2, 0, .thread = 2),
	};
	struct flow_session session;
	uint64_t ticks;

	flow_trace_session(events, COUNT(events), &session);
	sum(&session, "", "ingres", &ticks);
	assert_int_equal(ticks, 300 - 110);
	sum(&session, "", "files", &ticks);
	assert_int_equal(ticks, 400 - 300);
	sum(&session, "", "cpu", &ticks);
	assert_int_equal(ticks, 400 - 135);
	sum(&session, "", "port", &ticks);
	assert_int_equal(ticks, 0);
	flow_session_close(&session);
}

TEST(interactions_are_selected_by_a_state_of_a_sub_task)
{
	struct flow_session session;
	struct flow_sums sums;
	uint64_t ticks;

	flow_trace_session(fixture_ingres, INGRES_EVENTS, &session);
	sums = sum(&session, "ingres and disk", "ingres", &ticks);
	assert_int_equal(sums.interactions, 1);
	assert_int_equal(sums.response_ticks, 1200);
	sums = sum(&session, "", "ingres", &ticks);
	assert_int_equal(sums.interactions, 2);
	assert_int_equal(sums.response_ticks, 1500);
	sums = sum(&session, "cpu and ingres", "ingres", &ticks);
	assert_int_equal(sums.interactions, 0);
	assert_int_equal(ticks, 0);
	flow_session_close(&session);
}

/* ---- On-line sums ---- */

static void take_agreement(void *context, const struct flow_online *found)
{
	bool *agrees = context;

	*agrees = found->agrees;
}

static bool online_agrees(uint64_t interactions, uint64_t response_ticks, uint64_t state_ticks)
{
	const struct wire_flow_online online = {
		.using = "ingres",
		.state = "files",
		.interactions = interactions,
		.response_ticks = response_ticks,
		.state_ticks = state_ticks,
	};
	struct flow_session session;
	struct flow_trace trace;
	bool agrees = false;

	flow_trace_begin(&trace);
	flow_trace_add(&trace, fixture_ingres, INGRES_EVENTS, 0);
	flow_trace_close(&trace, 0, INGRES_EVENTS);
	wire_write(&trace.writer, WIRE_flow_online, &online);
	flow_trace_open(&trace, &session);
	flow_ground_truth_sums(&session, take_agreement, &agrees);
	flow_session_close(&session);
	return agrees;
}

TEST(online_sums_must_match_to_the_tick)
{
	assert_true(online_agrees(1, 1200, 450));
	assert_false(online_agrees(2, 1200, 450));
	assert_false(online_agrees(1, 1201, 450));
	assert_false(online_agrees(1, 1200, 449));
}
