/* SPDX-License-Identifier: MIT */
/* Messages: who waits for whom, and whose sub-task goes on. */
#include "tests/unit/unit.h"

#include "kernel/flow/port.h"
#include "lib/text/errno.h"
#include "tests/unit/kernel/flow/pretended_threads.h"

TEST(a_blocking_send_before_its_receive_waits_for_it)
{
	pretended_work_together();
	pretended.current = &pretended.a;
	flow_port_send(PORT, 7, true);
	assert_int_equal(pretended.sleeps, 1);
	pretended.current = &pretended.b;
	assert_int_equal(flow_port_receive(PORT), 7);
	assert_ptr_equal(pretended.woken, &pretended.a);
	ASSERT_KINDS(2, FLOW_SEND, FLOW_ENQUEUE, FLOW_RECEIVE_JOIN, FLOW_UNBLOCK, FLOW_UNBLOCKED);
	assert_int_equal(pretended_event(2)->flags, FLOW_BLOCKED);
	assert_int_equal(pretended_event(3)->flags, FLOW_BLOCKED);
	assert_int_equal(pretended_event(3)->subtask, pretended_event(2)->other);
	assert_int_equal(pretended_event(4)->other, pretended_event(2)->other);
	assert_int_equal(pretended_event(6)->subtask, pretended_event(2)->subtask);
	assert_int_equal(pretended_event(6)->other, pretended_event(5)->other);
}

TEST(a_blocking_send_after_its_receive_need_not_wait)
{
	pretended_work_together();
	pretended.current = &pretended.b;
	flow_port_receive(PORT);
	pretended.current = &pretended.a;
	flow_port_send(PORT, 7, true);
	assert_int_equal(pretended.sleeps, 1);
	assert_int_equal(pretended.wakes, 1);
	assert_ptr_equal(pretended.woken, &pretended.b);
	assert_int_equal(pretended.b.word, 7);
	ASSERT_KINDS(2, FLOW_WAIT, FLOW_SEND, FLOW_RECEIVE_JOIN, FLOW_UNBLOCK, FLOW_UNBLOCKED);
}

TEST(a_free_send_before_its_receive_goes_on)
{
	pretended_work_together();
	pretended.current = &pretended.a;
	flow_port_send(PORT, 7, false);
	pretended.current = &pretended.b;
	assert_int_equal(flow_port_receive(PORT), 7);
	assert_int_equal(pretended.sleeps, 0);
	ASSERT_KINDS(2, FLOW_SEND, FLOW_ENQUEUE, FLOW_RECEIVE_JOIN);
	assert_int_equal(pretended_event(2)->flags, 0);
}

TEST(a_free_send_after_its_receive_wakes_the_receiver)
{
	pretended_work_together();
	pretended.current = &pretended.b;
	flow_port_receive(PORT);
	pretended.current = &pretended.a;
	flow_port_send(PORT, 7, false);
	assert_ptr_equal(pretended.woken, &pretended.b);
	ASSERT_KINDS(2, FLOW_WAIT, FLOW_SEND, FLOW_RECEIVE_JOIN);
	assert_int_equal(pretended_event(2)->flags, FLOW_BLOCKED);
}

TEST(a_receive_that_does_not_block_tells_what_it_found)
{
	uint32_t word = 0;

	pretended_work_together();
	pretended.current = &pretended.b;
	assert_false(flow_port_try_receive(PORT, &word));
	pretended.current = &pretended.a;
	flow_port_send(PORT, 7, false);
	pretended.current = &pretended.b;
	assert_true(flow_port_try_receive(PORT, &word));
	assert_int_equal(word, 7);
	ASSERT_KINDS(2, FLOW_POLL, FLOW_SEND, FLOW_ENQUEUE, FLOW_RECEIVE_JOIN);
}

TEST(who_works_for_nobody_goes_on_with_the_message_s_sub_task)
{
	pretended.current = &pretended.b;
	flow_port_receive(PORT);
	assert_int_equal(flow_port_act(PORT, 'x'), 0);
	assert_int_equal(pretended.b.word, 'x');
	assert_int_equal(pretended.b.task.number, pretended_event(0)->subtask);
	assert_int_equal(pretended.b.task.thread, 2);
	ASSERT_KINDS(0, FLOW_ACTION, FLOW_RECEIVE);
	assert_int_equal(pretended_event(1)->thread, 2);
}

TEST(who_works_for_another_task_is_done_with_that_first)
{
	flow_task_begin(&pretended.b.task);
	assert_int_equal(flow_port_act(PORT, 'x'), 0);
	pretended.current = &pretended.b;
	flow_port_receive(PORT);
	ASSERT_KINDS(0, FLOW_ACTION, FLOW_ACTION, FLOW_ENQUEUE, FLOW_FINISH, FLOW_RECEIVE,
		     FLOW_START);
	assert_int_equal(pretended_event(3)->subtask, pretended_event(0)->subtask);
	assert_int_equal(pretended_event(4)->subtask, pretended_event(1)->subtask);
}

/* Section 3.3: a message that waits for a thread of its own task is joined when it is received. */
TEST(a_thread_asking_for_its_next_message_joins_one_of_its_own_task)
{
	pretended_work_together();
	pretended.current = &pretended.a;
	flow_port_send(PORT, 7, false);
	pretended.current = &pretended.b;
	assert_int_equal(flow_port_next(PORT), 7);
	ASSERT_KINDS(2, FLOW_SEND, FLOW_ENQUEUE, FLOW_RECEIVE_JOIN);
	assert_int_equal(pretended_event(3)->flags, FLOW_BLOCKED);
	assert_int_equal(pretended_event(4)->flags, FLOW_TAKES_OVER);
	assert_int_equal(pretended_event(4)->subtask, pretended_event(1)->other);
}

TEST(a_thread_asking_for_its_next_message_is_done_with_its_task_if_another_comes)
{
	pretended_work_together();
	assert_int_equal(flow_port_act(PORT, 'x'), 0);
	pretended.current = &pretended.a;
	flow_port_send(PORT, 7, false);
	pretended.current = &pretended.b;
	assert_int_equal(flow_port_next(PORT), 'x');
	ASSERT_KINDS(2, FLOW_ACTION, FLOW_ENQUEUE, FLOW_SEND, FLOW_ENQUEUE, FLOW_FINISH,
		     FLOW_RECEIVE, FLOW_START);
}

TEST(an_action_without_room_for_its_message_is_refused)
{
	for (unsigned i = 0; i < FLOW_MESSAGES_MAX; i++) {
		pretended.current = &pretended.a;
		flow_port_send(PORT, i, false);
	}
	assert_int_equal(pretended.sleeps, 0);
	assert_int_equal(flow_port_act(PORT, 'x'), -ENOMEM);
	assert_int_equal(flow_task_unfinished(), 0);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		RESET(a_blocking_send_before_its_receive_waits_for_it),
		RESET(a_blocking_send_after_its_receive_need_not_wait),
		RESET(a_free_send_before_its_receive_goes_on),
		RESET(a_free_send_after_its_receive_wakes_the_receiver),
		RESET(a_receive_that_does_not_block_tells_what_it_found),
		RESET(who_works_for_nobody_goes_on_with_the_message_s_sub_task),
		RESET(who_works_for_another_task_is_done_with_that_first),
		RESET(a_thread_asking_for_its_next_message_joins_one_of_its_own_task),
		RESET(a_thread_asking_for_its_next_message_is_done_with_its_task_if_another_comes),
		RESET(an_action_without_room_for_its_message_is_refused),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
