/* SPDX-License-Identifier: MIT */
/* Switching stacks, and the queues that say to whom. */
#include "tests/unit/unit.h"

#include "kernel/cpu/context.h"
#include "kernel/task/thread_queue.h"

#define STACK_BYTES 65536

static struct {
	_Alignas(16) uint8_t stack[STACK_BYTES];
	uint64_t caller_rsp, rsp;
	unsigned turns;
	uint64_t misalignment;
} other;

/* Runs on the other stack; the loop has no end, as that of a thread. */
static void count_turns(void)
{
	_Alignas(16) volatile uint8_t local[16] = {0};

	other.misalignment = (uintptr_t)local % 16;
	for (;;) {
		other.turns++;
		context_switch(&other.rsp, other.caller_rsp);
	}
}

TEST(a_new_stack_begins_with_its_function_and_goes_on_where_it_left)
{
	volatile uint64_t kept = 0x1234;

	other.rsp = context_begin(other.stack + STACK_BYTES, count_turns);
	assert_int_equal(other.turns, 0);
	for (unsigned turn = 1; turn <= 3; turn++) {
		context_switch(&other.caller_rsp, other.rsp);
		assert_int_equal(other.turns, turn);
		assert_int_equal(kept, 0x1234);
	}
	assert_int_equal(other.misalignment, 0);
	assert_true(other.rsp > (uintptr_t)other.stack);
	assert_true(other.rsp < (uintptr_t)other.stack + STACK_BYTES);
}

TEST(a_queue_gives_back_in_the_order_in_which_it_was_given)
{
	struct thread_queue queue = {0};
	struct thread_link links[3];

	assert_null(thread_queue_pop(&queue));
	for (size_t round = 0; round < 2; round++) {
		for (size_t i = 0; i < 3; i++)
			thread_queue_push(&queue, &links[i]);
		for (size_t i = 0; i < 3; i++)
			assert_ptr_equal(thread_queue_pop(&queue), &links[i]);
		assert_null(thread_queue_pop(&queue));
	}
}

TEST(a_queue_may_be_given_to_while_it_is_taken_from)
{
	struct thread_queue queue = {0};
	struct thread_link links[3];

	thread_queue_push(&queue, &links[0]);
	thread_queue_push(&queue, &links[1]);
	assert_ptr_equal(thread_queue_pop(&queue), &links[0]);
	thread_queue_push(&queue, &links[2]);
	thread_queue_push(&queue, &links[0]);
	assert_ptr_equal(thread_queue_pop(&queue), &links[1]);
	assert_ptr_equal(thread_queue_pop(&queue), &links[2]);
	assert_ptr_equal(thread_queue_pop(&queue), &links[0]);
	assert_null(thread_queue_pop(&queue));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_new_stack_begins_with_its_function_and_goes_on_where_it_left),
		cmocka_unit_test(a_queue_gives_back_in_the_order_in_which_it_was_given),
		cmocka_unit_test(a_queue_may_be_given_to_while_it_is_taken_from),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
