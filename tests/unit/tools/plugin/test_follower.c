/* SPDX-License-Identifier: MIT */
/* The node of the call tree to which each executed block belongs. */
#include "tests/unit/unit.h"

#include <string.h>

#include "tools/plugin/follower.h"
#include "tools/plugin/tally.h"

#define KERNEL 0xffffffff80000000
#define STACK 0x9000
#define OTHER_STACK 0x90000

/* A CPU. Each block has at least one nop before its last instruction. */
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

/* Execute a block, or this many of its instructions, and continue with the next. Returns its
 * node. */
static uint32_t run_block(struct block *block)
{
	if (cpu.last != NULL && follower_goes_on(&cpu, block)) {        /* the slow path agrees */
		uint32_t node = follower_node(&cpu);

		assert_false(follower_was_cut(&cpu, block));
		follower_enter(&cpu, block);
		assert_int_equal(follower_node(&cpu), node);
	} else {
		follower_enter(&cpu, block);
	}
	cpu.last = block;
	cpu.executed = block->insns;
	cpu.has_accessed = cpu.is_interrupted = cpu.has_raised = false;
	return follower_node(&cpu);
}

static uint32_t run_call(struct block *block, uint64_t slot_virt)
{
	uint32_t node = run_block(block);

	cpu.slot_virt = slot_virt;
	cpu.has_accessed = true;
	return node;
}

static void begin(void)
{
	follower_restart(&cpu);
	cpu.is_in_guest = cpu.has_reports = false;
}

static void begin_reported(void)
{
	begin();
	cpu.has_reports = true;
}

TEST(callee_is_below_its_caller_and_returns_to_it)
{
	uint32_t caller, callee;

	begin();
	caller = run_call(BLOCK(0x1000, 1, CALL_ANYWHERE), STACK);
	callee = run_block(BLOCK(0x2000, 1, RET));
	assert_int_not_equal(caller, callee);
	assert_int_equal(run_call(BLOCK(0x1003, 1, CALL_ANYWHERE), STACK), caller);
	assert_int_equal(run_block(BLOCK(0x2000, 1, RET)), callee);
}

TEST(return_leaves_all_inner_frames)
{
	uint32_t outer;

	begin();
	outer = run_call(BLOCK(0x1000, 1, CALL_ANYWHERE), STACK);
	run_call(BLOCK(0x2000, 1, CALL_ANYWHERE), STACK - 16);
	run_block(BLOCK(0x3000, 1, RET));
	assert_int_equal(run_block(BLOCK(0x1003, 1, NOP)), outer);
}

TEST(thunk_that_returns_to_a_function_is_replaced_by_it)
{
	uint32_t caller, callee;

	begin();
	caller = run_call(BLOCK(0x1000, 1, CALL_ANYWHERE), STACK);
	run_call(BLOCK(0x2000, 1, CALL_ANYWHERE), STACK - 8);
	run_block(BLOCK(0x3000, 1, RET));
	callee = run_block(BLOCK(0x5000, 1, RET));
	assert_int_not_equal(callee, caller);
	assert_int_equal(run_call(BLOCK(0x1003, 1, CALL_ANYWHERE), STACK), caller);
	assert_int_equal(run_block(BLOCK(0x5000, 1, RET)), callee);
}

TEST(interrupt_is_below_the_interrupted_code_and_returns_to_it)
{
	uint32_t before, handler;

	begin();
	before = run_block(BLOCK(0x1000, 1, NOP));
	handler = run_block(BLOCK(0x8000, 1, IRET));
	assert_int_not_equal(before, handler);
	assert_int_equal(run_block(BLOCK(0x1002, 1, NOP)), before);
}

TEST(only_a_whole_block_and_its_own_branch_go_on)
{
	struct block *last = BLOCK(0x1000, 3, NOP), *next = BLOCK(0x1004, 1, NOP);

	begin();
	run_block(last);
	assert_true(follower_goes_on(&cpu, next));
	assert_false(follower_goes_on(&cpu, BLOCK(0x1005, 1, NOP)));
	assert_false(follower_goes_on(&cpu, last));
	cpu.executed = last->insns - 1;
	assert_false(follower_goes_on(&cpu, next));
	cpu.executed = last->insns;
	follower_interrupt(&cpu, next->address, false);
	assert_false(follower_goes_on(&cpu, next));
}

