/* SPDX-License-Identifier: MIT */
/* Stack switching and run queues. */
#include "tests/unit/unit.h"

#include "bench/os/registers.h"
#include "kernel/machine/context.h"
#include "kernel/task/thread_queue.h"

#define STACK_BYTES 65536

static struct {
	_Alignas(16) uint8_t stack[STACK_BYTES];
	uint64_t caller_rsp, rsp;
	unsigned turns;
	uint64_t misalignment, changed_registers;
} other;

static void switch_back(uint64_t argument)
{
	(void)argument;
	context_switch(&other.rsp, other.caller_rsp);
}

static void switch_to_other(uint64_t argument)
{
	(void)argument;
	context_switch(&other.caller_rsp, other.rsp);
}

/* Runs on the other stack. Like a thread's, its loop has no end. */
static void count_iterations(void)
{
	_Alignas(16) volatile uint8_t local[16] = {0};

	other.misalignment = (uintptr_t)local % 16;
	for (;;) {
		other.turns++;
		other.changed_registers |= registers_changed(switch_back, 0,
							     (uint64_t)other.turns << 32);
	}
}

TEST(new_stack_starts_its_function_and_resumes_where_it_stopped)
{
	other.rsp = context_begin(other.stack + STACK_BYTES, count_iterations);
	assert_int_equal(other.turns, 0);
	for (unsigned turn = 1; turn <= 3; turn++) {
		assert_int_equal(registers_changed(switch_to_other, 0, turn << 16), 0);
		assert_int_equal(other.turns, turn);
	}
	assert_int_equal(other.changed_registers, 0);
	assert_int_equal(other.misalignment, 0);
	assert_true(other.rsp > (uintptr_t)other.stack);
	assert_true(other.rsp < (uintptr_t)other.stack + STACK_BYTES);
}

TEST(queue_returns_items_in_order)
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

TEST(item_can_be_queued_while_another_is_removed)
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
