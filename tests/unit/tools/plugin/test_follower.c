/* SPDX-License-Identifier: MIT */
/* Which node of the tree of calls a block belongs to, as blocks are executed one after the
 * other. */
#include "tests/unit/unit.h"

#include <string.h>

#include "tools/plugin/follower.h"
#include "tools/plugin/tally.h"

#define KERNEL 0xffffffff80000000
#define STACK 0x9000
#define OTHER_STACK 0x90000

/* A CPU; each block has one nop, or more, before its last instruction. */
static struct follower cpu;

static struct block *block_at(uint64_t address, uint32_t nops, const char *last, uint32_t size)
{
	uint8_t code[32], sizes[32];

	memset(code, 0x90, nops);
	memset(sizes, 1, nops);
	memcpy(code + nops, last, size);
	sizes[nops] = (uint8_t)size;
	return block_get(address, code, nops + size, sizes, nops + 1);
}

#define BLOCK(address, nops, last) block_at(address, nops, last, sizeof(last) - 1)
#define NOP "\x90"
#define RET "\xc3"
#define CALL_ANYWHERE "\xff\xd0"
#define SYSCALL "\x0f\x05"
#define SYSRET "\x48\x0f\x07"
#define IRET "\x48\xcf"
#define STORE "\x89\x07"
#define JUMP_ANYWHERE "\xff\xe0"

/* Execute a block to its end, or so many of its instructions, and go on to the next. Returns its
 * node. */
static uint32_t go(struct block *block)
{
	follower_enter(&cpu, block);
	cpu.last = block;
	cpu.executed = block->insns;
	cpu.has_accessed = cpu.is_interrupted = cpu.has_raised = false;
	return follower_node(&cpu);
}

static uint32_t go_call(struct block *block, uint64_t slot_virt)
{
	uint32_t node = go(block);

	cpu.slot_virt = slot_virt;
	cpu.has_accessed = true;
	return node;
}

static void begin(void)
{
	follower_restart(&cpu);
	cpu.is_in_guest = cpu.is_told = false;
}

static void begin_told(void)
{
	begin();
	cpu.is_told = true;
}

TEST(a_callee_stands_below_its_caller_and_returns_to_it)
{
	uint32_t caller, callee;

	begin();
	caller = go_call(BLOCK(0x1000, 1, CALL_ANYWHERE), STACK);
	callee = go(BLOCK(0x2000, 1, RET));
	assert_int_not_equal(caller, callee);
	assert_int_equal(go_call(BLOCK(0x1003, 1, CALL_ANYWHERE), STACK), caller);
	assert_int_equal(go(BLOCK(0x2000, 1, RET)), callee);
}

TEST(a_return_leaves_all_frames_that_are_further_in)
{
	uint32_t outer;

	begin();
	outer = go_call(BLOCK(0x1000, 1, CALL_ANYWHERE), STACK);
	go_call(BLOCK(0x2000, 1, CALL_ANYWHERE), STACK - 16);
	go(BLOCK(0x3000, 1, RET));
	assert_int_equal(go(BLOCK(0x1003, 1, NOP)), outer);
}

TEST(a_return_to_a_function_puts_it_in_the_place_of_the_thunk_that_jumped)
{
	uint32_t caller, callee;

	begin();
	caller = go_call(BLOCK(0x1000, 1, CALL_ANYWHERE), STACK);
	go_call(BLOCK(0x2000, 1, CALL_ANYWHERE), STACK - 8);
	go(BLOCK(0x3000, 1, RET));
	callee = go(BLOCK(0x5000, 1, RET));
	assert_int_not_equal(callee, caller);
	assert_int_equal(go_call(BLOCK(0x1003, 1, CALL_ANYWHERE), STACK), caller);
	assert_int_equal(go(BLOCK(0x5000, 1, RET)), callee);
}

TEST(an_interrupt_stands_below_what_it_interrupts_and_goes_back)
{
	uint32_t before, handler;

	begin();
	before = go(BLOCK(0x1000, 1, NOP));
	handler = go(BLOCK(0x8000, 1, IRET));
	assert_int_not_equal(before, handler);
	assert_int_equal(go(BLOCK(0x1002, 1, NOP)), before);
}

TEST(an_exception_in_a_block_does_not_count_its_instruction)
{
	struct block *handler = BLOCK(0x8100, 1, IRET), *broken = BLOCK(0x1000, 3, NOP);
	uint32_t before;

	begin();
	before = go(broken);
	cpu.executed = 2;
	assert_true(follower_was_cut(&cpu, handler));
	assert_int_not_equal(go(handler), before);
	cpu.executed = handler->insns;
	assert_int_equal(go(BLOCK(0x1001, 2, NOP)), before);
}

