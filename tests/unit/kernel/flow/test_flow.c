/* SPDX-License-Identifier: MIT */
/* The recorder of interactions and sub-tasks, and its meters. */
#include "tests/unit/unit.h"

#include "kernel/flow/port.h"
#include "kernel/flow/sched.h"
#include "kernel/machine/cpu.h"
#include "lib/text/errno.h"
#include "tests/unit/kernel/flow/fake_threads.h"

/* ---- The ring ---- */

RESET_TEST(event_is_recorded_unchanged)
{
	struct flow_task task = {.number = 0x01000007, .thread = 9};
	uint64_t time = flow_record(FLOW_WITH(FLOW_BLOCKED, FLOW_WAIT), &task, 5, 6);

	assert_int_equal(threads_event(0)->time, time);
	assert_int_equal(threads_event(0)->subtask, 0x01000007);
	assert_int_equal(threads_event(0)->other, 5);
	assert_int_equal(threads_event(0)->object, 6);
	assert_int_equal(threads_event(0)->thread, 9);
	assert_int_equal(threads_event(0)->node, 0);
	assert_int_equal(threads_event(0)->cpu, 3);
	assert_int_equal(threads_event(0)->kind, FLOW_WAIT);
	assert_int_equal(threads_event(0)->flags, FLOW_BLOCKED);
}

RESET_TEST(thread_without_a_task_records_no_event)
{
	struct flow_task task = {.thread = 9};

	flow_event(FLOW_BEGIN_USE, &task, 0, MODULE);
	assert_ptr_equal(threads_ring()->next, threads_ring()->first);
}

RESET_TEST(disabled_recorder_records_no_event)
{
	struct flow_task task = {.number = 1};

	flow_recorder.is_on = false;
	flow_event(FLOW_BEGIN_USE, &task, 0, MODULE);
	assert_ptr_equal(threads_ring()->next, threads_ring()->first);
}

RESET_TEST(full_ring_keeps_its_events_and_counts_lost_ones)
{
	struct flow_task task = {.number = 1};
	uint64_t first_lost;

	threads_use_ring_of(2);
	flow_record(FLOW_BEGIN_USE, &task, 0, MODULE);
	flow_record(FLOW_END_USE, &task, 0, MODULE);
	first_lost = flow_record(FLOW_BEGIN_USE, &task, 0, MODULE);
	flow_record(FLOW_END_USE, &task, 0, MODULE);
	assert_int_equal(threads_ring()->lost, 2);
	assert_int_equal(flow_ring_close(threads_ring()), 3);
	assert_int_equal(flow_ring_close(threads_ring()), 3);
	ASSERT_KINDS(0, FLOW_BEGIN_USE, FLOW_END_USE, FLOW_LOST);
	assert_int_equal(threads_event(2)->other, 2);
	assert_int_equal(threads_event(2)->time, first_lost);
	assert_int_equal(threads_event(2)->cpu, 3);
}

/* ---- Sub-tasks ---- */

RESET_TEST(interaction_ends_with_its_last_sub_task)
{
	struct flow_task task, child;

	assert_int_equal(flow_task_begin(&task), 0);
	flow_task_fork(FLOW_CREATE, &task, &child, 2, 0);
	flow_task_finish(FLOW_FINISH, &task);
	assert_int_equal(flow_task_unfinished(), 1);
	flow_task_finish(FLOW_FINISH, &child);
	assert_int_equal(flow_task_unfinished(), 0);
	ASSERT_KINDS(0, FLOW_ACTION, FLOW_CREATE, FLOW_FINISH, FLOW_FINISH);
	assert_int_equal(flow_task_last_source(), 1);
	assert_int_equal(flow_task_last_response_ticks(),
			 threads_event(3)->time - threads_event(0)->time);
}

RESET_TEST(response_is_timed_even_if_nothing_is_recorded)
{
	struct flow_task task;

	flow_recorder.is_on = false;
	assert_int_equal(flow_task_begin(&task), 0);
	flow_task_finish(FLOW_FINISH, &task);
	assert_true(flow_task_last_response_ticks() > 0);
	assert_ptr_equal(threads_ring()->next, threads_ring()->first);
}

RESET_TEST(interactions_that_do_not_fit_are_rejected)
{
	struct flow_task task;

	for (unsigned i = 0; i < FLOW_INTERACTIONS_MAX; i++)
		assert_int_equal(flow_task_begin(&task), 0);
	assert_int_equal(flow_task_begin(&task), -ENOMEM);
}

/* ---- Meters ---- */

#define BIT(object) (1ull << (object))

