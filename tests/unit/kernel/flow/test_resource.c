/* SPDX-License-Identifier: MIT */
/* Devices and locks: order of service and end of waits. */
#include "tests/unit/unit.h"

#include "kernel/flow/resource.h"
#include "kernel/flow/sched.h"
#include "tests/unit/kernel/flow/fake_threads.h"

RESET_TEST(device_serves_requests_in_order)
{
	threads_work_together();
	threads.current = &threads.a;
	flow_device_use(DEVICE, 0);
	threads.current = &threads.b;
	flow_device_use(DEVICE, 0);
	assert_true(flow_resource_devices.is_busy(0));
	ASSERT_KINDS(2, FLOW_REQUEST, FLOW_DEVICE_START, FLOW_REQUEST);
	assert_int_equal(threads_event(2)->flags, 0);
	assert_int_equal(threads_event(4)->flags, FLOW_BLOCKED);
	flow_resource_devices.serve();
	assert_ptr_equal(threads.woken, &threads.a);
	ASSERT_KINDS(2, FLOW_REQUEST, FLOW_DEVICE_START, FLOW_REQUEST, FLOW_DEVICE_END,
		     FLOW_UNBLOCK, FLOW_UNBLOCKED, FLOW_DEVICE_START);
	assert_int_equal(threads_event(6)->subtask, threads_event(0)->subtask);
	assert_int_equal(threads_event(7)->subtask, threads_event(1)->other);
	assert_int_equal(threads_event(7)->other, threads_event(6)->other);
	assert_int_equal(threads_event(8)->other, DEVICE_QUEUE);
	flow_resource_devices.serve();
	assert_ptr_equal(threads.woken, &threads.b);
	assert_false(flow_resource_devices.is_busy(0));
	assert_int_equal(flow_resource_devices.deadline(), UINT64_MAX);
}

RESET_TEST(disk_reads_the_requested_block)
{
	threads.current = &threads.a;
	threads.a.word = 0x200 | 5;
	flow_device_use(DISK, 0);
	flow_resource_devices.serve();
	assert_int_equal(threads.a.word, FLOW_WORD_BLOCK | 5);
}

RESET_TEST(request_is_not_served_before_its_time)
{
	threads.current = &threads.a;
	flow_device_use(DEVICE, UINT32_MAX);
	flow_resource_devices.serve();
	assert_int_equal(threads.wakes, 0);
	assert_int_equal(flow_resource_devices.deadline(), threads.a.request.deadline_tsc);
}

RESET_TEST(lock_passes_to_the_waiting_thread)
{
	threads_work_together();
	threads.current = &threads.a;
	flow_resource_lock(LOCK);
	threads.current = &threads.b;
	flow_resource_lock(LOCK);        /* its sleep returns at once in this test */
	assert_int_equal(threads.sleeps, 1);
	threads.current = &threads.a;
	flow_resource_unlock(LOCK);
	assert_ptr_equal(threads.woken, &threads.b);
	ASSERT_KINDS(2, FLOW_BEGIN_USE, FLOW_WAIT, FLOW_BEGIN_USE, FLOW_END_USE, FLOW_UNBLOCK,
		     FLOW_UNBLOCKED, FLOW_END_USE, FLOW_BEGIN_USE);
	assert_int_equal(threads_event(3)->flags, FLOW_BLOCKED);
	assert_int_equal(threads_event(3)->object, LOCK);
	assert_int_equal(threads_event(4)->object, LOCK_QUEUE);
	assert_int_equal(threads_event(6)->subtask, threads_event(0)->subtask);
	assert_int_equal(threads_event(7)->subtask, threads_event(1)->other);
	assert_int_equal(threads_event(7)->other, threads_event(6)->other);
}

/* No join: the two threads are in different networks. */
RESET_TEST(lock_released_by_another_task_only_ends_the_wait)
{
	flow_task_begin(&threads.a.task);
	flow_task_begin(&threads.b.task);
	threads.current = &threads.a;
	flow_resource_lock(LOCK);
	threads.current = &threads.b;
	flow_resource_lock(LOCK);
	threads.current = &threads.a;
	flow_resource_unlock(LOCK);
	ASSERT_KINDS(2, FLOW_BEGIN_USE, FLOW_WAIT, FLOW_BEGIN_USE, FLOW_END_USE, FLOW_RESUME,
		     FLOW_END_USE, FLOW_BEGIN_USE);
	assert_int_equal(threads_event(6)->subtask, threads_event(1)->subtask);
}

RESET_TEST(device_that_served_another_task_only_ends_the_wait)
{
	flow_task_begin(&threads.a.task);
	flow_task_begin(&threads.b.task);
	threads.current = &threads.a;
	flow_device_use(DEVICE, 0);
	threads.current = &threads.b;
	flow_device_use(DEVICE, 0);
	flow_resource_devices.serve();
	ASSERT_KINDS(2, FLOW_REQUEST, FLOW_DEVICE_START, FLOW_REQUEST, FLOW_DEVICE_END, FLOW_RESUME,
		     FLOW_DEVICE_START);
}