TEST(at_the_end_of_a_block_an_access_tells_a_fault_from_an_interrupt)
{
	struct block *handler = BLOCK(0x8200, 1, IRET), *store = BLOCK(0x1000, 1, STORE);

	begin();
	go(BLOCK(0x1100, 3, NOP));
	cpu.executed = 1;
	assert_true(follower_was_cut(&cpu, handler));   /* an exception, by where it came */
	begin();
	go(store);
	assert_true(follower_was_cut(&cpu, handler));
	cpu.has_accessed = true;
	assert_false(follower_was_cut(&cpu, handler));
}

TEST(an_instruction_on_a_device_that_is_done_once_more_counts)
{
	struct block *handler = BLOCK(0x8300, 1, IRET);

	begin();
	go(BLOCK(0x1000, 3, NOP));
	cpu.executed = 2;
	cpu.has_accessed = true;
	assert_false(follower_was_cut(&cpu, handler));
	cpu.has_accessed = false;
	assert_false(follower_was_cut(&cpu, BLOCK(0x1002, 1, NOP)));
}

/* The second interrupt waits for the end of the first one's handler. */
static void must_follow_two_interrupts(uint64_t base, bool is_told)
{
	uint32_t before, first, second;

	begin();
	cpu.is_told = is_told;
	before = go(BLOCK(base, 1, NOP));
	follower_interrupt(&cpu, base + 0x10000, false);
	first = go(BLOCK(base + 0x10000, 1, IRET));
	follower_interrupt(&cpu, base + 0x20000, false);
	second = go(BLOCK(base + 0x20000, 1, IRET));
	assert_int_not_equal(second, first);
	assert_int_not_equal(second, before);
	assert_int_equal(go(BLOCK(base + 2, 1, NOP)), before);
}

TEST(an_interrupt_behind_another_stands_below_what_both_interrupt)
{
	must_follow_two_interrupts(KERNEL, false);
	must_follow_two_interrupts(KERNEL + 0x100000, true);
	must_follow_two_interrupts(0x100000, true);
}

TEST(an_interrupt_may_send_the_cpu_elsewhere_in_the_function)
{
	uint32_t before;

	begin();
	before = go(BLOCK(KERNEL + 0x200000, 1, NOP));
	go(BLOCK(KERNEL + 0x210000, 1, IRET));
	assert_int_equal(go(BLOCK(KERNEL + 0x200080, 1, NOP)), before);
}

TEST(a_reported_interrupt_is_one_wherever_the_last_instruction_leads)
{
	struct block *handler = BLOCK(0x8400, 1, IRET);
	uint32_t before;

	begin_told();
	before = go(BLOCK(0x1000, 1, JUMP_ANYWHERE));
	follower_interrupt(&cpu, 0x8400, false);
	assert_int_not_equal(go(handler), before);
	assert_int_equal(go(BLOCK(0x5000, 1, JUMP_ANYWHERE)), before);
	assert_int_equal(go(handler), before);  /* jumped to, this time */
}

TEST(where_interrupts_are_reported_nothing_else_is_one)
{
	uint32_t before;

	begin_told();
	before = go(BLOCK(0x1000, 1, NOP));
	assert_int_equal(go(BLOCK(0x8500, 1, NOP)), before);
	follower_interrupt(&cpu, 0x8600, true);         /* the handler itself faults */
	follower_interrupt(&cpu, 0x8700, false);
	assert_int_not_equal(go(BLOCK(0x8700, 1, IRET)), before);
}

TEST(a_reported_exception_does_not_count_its_instruction)
{
	struct block *handler = BLOCK(0x8800, 1, IRET), *store = BLOCK(0x1000, 1, STORE);

	begin_told();
	go(store);
	follower_interrupt(&cpu, 0x1000, true);
	follower_interrupt(&cpu, 0x8800, false);
	assert_true(follower_was_cut(&cpu, handler));
	cpu.has_accessed = true;                        /* then it is the next one's */
	assert_false(follower_was_cut(&cpu, handler));
	go(handler);
	go(store);
	follower_interrupt(&cpu, 0x8800, false);
	assert_false(follower_was_cut(&cpu, handler));
}