static void meter_module(void)
{
	flow_recorder.is_metered = true;
	flow_recorder.metering = (struct flow_metering){
		.count = 2, .using = {0, BIT(MODULE)}, .states = {BIT(MODULE), 0},
	};
}

static void take_event(struct flow_meter *meter, unsigned kind_and_flags, uint64_t time)
{
	flow_meter_event(&flow_recorder.metering, meter, &(struct flow_event){
		.time = time, .object = MODULE, .kind = (uint8_t)kind_and_flags,
		.flags = (uint8_t)(kind_and_flags >> 8),
	});
}

RESET_TEST(meter_sums_the_time_in_a_state)
{
	struct flow_meter meter = {0};

	meter_module();
	take_event(&meter, FLOW_ACTION, 1000);
	take_event(&meter, FLOW_BEGIN_USE, 1010);
	take_event(&meter, FLOW_POLL, 1020);
	take_event(&meter, FLOW_END_USE, 1040);
	take_event(&meter, FLOW_FINISH, 1090);
	assert_int_equal(meter.ticks[0], 30);
	assert_int_equal(meter.ticks[1], 90);
}

RESET_TEST(join_takes_the_time_of_the_side_that_did_not_wait)
{
	struct flow_meter waiting = {.ticks = {5}, .since_tsc = 100};
	struct flow_meter late = {.ticks = {70}, .since_tsc = 180, .objects = BIT(MODULE)};

	meter_module();
	take_event(&waiting, FLOW_WITH(FLOW_BLOCKED, FLOW_WAIT), 120);
	take_event(&waiting, FLOW_RECEIVE_JOIN, 200);
	flow_meter_join(&flow_recorder.metering, &waiting, &late);
	assert_int_equal(waiting.ticks[0], 70 + 20);
	assert_int_equal(waiting.objects, 0);
	assert_false(waiting.is_blocked);
}

RESET_TEST(taking_over_inherits_the_message_uses_and_keeps_own_devices)
{
	struct flow_meter meter = {.objects = BIT(DEVICE) | BIT(LOCK)};
	const struct flow_meter message = {.objects = BIT(MODULE) | BIT(PORT)};

	meter_module();
	flow_recorder.metering.not_inherited = BIT(DEVICE) | BIT(PORT);
	assert_int_equal(flow_meter_take_over(&flow_recorder.metering, &meter, &message), 3);
	assert_int_equal(meter.objects, BIT(DEVICE) | BIT(MODULE));
}

RESET_TEST(join_keeps_its_own_time_if_the_other_side_waited)
{
	struct flow_meter late = {.ticks = {70}, .since_tsc = 180};
	struct flow_meter waiting = {.ticks = {5}, .since_tsc = 100, .is_blocked = true};

	meter_module();
	take_event(&late, FLOW_RECEIVE_JOIN, 200);
	flow_meter_join(&flow_recorder.metering, &late, &waiting);
	assert_int_equal(late.ticks[0], 70);
}

RESET_TEST(wait_without_a_join_is_ignored)
{
	struct flow_meter meter = {0};

	meter_module();
	take_event(&meter, FLOW_WITH(FLOW_BLOCKED, FLOW_ENQUEUE), 10);
	take_event(&meter, FLOW_RECEIVE, 20);
	assert_false(meter.is_blocked);
}

RESET_TEST(new_sub_task_inherits_software_but_not_cpu_queue_or_device)
{
	struct flow_meter meter = {.objects = BIT(MODULE) | BIT(DEVICE), .is_blocked = true}, child;

	meter_module();
	flow_recorder.metering.not_inherited = BIT(DEVICE);
	flow_meter_fork(&flow_recorder.metering, &meter, &child);
	assert_int_equal(child.objects, BIT(MODULE));
	assert_false(child.is_blocked);
}

RESET_TEST(interaction_is_counted_in_each_state_that_it_used)
{
	struct flow_task task;

	meter_module();
	flow_task_begin(&task);
	flow_task_finish(FLOW_FINISH, &task);
	flow_task_begin(&task);
	flow_event(FLOW_BEGIN_USE, &task, 0, MODULE);
	flow_event(FLOW_END_USE, &task, 0, MODULE);
	flow_task_finish(FLOW_FINISH, &task);
	assert_int_equal(flow_recorder.metering.interactions[0], 2);
	assert_int_equal(flow_recorder.metering.interactions[1], 1);
	assert_int_equal(flow_recorder.metering.response_ticks[1], flow_task_last_response_ticks());
	assert_int_equal(flow_recorder.metering.state_ticks[0],
			 threads_event(4)->time - threads_event(3)->time);
	assert_int_equal(flow_recorder.metering.state_ticks[1], flow_task_last_response_ticks());
}