TEST(loop_of_one_block_is_known)
{
	assert_true(BLOCK(0x1000, 1, "\xeb\xfd")->is_loop);      /* jmp */
	assert_true(BLOCK(0x1000, 1, "\x74\xfd")->is_loop);      /* je */
	assert_false(BLOCK(0x1000, 1, "\x74\xfe")->is_loop);
	assert_false(BLOCK(0x1000, 1, "\xe8\xfa\xff\xff\xff")->is_loop); /* call */
}

TEST(exception_in_a_block_does_not_count_its_instruction)
{
	struct block *handler = BLOCK(0x8100, 1, IRET), *broken = BLOCK(0x1000, 3, NOP);
	uint32_t before;

	begin();
	before = run_block(broken);
	cpu.executed = 2;
	assert_true(follower_was_cut(&cpu, handler));
	assert_int_not_equal(run_block(handler), before);
	cpu.executed = handler->insns;
	assert_int_equal(run_block(BLOCK(0x1001, 2, NOP)), before);
}

TEST(memory_access_at_the_end_of_a_block_distinguishes_fault_from_interrupt)
{
	struct block *handler = BLOCK(0x8200, 1, IRET), *store = BLOCK(0x1000, 1, STORE);

	begin();
	run_block(BLOCK(0x1100, 3, NOP));
	cpu.executed = 1;
	assert_true(follower_was_cut(&cpu, handler));   /* an exception inside a block */
	begin();
	run_block(store);
	assert_true(follower_was_cut(&cpu, handler));
	cpu.has_accessed = true;
	assert_false(follower_was_cut(&cpu, handler));
}

TEST(repeated_device_access_is_counted)
{
	struct block *handler = BLOCK(0x8300, 1, IRET);

	begin();
	run_block(BLOCK(0x1000, 3, NOP));
	cpu.executed = 2;
	cpu.has_accessed = true;
	assert_false(follower_was_cut(&cpu, handler));
	cpu.has_accessed = false;
	assert_false(follower_was_cut(&cpu, BLOCK(0x1002, 1, NOP)));
}

/* The second interrupt is pending until the first one's handler ends. */
static void must_follow_two_interrupts(uint64_t base, bool has_reports)
{
	uint32_t before, first, second;

	begin();
	cpu.has_reports = has_reports;
	before = run_block(BLOCK(base, 1, NOP));
	follower_interrupt(&cpu, base + 0x10000, false);
	first = run_block(BLOCK(base + 0x10000, 1, IRET));
	follower_interrupt(&cpu, base + 0x20000, false);
	second = run_block(BLOCK(base + 0x20000, 1, IRET));
	assert_int_not_equal(second, first);
	assert_int_not_equal(second, before);
	assert_int_equal(run_block(BLOCK(base + 2, 1, NOP)), before);
}

TEST(second_pending_interrupt_is_below_the_interrupted_code)
{
	must_follow_two_interrupts(KERNEL, false);
	must_follow_two_interrupts(KERNEL + 0x100000, true);
	must_follow_two_interrupts(0x100000, true);
}

TEST(interrupt_may_return_elsewhere_in_the_function)
{
	uint32_t before;

	begin();
	before = run_block(BLOCK(KERNEL + 0x200000, 1, NOP));
	run_block(BLOCK(KERNEL + 0x210000, 1, IRET));
	assert_int_equal(run_block(BLOCK(KERNEL + 0x200080, 1, NOP)), before);
}

TEST(reported_interrupt_is_recognised_after_any_instruction)
{
	struct block *handler = BLOCK(0x8400, 1, IRET);
	uint32_t before;

	begin_reported();
	before = run_block(BLOCK(0x1000, 1, JUMP_ANYWHERE));
	follower_interrupt(&cpu, 0x8400, false);
	assert_int_not_equal(run_block(handler), before);
	assert_int_equal(run_block(BLOCK(0x5000, 1, JUMP_ANYWHERE)), before);
	assert_int_equal(run_block(handler), before);  /* reached by a jump this time */
}

