/* SPDX-License-Identifier: MIT */
/* Verification of predictions. */
#include "tests/unit/tools/topic/flow/traced.h"

#include <string.h>

/* 800 ticks of a disk, 100 in a run queue, and 300 of other work. */
static const struct flow_event disk_of_800[] = {
	EVENT(1000, ACTION, 1, 0, .thread = 1),
	EVENT(1100, DEVICE_START, 1, 0, .thread = 1, .object = DISK),
	EVENT(1900, DEVICE_END, 1, 0, .thread = 1, .object = DISK),
	EVENT(2000, START, 1, PORT, .thread = 1, .object = CPU),
	EVENT(2200, FINISH, 1, 0, .thread = 1),
};

/* Predict the response with half the disk time: 800 ticks. Then make the actual response, with
 * additional time in each part. */
static void verify_half_a_disk(uint64_t more_at_disk, uint64_t more_in_queue)
{
	struct flow_event events_again[COUNT(disk_of_800)];
	struct flow_session again;
	struct flow_verify verify;

	memcpy(events_again, disk_of_800, sizeof(events_again));
	events_again[2].time -= 400 - more_at_disk;
	events_again[3].time -= 400 - more_at_disk - more_in_queue;
	events_again[4].time -= 400 - more_at_disk - more_in_queue;
	traced_begin(disk_of_800, COUNT(disk_of_800));
	flow_trace_session(events_again, COUNT(events_again), &again);
	topic_flow_verify_begin(&verify, &traced_tables, 50);
	topic_flow_verify_add(&verify, &traced_session, 0, &again, "disk");
	assert_int_equal(traced_table("verify")->row_count, 1);
	assert_true(traced_number("verify", 0, "response") == 1200);
	assert_true(traced_number("verify", 0, "predicted") == 800);
	assert_true(traced_number("verify", 0, "measured") == 800 + more_at_disk + more_in_queue);
	assert_int_equal(verify.is_good,
			 strcmp(traced_text("verify", 0, "verdict"), "fail") != 0);
	flow_session_close(&again);
}

TEST(prediction_within_1_percent_passes)
{
	verify_half_a_disk(8, 0);
	assert_string_equal(traced_text("verify", 0, "verdict"), "pass");
	traced_end();
	verify_half_a_disk(9, 0);
	assert_string_equal(traced_text("verify", 0, "verdict"), "fail");
	traced_end();
}

TEST(longer_wait_for_a_cpu_explains_a_wrong_prediction)
{
	verify_half_a_disk(0, 100);
	assert_string_equal(traced_text("verify", 0, "verdict"), "explained");
	assert_non_null(strstr(traced_table("verify")->rows[0].remark,
			       "Waits for a CPU took 200, not 100;"));
	traced_end();
	verify_half_a_disk(9, 100);
	assert_string_equal(traced_text("verify", 0, "verdict"), "fail");
	traced_end();
}

/* usage: the table's row for OBJECT, while another object's time is a real device's. */
static void verify_with_a_real_disk(const char *object)
{
	struct flow_verify verify;

	traced_begin(disk_of_800, COUNT(disk_of_800));
	for (size_t i = 0; i < traced_session.log->objects.count; i++) {
		struct flow_named *named = &traced_session.log->objects.items[i];

		named->device = strcmp(named->name, "disk") == 0 ? "virtio0" : NULL;
		named->is_real = named->device != NULL;
	}
	topic_flow_verify_begin(&verify, &traced_tables, 50);
	topic_flow_verify_add(&verify, &traced_session, 0, &traced_session, object);
	assert_true(verify.is_good || strcmp(traced_text("verify", 0, "verdict"), "fail") == 0);
}

TEST(real_device_is_not_verified_and_is_named)
{
	verify_with_a_real_disk("disk");
	assert_string_equal(traced_text("verify", 0, "verdict"), "skipped");
	assert_string_equal(traced_table("verify")->rows[0].remark,
			    "'disk' is virtio0, a real device: its time cannot be scaled.");
	traced_end();
	verify_with_a_real_disk("cpu");
	assert_string_not_equal(traced_text("verify", 0, "verdict"), "skipped");
	traced_end();
}

/* A wait in a queue that is shorter than predicted, although no interactions overlap. */
TEST(shorter_queue_wait_without_overlap_explains_nothing)
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

	traced_begin(queued, COUNT(queued));
	for (size_t i = 2; i < COUNT(queued); i++)
		queued[i].time -= i < 4 ? 200 : 300;
	flow_trace_session(queued, COUNT(queued), &again);
	topic_flow_verify_begin(&verify, &traced_tables, 50);
	topic_flow_verify_add(&verify, &traced_session, 0, &again, "disk");
	assert_true(traced_number("verify", 0, "predicted") == 800);
	assert_true(traced_number("verify", 0, "measured") == 600);
	assert_string_equal(traced_text("verify", 0, "verdict"), "fail");
	flow_session_close(&again);
	traced_end();
}

TEST(incomplete_interaction_is_not_verified)
{
	struct flow_session again;
	struct flow_verify verify;

	traced_begin(disk_of_800, COUNT(disk_of_800));
	flow_trace_session(disk_of_800, COUNT(disk_of_800) - 1, &again);
	topic_flow_verify_begin(&verify, &traced_tables, 50);
	topic_flow_verify_add(&verify, &traced_session, 0, &again, "disk");
	assert_string_equal(traced_text("verify", 0, "verdict"), "fail");
	assert_false(verify.is_good);
	flow_session_close(&again);
	traced_end();
}
