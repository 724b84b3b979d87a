/* SPDX-License-Identifier: MIT */
/* Tables about a whole log: response times by state, and the check of its validity. */
#include "tests/unit/tools/topic/flow/traced.h"

#include <string.h>

TEST(combinations_of_states_add_up_to_the_response_times)
{
	const struct flow_states_request request = {0};
	double sum = 0;

	traced_begin(traced_events, TRACED_EVENTS);
	topic_flow_states(&traced_tables, &traced_session, &request);
	assert_true(traced_number("states", 0, "time") == 1500);
	for (size_t i = 0; i < traced_table("combinations")->row_count; i++)
		sum += traced_number("combinations", i, "time");
	assert_true(sum == 1500);
	for (size_t i = 0; i < traced_table("objects")->row_count; i++) {
		if (strcmp(traced_text("objects", i, "state"), "files") == 0)
			assert_true(traced_number("objects", i, "time") == 450);
	}
	traced_end();
}

/* ---- The check ---- */

TEST(complete_log_passes_every_check)
{
	traced_begin(traced_events, TRACED_EVENTS);
	traced_session.log->end_status = "complete";
	assert_true(topic_flow_check(&traced_tables, &traced_session));
	assert_true(traced_number("check", 0, "n") == 2);
	for (size_t i = 0; i < traced_table("check")->row_count; i++)
		assert_string_equal(traced_text("check", i, "verdict"), "pass");
	assert_int_equal(traced_table("rejected")->row_count, 0);
	traced_end();
}

TEST(cpu_without_records_is_reported)
{
	struct flow_trace trace;

	flow_trace_begin(&trace);
	flow_trace_add(&trace, traced_events, TRACED_EVENTS, 0);
	flow_trace_close(&trace, 0, TRACED_EVENTS);
	flow_trace_close(&trace, 1, 0);
	flow_trace_open(&trace, &traced_session);
	traced_begin_tables();
	traced_session.log->end_status = "complete";
	assert_true(topic_flow_check(&traced_tables, &traced_session));
	assert_string_equal(traced_table("check")->note, "CPUs without events in their run: 1.");
	traced_end();
}

/* The second interaction has no end. */
TEST(rejected_interaction_is_named_with_its_event)
{
	traced_begin(traced_events, TRACED_EVENTS - 1);
	traced_session.log->end_status = NULL;
	assert_false(topic_flow_check(&traced_tables, &traced_session));
	assert_string_equal(traced_text("check", 0, "verdict"), "fail");
	assert_true(traced_number("check", 0, "wrong") == 1);
	assert_true(traced_number("rejected", 0, "interaction") == 2);
	assert_string_equal(traced_text("rejected", 0, "subtask"), "0.4");
	assert_true(traced_number("faults", 0, "interactions") == 1);
	assert_non_null(strstr(traced_table("check")->rows[5].remark, "The log is truncated: "));
	traced_end();
}
