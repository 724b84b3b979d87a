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
	const struct flow_recorded recorded = {.events = events, .capacity = capacity};

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
	flow_task_join(FLOW_RECEIVE_JOIN, 0, &task, &message, 1);
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

/* ---- Meters ---- */

enum {PORT = 1, MODULE, STATE_MODULE = 0, STATE_ALL};

static void begin_metered(uint32_t capacity)
{
	static const struct flow_object_plan objects[] = {
		{FLOW_PORT, "port"}, {FLOW_SOFTWARE, "module"},
	};
	static const struct flow_state_plan states[] = {
		[STATE_MODULE] = {2, 2}, [STATE_ALL] = {0, 0},
	};
	static const struct flow_script script = {
		.objects = objects, .object_count = 2, .states = states, .state_count = 2,
	};

	over = 0;
	flow_tasks_begin(&(struct flow_recorded){events, capacity, &script}, count_over);
}

TEST(meter_follows_the_side_that_did_not_wait)
{
	struct flow_task task, message;
	uint64_t sent_tsc;

	begin_metered(EVENTS);
	flow_task_begin(&task, 1);
	flow_task_event_at(10, FLOW_BEGIN_USE, 0, &task, 0, MODULE);
	flow_task_fork(FLOW_SEND, 0, &task, &message, 0, PORT);
	sent_tsc = message.meter.since_tsc;
	flow_task_event_at(sent_tsc, FLOW_END_USE, 0, &task, 0, MODULE);
	flow_task_event_at(sent_tsc + 1, FLOW_WAIT, FLOW_BLOCKED, &task, 0, PORT);
	flow_task_join(FLOW_RECEIVE_JOIN, 0, &task, &message, PORT);
	assert_int_equal(task.meter.ticks[STATE_MODULE], task.meter.since_tsc - 10);
	assert_int_equal(task.meter.ticks[STATE_ALL], task.meter.since_tsc - 1);
	flow_task_finish(&task);
	assert_int_equal(flow_tasks_metering()->interactions[STATE_MODULE], 1);
	assert_int_equal(flow_tasks_metering()->response_ticks[STATE_ALL],
			 flow_tasks_last_response_ticks());
	assert_int_equal(flow_tasks_metering()->state_ticks[STATE_ALL],
			 flow_tasks_last_response_ticks());
}

TEST(sums_do_not_need_room_for_events)
{
	struct flow_task task;

	begin_metered(1);
	for (unsigned i = 0; i < 3; i++) {
		flow_task_begin(&task, 1);
		flow_task_event_at(10, FLOW_BEGIN_USE, 0, &task, 0, MODULE);
		flow_task_event_at(17, FLOW_END_USE, 0, &task, 0, MODULE);
		flow_task_finish(&task);
	}
	assert_int_equal(flow_tasks_metering()->interactions[STATE_MODULE], 3);
	assert_int_equal(flow_tasks_metering()->state_ticks[STATE_MODULE], 21);
}

TEST(thread_that_had_finished_continues_for_a_message_that_waited)
{
	struct flow_finished finished;
	struct flow_task task, message;
	uint64_t lost;

	begin_metered(EVENTS);
	flow_task_begin(&task, 1);
	flow_task_fork(FLOW_SEND, 0, &task, &message, 0, PORT);
	finished = flow_task_finish(&task);
	assert_int_equal(over, 0);
	flow_task_event_at(message.meter.since_tsc, FLOW_ENQUEUE, FLOW_BLOCKED, &message, 0, PORT);
	flow_task_continue(&task, &finished);
	flow_task_join(FLOW_RECEIVE_JOIN, FLOW_TAKES_OVER, &task, &message, PORT);
	assert_int_equal(over, 0);
	flow_task_finish(&task);
	assert_int_equal(over, 1);
	assert_int_equal(flow_tasks_metering()->state_ticks[STATE_ALL],
			 flow_tasks_last_response_ticks());
	assert_int_equal(flow_tasks_events(&lost), 5);
	for (unsigned i = 0; i < 4; i++)
		assert_int_not_equal(events[i].kind, FLOW_FINISH);
}
