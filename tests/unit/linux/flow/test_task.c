/* SPDX-License-Identifier: MIT */
/* Interactions of a process: each ends with its last sub-task, and its events are in order. */
#include "tests/unit/unit.h"

#include "linux/flow/task.h"

#define EVENTS 8

static struct flow_event events[EVENTS];
static uint32_t over;

static void count_over(uint32_t interaction, uint64_t end_tsc)
{
	assert_true(end_tsc > 0);
	over += 1 + interaction;
}

static void begin(uint32_t capacity)
{
	const struct flow_recorded recorded = {events, capacity};

	over = 0;
	flow_tasks_begin(&recorded, count_over);
}

TEST(interaction_ends_with_its_last_sub_task)
{
	struct flow_task task, message;

	begin(EVENTS);
	assert_true(flow_task_begin(&task, 5));
	flow_task_fork(FLOW_SEND, 0, &task, &message, 0, 1);
	assert_true(flow_task_is_same(&task, &message));
	flow_task_finish(&task);
	assert_int_equal(over, 0);
	assert_int_equal(flow_tasks_unfinished(), 1);
	flow_task_finish(&message);
	assert_int_equal(over, 1);
	assert_int_equal(flow_tasks_unfinished(), 0);
	flow_task_finish(&message);     /* has no number any more */
	assert_int_equal(over, 1);
}

TEST(joined_sub_task_does_not_end_its_interaction)
{
	struct flow_task task, message;

	begin(EVENTS);
	flow_task_begin(&task, 5);
	flow_task_fork(FLOW_SEND, 0, &task, &message, 0, 1);
	flow_task_join(FLOW_RECEIVE_JOIN, &task, &message, 1);
	assert_int_equal(message.number, 0);
	assert_int_equal(over, 0);
	flow_task_finish(&task);
	assert_int_equal(over, 1);
}

TEST(wait_ends_by_a_message_only_within_an_interaction)
{
	struct flow_task one, other, same;
	uint64_t lost;

	begin(EVENTS);
	flow_task_begin(&one, 1);
	flow_task_begin(&other, 2);
	flow_task_make(&one, &same, 3);
	flow_task_unblock(10, &one, &other, 7);
	flow_task_unblock(20, &one, &same, 7);
	assert_int_equal(flow_tasks_events(&lost), 5);
	assert_int_equal(events[2].kind, FLOW_RESUME);
	assert_int_equal(events[2].subtask, other.number);
	assert_int_equal(events[3].kind, FLOW_UNBLOCK);
	assert_int_equal(events[4].kind, FLOW_UNBLOCKED);
	assert_int_equal(events[3].other, events[4].other);
	assert_true(events[3].time < events[4].time);
	flow_task_finish(&same);
	flow_task_finish(&one);
	assert_int_equal(over, 1);
}

TEST(events_are_sorted_and_lost_ones_are_counted)
{
	struct flow_task task;
	uint64_t lost;

	begin(3);
	flow_task_begin(&task, 5);
	flow_task_event_at(90, FLOW_DEVICE_END, 0, &task, 0, 1);
	flow_task_event_at(40, FLOW_BEGIN_USE, 0, &task, 0, 2);
	flow_task_event_at(60, FLOW_END_USE, 0, &task, 0, 2);
	assert_int_equal(flow_tasks_events(&lost), 3);
	assert_int_equal(lost, 1);
	assert_int_equal(events[1].time, 40);
	assert_int_equal(events[2].time, 90);
}

TEST(too_many_interactions_are_refused)
{
	struct flow_task task;

	begin(0);
	for (uint32_t i = 0; i < FLOW_INTERACTIONS_MAX; i++)
		assert_true(flow_task_begin(&task, 1));
	assert_false(flow_task_begin(&task, 1));
	assert_int_equal(flow_tasks_count(), FLOW_INTERACTIONS_MAX);
}
