/* SPDX-License-Identifier: MIT */
/* What is said of predictions that were tried. */
#include "tests/unit/tools/topic/flow/seen.h"

#include <string.h>

/* 800 ticks of a disk, 100 in a run queue, and 300 of other things. */
static const struct flow_event disk_of_800[] = {
	EVENT(1000, ACTION, 1, 0, .thread = 1),
	EVENT(1100, DEVICE_START, 1, 0, .thread = 1, .object = DISK),
	EVENT(1900, DEVICE_END, 1, 0, .thread = 1, .object = DISK),
	EVENT(2000, START, 1, PORT, .thread = 1, .object = CPU),
	EVENT(2200, FINISH, 1, 0, .thread = 1),
};

/* Begin with what is predicted with the disk at a half of its time: 800. Then it was so, but for a
 * while at each part. */
static void verify_half_a_disk(uint64_t more_at_disk, uint64_t more_in_queue)
{
	struct flow_event events_again[COUNT(disk_of_800)];
	struct flow_session again;
	struct flow_verify verify;

	memcpy(events_again, disk_of_800, sizeof(events_again));
	events_again[2].time -= 400 - more_at_disk;
	events_again[3].time -= 400 - more_at_disk - more_in_queue;
	events_again[4].time -= 400 - more_at_disk - more_in_queue;
	seen_begin(disk_of_800, COUNT(disk_of_800));
	flow_trace_session(events_again, COUNT(events_again), &again);
	topic_flow_verify_begin(&verify, &seen_tables, 50);
	topic_flow_verify_add(&verify, &seen_session, 0, &again, "disk");
	assert_int_equal(seen_table("verify")->row_count, 1);
	assert_true(seen_number("verify", 0, "response") == 1200);
	assert_true(seen_number("verify", 0, "predicted") == 800);
	assert_true(seen_number("verify", 0, "measured") == 800 + more_at_disk + more_in_queue);
	assert_int_equal(verify.is_good,
			 strcmp(seen_text("verify", 0, "verdict"), "fail") != 0);
	flow_session_close(&again);
}

TEST(a_prediction_holds_within_a_hundredth)
{
	verify_half_a_disk(8, 0);
	assert_string_equal(seen_text("verify", 0, "verdict"), "pass");
	seen_end();
	verify_half_a_disk(9, 0);
	assert_string_equal(seen_text("verify", 0, "verdict"), "fail");
	seen_end();
}

TEST(a_longer_wait_for_a_cpu_explains_why_a_prediction_is_off)
{
	verify_half_a_disk(0, 100);
	assert_string_equal(seen_text("verify", 0, "verdict"), "explained");
	assert_non_null(strstr(seen_table("verify")->rows[0].remark,
			       "Waits for a CPU took 200, not 100;"));
	seen_end();
	verify_half_a_disk(9, 100);
	assert_string_equal(seen_text("verify", 0, "verdict"), "fail");
	seen_end();
}

/* usage: what the table says of OBJECT, where another object's time is the machine's own. */
static void verify_beside_a_real_disk(const char *object)
{
	struct flow_verify verify;

	seen_begin(disk_of_800, COUNT(disk_of_800));
	for (size_t i = 0; i < seen_session.log->objects.count; i++) {
		struct flow_named *named = &seen_session.log->objects.items[i];

		named->device = strcmp(named->name, "disk") == 0 ? "virtio0" : NULL;
		named->is_real = named->device != NULL;
	}
	topic_flow_verify_begin(&verify, &seen_tables, 50);
	topic_flow_verify_add(&verify, &seen_session, 0, &seen_session, object);
	assert_true(verify.is_good || strcmp(seen_text("verify", 0, "verdict"), "fail") == 0);
}

TEST(a_real_device_is_not_verified_and_is_named)
{
	verify_beside_a_real_disk("disk");
	assert_string_equal(seen_text("verify", 0, "verdict"), "skipped");
	assert_string_equal(seen_table("verify")->rows[0].remark,
			    "'disk' is virtio0, a real device: its time cannot be scaled.");
	seen_end();
	verify_beside_a_real_disk("cpu");
	assert_string_not_equal(seen_text("verify", 0, "verdict"), "skipped");
	seen_end();
}

/* A wait in a queue, which is shorter than was predicted: nobody else was there, so it ought not to
 * be. */
TEST(a_shorter_wait_in_a_queue_explains_nothing_where_nothing_overlaps)
{
	struct flow_event queued[] = {
		EVENT(1000, ACTION, 1, 0),
		EVENT(1010, ENQUEUE, 1, 0, .object = PORT, .flags = FLOW_BLOCKED),
		EVENT(1500, RECEIVE, 1, 0, .thread = 1, .object = PORT),
		EVENT(1600, DEVICE_START, 1, 0, .thread = 1, .object = DISK),
		EVENT(1800, DEVICE_END, 1, 0, .thread = 1, .object = DISK),
		EVENT(1900, FINISH, 1, 0, .thread = 1),
	};
	struct flow_session again;
	struct flow_verify verify;

	seen_begin(queued, COUNT(queued));
	for (size_t i = 2; i < COUNT(queued); i++)
		queued[i].time -= i < 4 ? 200 : 300;
	flow_trace_session(queued, COUNT(queued), &again);
	topic_flow_verify_begin(&verify, &seen_tables, 50);
	topic_flow_verify_add(&verify, &seen_session, 0, &again, "disk");
	assert_true(seen_number("verify", 0, "predicted") == 800);
	assert_true(seen_number("verify", 0, "measured") == 600);
	assert_string_equal(seen_text("verify", 0, "verdict"), "fail");
	flow_session_close(&again);
	seen_end();
}

TEST(an_interaction_that_is_not_whole_verifies_nothing)
{
	struct flow_session again;
	struct flow_verify verify;

	seen_begin(disk_of_800, COUNT(disk_of_800));
	flow_trace_session(disk_of_800, COUNT(disk_of_800) - 1, &again);
	topic_flow_verify_begin(&verify, &seen_tables, 50);
	topic_flow_verify_add(&verify, &seen_session, 0, &again, "disk");
	assert_string_equal(seen_text("verify", 0, "verdict"), "fail");
	assert_false(verify.is_good);
	flow_session_close(&again);
	seen_end();
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_prediction_holds_within_a_hundredth),
		cmocka_unit_test(a_longer_wait_for_a_cpu_explains_why_a_prediction_is_off),
		cmocka_unit_test(a_real_device_is_not_verified_and_is_named),
		cmocka_unit_test(a_shorter_wait_in_a_queue_explains_nothing_where_nothing_overlaps),
		cmocka_unit_test(an_interaction_that_is_not_whole_verifies_nothing),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
