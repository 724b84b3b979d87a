/* SPDX-License-Identifier: MIT */
/* What is said of a log as a whole: its response times by state, and whether it is sound. */
#include "tests/unit/tools/topic/flow/seen.h"

#include <string.h>

TEST(combinations_share_out_the_response_times)
{
	const struct flow_states_request request = {0};
	double sum = 0;

	seen_begin(seen_events, SEEN_EVENTS);
	topic_flow_states(&seen_tables, &seen_session, &request);
	assert_true(seen_number("states", 0, "time") == 1500);
	for (size_t i = 0; i < seen_table("combinations")->row_count; i++)
		sum += seen_number("combinations", i, "time");
	assert_true(sum == 1500);
	for (size_t i = 0; i < seen_table("objects")->row_count; i++) {
		if (strcmp(seen_text("objects", i, "state"), "files") == 0)
			assert_true(seen_number("objects", i, "time") == 450);
	}
	seen_end();
}

/* ---- The check ---- */

TEST(a_whole_log_holds_in_every_line)
{
	seen_begin(seen_events, SEEN_EVENTS);
	seen_session.log->end_status = "complete";
	assert_true(topic_flow_check(&seen_tables, &seen_session));
	assert_true(seen_number("check", 0, "n") == 2);
	for (size_t i = 0; i < seen_table("check")->row_count; i++)
		assert_string_equal(seen_text("check", i, "verdict"), "pass");
	assert_int_equal(seen_table("rejected")->row_count, 0);
	seen_end();
}

TEST(a_cpu_that_recorded_nothing_is_told_of)
{
	struct flow_trace trace;

	flow_trace_begin(&trace);
	flow_trace_add(&trace, seen_events, SEEN_EVENTS, 0);
	flow_trace_close(&trace, 0, SEEN_EVENTS);
	flow_trace_close(&trace, 1, 0);
	flow_trace_open(&trace, &seen_session);
	seen_begin_tables();
	seen_session.log->end_status = "complete";
	assert_true(topic_flow_check(&seen_tables, &seen_session));
	assert_string_equal(seen_table("check")->note, "CPUs without events in their run: 1.");
	seen_end();
}

/* The second interaction has no end. */
TEST(an_interaction_that_is_set_aside_is_named_with_its_event)
{
	seen_begin(seen_events, SEEN_EVENTS - 1);
	seen_session.log->end_status = NULL;
	assert_false(topic_flow_check(&seen_tables, &seen_session));
	assert_string_equal(seen_text("check", 0, "verdict"), "fail");
	assert_true(seen_number("check", 0, "wrong") == 1);
	assert_true(seen_number("rejected", 0, "interaction") == 2);
	assert_string_equal(seen_text("rejected", 0, "subtask"), "0.4");
	assert_true(seen_number("faults", 0, "interactions") == 1);
	assert_non_null(strstr(seen_table("check")->rows[5].remark, "The log is truncated: "));
	seen_end();
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(combinations_share_out_the_response_times),
		cmocka_unit_test(a_whole_log_holds_in_every_line),
		cmocka_unit_test(a_cpu_that_recorded_nothing_is_told_of),
		cmocka_unit_test(an_interaction_that_is_set_aside_is_named_with_its_event),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
