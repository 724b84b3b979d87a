/* SPDX-License-Identifier: MIT */
/* Messages: which thread waits, and whose sub-task continues. */
#include "tests/unit/unit.h"

#include "kernel/flow/port.h"
#include "lib/text/errno.h"
#include "tests/unit/kernel/flow/fake_threads.h"

RESET_TEST(blocking_send_before_its_receive_waits)
{
	threads_work_together();
	threads.current = &threads.a;
	flow_port_send(PORT, 7, true);
	assert_int_equal(threads.sleeps, 1);
	threads.current = &threads.b;
	assert_int_equal(flow_port_receive(PORT), 7);
	assert_ptr_equal(threads.woken, &threads.a);
	ASSERT_KINDS(2, FLOW_SEND, FLOW_ENQUEUE, FLOW_RECEIVE_JOIN, FLOW_UNBLOCK, FLOW_UNBLOCKED);
	assert_int_equal(threads_event(2)->flags, FLOW_BLOCKED);
	assert_int_equal(threads_event(3)->flags, FLOW_BLOCKED);
	assert_int_equal(threads_event(3)->subtask, threads_event(2)->other);
	assert_int_equal(threads_event(4)->other, threads_event(2)->other);
	assert_int_equal(threads_event(6)->subtask, threads_event(2)->subtask);
	assert_int_equal(threads_event(6)->other, threads_event(5)->other);
}

RESET_TEST(blocking_send_after_its_receive_does_not_wait)
{
	threads_work_together();
	threads.current = &threads.b;
	flow_port_receive(PORT);
	threads.current = &threads.a;
	flow_port_send(PORT, 7, true);
	assert_int_equal(threads.sleeps, 1);
	assert_int_equal(threads.wakes, 1);
	assert_ptr_equal(threads.woken, &threads.b);
	assert_int_equal(threads.b.word, 7);
	ASSERT_KINDS(2, FLOW_WAIT, FLOW_SEND, FLOW_RECEIVE_JOIN, FLOW_UNBLOCK, FLOW_UNBLOCKED);
}

RESET_TEST(free_send_before_its_receive_continues)
{
	threads_work_together();
	threads.current = &threads.a;
	flow_port_send(PORT, 7, false);
	threads.current = &threads.b;
	assert_int_equal(flow_port_receive(PORT), 7);
	assert_int_equal(threads.sleeps, 0);
	ASSERT_KINDS(2, FLOW_SEND, FLOW_ENQUEUE, FLOW_RECEIVE_JOIN);
	assert_int_equal(threads_event(2)->flags, 0);
}

RESET_TEST(free_send_after_its_receive_wakes_the_receiver)
{
	threads_work_together();
	threads.current = &threads.b;
	flow_port_receive(PORT);
	threads.current = &threads.a;
	flow_port_send(PORT, 7, false);
	assert_ptr_equal(threads.woken, &threads.b);
	ASSERT_KINDS(2, FLOW_WAIT, FLOW_SEND, FLOW_RECEIVE_JOIN);
	assert_int_equal(threads_event(2)->flags, FLOW_BLOCKED);
}

RESET_TEST(nonblocking_receive_returns_whether_it_found_a_message)
{
	uint32_t word = 0;

	threads_work_together();
	threads.current = &threads.b;
	assert_false(flow_port_try_receive(PORT, &word));
	threads.current = &threads.a;
	flow_port_send(PORT, 7, false);
	threads.current = &threads.b;
	assert_true(flow_port_try_receive(PORT, &word));
	assert_int_equal(word, 7);
	ASSERT_KINDS(2, FLOW_POLL, FLOW_SEND, FLOW_ENQUEUE, FLOW_RECEIVE_JOIN);
}

RESET_TEST(receiver_without_a_task_continues_the_messages_sub_task)
{
	threads.current = &threads.b;
	flow_port_receive(PORT);
	assert_int_equal(flow_port_act(PORT, 'x'), 0);
	assert_int_equal(threads.b.word, 'x');
	assert_int_equal(threads.b.task.number, threads_event(0)->subtask);
	assert_int_equal(threads.b.task.thread, 2);
	ASSERT_KINDS(0, FLOW_ACTION, FLOW_RECEIVE);
	assert_int_equal(threads_event(1)->thread, 2);
}

RESET_TEST(receiver_with_another_task_finishes_it_first)
{
	flow_task_begin(&threads.b.task);
	assert_int_equal(flow_port_act(PORT, 'x'), 0);
	threads.current = &threads.b;
	flow_port_receive(PORT);
	ASSERT_KINDS(0, FLOW_ACTION, FLOW_ACTION, FLOW_ENQUEUE, FLOW_FINISH, FLOW_RECEIVE,
		     FLOW_START);
	assert_int_equal(threads_event(3)->subtask, threads_event(0)->subtask);
	assert_int_equal(threads_event(4)->subtask, threads_event(1)->subtask);
}

/* Section 3.3: a message to a thread of its own task is joined when it is received. */
RESET_TEST(thread_that_gets_a_message_of_its_own_task_joins_it)
{
	threads_work_together();
	threads.current = &threads.a;
	flow_port_send(PORT, 7, false);
	threads.current = &threads.b;
	assert_int_equal(flow_port_next(PORT), 7);
	ASSERT_KINDS(2, FLOW_SEND, FLOW_ENQUEUE, FLOW_RECEIVE_JOIN);
	assert_int_equal(threads_event(3)->flags, FLOW_BLOCKED);
	assert_int_equal(threads_event(4)->flags, FLOW_TAKES_OVER);
	assert_int_equal(threads_event(4)->subtask, threads_event(1)->other);
}

RESET_TEST(thread_that_gets_a_message_of_another_task_finishes_its_own)
{
	threads_work_together();
	assert_int_equal(flow_port_act(PORT, 'x'), 0);
	threads.current = &threads.a;
	flow_port_send(PORT, 7, false);
	threads.current = &threads.b;
	assert_int_equal(flow_port_next(PORT), 'x');
	ASSERT_KINDS(2, FLOW_ACTION, FLOW_ENQUEUE, FLOW_SEND, FLOW_ENQUEUE, FLOW_FINISH,
		     FLOW_RECEIVE, FLOW_START);
}

RESET_TEST(action_without_room_for_its_message_is_rejected)
{
	for (unsigned i = 0; i < FLOW_MESSAGES_MAX; i++) {
		threads.current = &threads.a;
		flow_port_send(PORT, i, false);
	}
	assert_int_equal(threads.sleeps, 0);
	assert_int_equal(flow_port_act(PORT, 'x'), -ENOMEM);
	assert_int_equal(flow_task_unfinished(), 0);
}

RESET_TEST(action_beyond_the_last_interaction_keeps_no_message)
{
	struct flow_task task;

	while (flow_task_begin(&task) == 0)
		;
	for (unsigned i = 0; i <= FLOW_MESSAGES_MAX; i++)
		assert_int_equal(flow_port_act(PORT, 'x'), -ENOMEM);
	flow_task_reset();
	assert_int_equal(flow_port_act(PORT, 'x'), 0);
}