TEST(only_reported_interrupts_count_if_qemu_reports_them)
{
	uint32_t before;

	begin_reported();
	before = run_block(BLOCK(0x1000, 1, NOP));
	assert_int_equal(run_block(BLOCK(0x8500, 1, NOP)), before);
	follower_interrupt(&cpu, 0x8600, true);         /* the handler itself faults */
	follower_interrupt(&cpu, 0x8700, false);
	assert_int_not_equal(run_block(BLOCK(0x8700, 1, IRET)), before);
}

TEST(reported_exception_does_not_count_its_instruction)
{
	struct block *handler = BLOCK(0x8800, 1, IRET), *store = BLOCK(0x1000, 1, STORE);

	begin_reported();
	run_block(store);
	follower_interrupt(&cpu, 0x1000, true);
	follower_interrupt(&cpu, 0x8800, false);
	assert_true(follower_was_cut(&cpu, handler));
	cpu.has_accessed = true;                        /* then it is the next instruction's */
	assert_false(follower_was_cut(&cpu, handler));
	run_block(handler);
	run_block(store);
	follower_interrupt(&cpu, 0x8800, false);
	assert_false(follower_was_cut(&cpu, handler));
}

TEST(system_call_returns_to_the_next_instruction_or_begins_new_code)
{
	uint32_t user, kernel;

	begin();
	user = run_block(BLOCK(0x1000, 1, SYSCALL));
	kernel = run_block(BLOCK(0x8000, 1, SYSRET));
	assert_int_not_equal(user, kernel);
	assert_int_equal(run_block(BLOCK(0x1003, 1, SYSCALL)), user);
	assert_int_equal(run_block(BLOCK(0x8000, 1, SYSRET)), kernel);
	assert_int_not_equal(run_block(BLOCK(0x5000, 1, NOP)), user);
}

TEST(call_on_another_stack_is_another_thread_which_is_found_again)
{
	uint32_t first, second;

	begin();
	run_call(BLOCK(0x1000, 1, CALL_ANYWHERE), STACK);
	first = run_call(BLOCK(0x2000, 1, CALL_ANYWHERE), STACK - 16);
	run_call(BLOCK(0x3000, 1, CALL_ANYWHERE), OTHER_STACK);
	second = run_block(BLOCK(0x4000, 1, RET));
	assert_int_not_equal(first, second);
	/* The first thread continues and returns. */
	run_call(BLOCK(0x3003, 1, CALL_ANYWHERE), STACK - 32);
	run_block(BLOCK(0x4000, 1, RET));
	run_block(BLOCK(0x3006, 1, RET));
	assert_int_equal(run_block(BLOCK(0x2003, 1, NOP)), first);
}

TEST(host_is_below_the_guest_instruction_that_caused_the_exit)
{
	uint32_t guest, host;

	begin();
	guest = run_block(BLOCK(0x1000, 1, "\x0f\xa2"));
	cpu.is_in_guest = true;
	cpu.guest_exit_virt = 0x7000;
	assert_true(follower_was_cut(&cpu, BLOCK(0x7000, 1, RET)));
	host = run_block(BLOCK(0x7000, 1, RET));
	cpu.is_in_guest = false;
	assert_int_not_equal(host, guest);
	assert_int_not_equal(run_block(BLOCK(0x7100, 1, "\x0f\x01\xd8")), guest);
	assert_int_equal(run_block(BLOCK(0x1003, 1, NOP)), guest);
}

TEST(guest_that_exits_before_it_runs_keeps_its_node)
{
	struct block *exit = BLOCK(0x7000, 1, RET), *enter = BLOCK(0x7100, 1, "\x0f\x01\xd8");
	uint32_t guest, host;

	begin();
	guest = run_block(BLOCK(0x1000, 1, "\x0f\xa2"));
	cpu.guest_exit_virt = 0x7000;
	cpu.is_in_guest = true;
	host = run_block(exit);
	cpu.is_in_guest = false;
	run_block(enter);
	cpu.is_in_guest = true;
	assert_false(follower_was_cut(&cpu, exit));     /* VMRUN was executed */
	assert_int_equal(run_block(exit), host);
	cpu.is_in_guest = false;
	run_block(enter);
	assert_int_equal(run_block(BLOCK(0x1003, 1, NOP)), guest);
}

static int begin_tally(void **state)
{
	(void)state;
	return tally_begin("/dev/null") ? 0 : -1;
}

struct unit_group unit_group = {begin_tally, NULL};
