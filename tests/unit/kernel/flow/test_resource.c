/* SPDX-License-Identifier: MIT */
/* Devices and locks: whose turn it is, and what ends a wait. */
#include "tests/unit/unit.h"

#include "kernel/flow/resource.h"
#include "kernel/flow/sched.h"
#include "tests/unit/kernel/flow/pretended_threads.h"

TEST(a_device_serves_one_after_the_other)
{
	pretended_work_together();
	pretended.current = &pretended.a;
	flow_device_use(DEVICE, 0);
	pretended.current = &pretended.b;
	flow_device_use(DEVICE, 0);
	assert_true(flow_resource_devices.is_busy(0));
	ASSERT_KINDS(2, FLOW_REQUEST, FLOW_DEVICE_START, FLOW_REQUEST);
	assert_int_equal(pretended_event(2)->flags, 0);
	assert_int_equal(pretended_event(4)->flags, FLOW_BLOCKED);
	flow_resource_devices.serve();
	assert_ptr_equal(pretended.woken, &pretended.a);
	ASSERT_KINDS(2, FLOW_REQUEST, FLOW_DEVICE_START, FLOW_REQUEST, FLOW_DEVICE_END,
		     FLOW_UNBLOCK, FLOW_UNBLOCKED, FLOW_DEVICE_START);
	assert_int_equal(pretended_event(6)->subtask, pretended_event(0)->subtask);
	assert_int_equal(pretended_event(7)->subtask, pretended_event(1)->other);
	assert_int_equal(pretended_event(7)->other, pretended_event(6)->other);
	assert_int_equal(pretended_event(8)->other, DEVICE_QUEUE);
	flow_resource_devices.serve();
	assert_ptr_equal(pretended.woken, &pretended.b);
	assert_false(flow_resource_devices.is_busy(0));
	assert_int_equal(flow_resource_devices.deadline(), UINT64_MAX);
}

TEST(a_disk_reads_the_block_that_it_is_asked_for)
{
	pretended.current = &pretended.a;
	pretended.a.word = 0x200 | 5;
	flow_device_use(DISK, 0);
	flow_resource_devices.serve();
	assert_int_equal(pretended.a.word, FLOW_WORD_BLOCK | 5);
}

TEST(a_request_is_not_served_before_its_time)
{
	pretended.current = &pretended.a;
	flow_device_use(DEVICE, UINT32_MAX);
	flow_resource_devices.serve();
	assert_int_equal(pretended.wakes, 0);
	assert_int_equal(flow_resource_devices.deadline(), pretended.a.request.deadline_tsc);
}

TEST(a_lock_is_given_to_who_waits_for_it)
{
	pretended_work_together();
	pretended.current = &pretended.a;
	flow_resource_lock(LOCK);
	pretended.current = &pretended.b;
	flow_resource_lock(LOCK);        /* its sleep returns at once here */
	assert_int_equal(pretended.sleeps, 1);
	pretended.current = &pretended.a;
	flow_resource_unlock(LOCK);
	assert_ptr_equal(pretended.woken, &pretended.b);
	ASSERT_KINDS(2, FLOW_BEGIN_USE, FLOW_WAIT, FLOW_BEGIN_USE, FLOW_END_USE, FLOW_UNBLOCK,
		     FLOW_UNBLOCKED, FLOW_END_USE, FLOW_BEGIN_USE);
	assert_int_equal(pretended_event(3)->flags, FLOW_BLOCKED);
	assert_int_equal(pretended_event(3)->object, LOCK);
	assert_int_equal(pretended_event(4)->object, LOCK_QUEUE);
	assert_int_equal(pretended_event(6)->subtask, pretended_event(0)->subtask);
	assert_int_equal(pretended_event(7)->subtask, pretended_event(1)->other);
	assert_int_equal(pretended_event(7)->other, pretended_event(6)->other);
}

/* Nothing joins: the two are of different networks. */
TEST(a_lock_that_another_task_gives_up_ends_the_wait_and_nothing_else)
{
	flow_task_begin(&pretended.a.task);
	flow_task_begin(&pretended.b.task);
	pretended.current = &pretended.a;
	flow_resource_lock(LOCK);
	pretended.current = &pretended.b;
	flow_resource_lock(LOCK);
	pretended.current = &pretended.a;
	flow_resource_unlock(LOCK);
	ASSERT_KINDS(2, FLOW_BEGIN_USE, FLOW_WAIT, FLOW_BEGIN_USE, FLOW_END_USE, FLOW_RESUME,
		     FLOW_END_USE, FLOW_BEGIN_USE);
	assert_int_equal(pretended_event(6)->subtask, pretended_event(1)->subtask);
}

TEST(a_device_that_served_another_task_ends_the_wait_and_nothing_else)
{
	flow_task_begin(&pretended.a.task);
	flow_task_begin(&pretended.b.task);
	pretended.current = &pretended.a;
	flow_device_use(DEVICE, 0);
	pretended.current = &pretended.b;
	flow_device_use(DEVICE, 0);
	flow_resource_devices.serve();
	ASSERT_KINDS(2, FLOW_REQUEST, FLOW_DEVICE_START, FLOW_REQUEST, FLOW_DEVICE_END, FLOW_RESUME,
		     FLOW_DEVICE_START);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		RESET(a_device_serves_one_after_the_other),
		RESET(a_disk_reads_the_block_that_it_is_asked_for),
		RESET(a_request_is_not_served_before_its_time),
		RESET(a_lock_is_given_to_who_waits_for_it),
		RESET(a_lock_that_another_task_gives_up_ends_the_wait_and_nothing_else),
		RESET(a_device_that_served_another_task_ends_the_wait_and_nothing_else),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