TEST(a_system_call_returns_behind_it_or_begins_something_new)
{
	uint32_t user, kernel;

	begin();
	user = go(BLOCK(0x1000, 1, SYSCALL));
	kernel = go(BLOCK(0x8000, 1, SYSRET));
	assert_int_not_equal(user, kernel);
	assert_int_equal(go(BLOCK(0x1003, 1, SYSCALL)), user);
	assert_int_equal(go(BLOCK(0x8000, 1, SYSRET)), kernel);
	assert_int_not_equal(go(BLOCK(0x5000, 1, NOP)), user);
}

TEST(a_call_on_another_stack_is_of_another_thread_which_is_found_again)
{
	uint32_t first, second;

	begin();
	go_call(BLOCK(0x1000, 1, CALL_ANYWHERE), STACK);
	first = go_call(BLOCK(0x2000, 1, CALL_ANYWHERE), STACK - 16);
	go_call(BLOCK(0x3000, 1, CALL_ANYWHERE), OTHER_STACK);
	second = go(BLOCK(0x4000, 1, RET));
	assert_int_not_equal(first, second);
	/* The first thread goes on, and returns. */
	go_call(BLOCK(0x3003, 1, CALL_ANYWHERE), STACK - 32);
	go(BLOCK(0x4000, 1, RET));
	go(BLOCK(0x3006, 1, RET));
	assert_int_equal(go(BLOCK(0x2003, 1, NOP)), first);
}

TEST(a_host_works_below_the_guest_that_it_was_left_for)
{
	uint32_t guest, host;

	begin();
	guest = go(BLOCK(0x1000, 1, "\x0f\xa2"));
	cpu.is_in_guest = true;
	cpu.behind_guest = 0x7000;
	assert_true(follower_was_cut(&cpu, BLOCK(0x7000, 1, RET)));
	host = go(BLOCK(0x7000, 1, RET));
	cpu.is_in_guest = false;
	assert_int_not_equal(host, guest);
	assert_int_not_equal(go(BLOCK(0x7100, 1, "\x0f\x01\xd8")), guest);
	assert_int_equal(go(BLOCK(0x1003, 1, NOP)), guest);
}

TEST(a_guest_that_is_left_before_it_ran_is_where_it_was)
{
	struct block *exit = BLOCK(0x7000, 1, RET), *enter = BLOCK(0x7100, 1, "\x0f\x01\xd8");
	uint32_t guest, host;

	begin();
	guest = go(BLOCK(0x1000, 1, "\x0f\xa2"));
	cpu.behind_guest = 0x7000;
	cpu.is_in_guest = true;
	host = go(exit);
	cpu.is_in_guest = false;
	go(enter);
	cpu.is_in_guest = true;
	assert_int_equal(go(exit), host);
	cpu.is_in_guest = false;
	go(enter);
	assert_int_equal(go(BLOCK(0x1003, 1, NOP)), guest);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_callee_stands_below_its_caller_and_returns_to_it),
		cmocka_unit_test(a_return_leaves_all_frames_that_are_further_in),
		cmocka_unit_test(
			a_return_to_a_function_puts_it_in_the_place_of_the_thunk_that_jumped),
		cmocka_unit_test(an_interrupt_stands_below_what_it_interrupts_and_goes_back),
		cmocka_unit_test(an_exception_in_a_block_does_not_count_its_instruction),
		cmocka_unit_test(at_the_end_of_a_block_an_access_tells_a_fault_from_an_interrupt),
		cmocka_unit_test(an_instruction_on_a_device_that_is_done_once_more_counts),
		cmocka_unit_test(an_interrupt_behind_another_stands_below_what_both_interrupt),
		cmocka_unit_test(an_interrupt_may_send_the_cpu_elsewhere_in_the_function),
		cmocka_unit_test(a_reported_interrupt_is_one_wherever_the_last_instruction_leads),
		cmocka_unit_test(where_interrupts_are_reported_nothing_else_is_one),
		cmocka_unit_test(a_reported_exception_does_not_count_its_instruction),
		cmocka_unit_test(a_system_call_returns_behind_it_or_begins_something_new),
		cmocka_unit_test(a_call_on_another_stack_is_of_another_thread_which_is_found_again),
		cmocka_unit_test(a_host_works_below_the_guest_that_it_was_left_for),
		cmocka_unit_test(a_guest_that_is_left_before_it_ran_is_where_it_was),
	};

	if (!tally_begin("/dev/null"))
		return 1;
	return cmocka_run_group_tests(tests, NULL, NULL);
}
