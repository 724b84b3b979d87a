/* SPDX-License-Identifier: MIT */
/* Targets of branch instructions. Comments show the assembler text of the bytes. */
#include "tests/unit/unit.h"

#include "tools/plugin/branch.h"

#define ADDRESS 0x1000

static void assert_branch(const char *bytes, size_t size, enum branch_kind kind, uint64_t target)
{
	struct branch branch = branch_of((const uint8_t *)bytes, size, ADDRESS);

	assert_int_equal(branch.kind, kind);
	assert_int_equal(branch.target, target);
}

#define ASSERT_BRANCH(bytes, kind, target) assert_branch(bytes, sizeof(bytes) - 1, kind, target)
#define IS(function, bytes) function((const uint8_t *)(bytes), sizeof(bytes) - 1)

TEST(jumps_and_calls_have_their_target_address)
{
	ASSERT_BRANCH("\xeb\x10", BRANCH_JUMP, ADDRESS + 2 + 0x10);             /* jmp .+18 */
	ASSERT_BRANCH("\xeb\xfe", BRANCH_JUMP, ADDRESS);                        /* jmp . */
	ASSERT_BRANCH("\xe9\x00\x01\x00\x00", BRANCH_JUMP, ADDRESS + 5 + 0x100);
	ASSERT_BRANCH("\x74\xf0", BRANCH_CONDITIONAL, ADDRESS + 2 - 0x10);      /* je */
	ASSERT_BRANCH("\x0f\x85\x00\xff\xff\xff", BRANCH_CONDITIONAL, ADDRESS + 6 - 0x100);
	ASSERT_BRANCH("\xe8\xfb\xff\xff\xff", BRANCH_CALL, ADDRESS);            /* call . */
	ASSERT_BRANCH("\x2e\xe8\x00\x00\x00\x00", BRANCH_CALL, ADDRESS + 6);    /* with a prefix */
}

TEST(indirect_branches_have_no_known_target)
{
	ASSERT_BRANCH("\xff\xd0", BRANCH_INDIRECT_CALL, 0);             /* call *%rax */
	ASSERT_BRANCH("\x41\xff\xe3", BRANCH_INDIRECT, 0);              /* jmp *%r11 */
	ASSERT_BRANCH("\xff\x25\x00\x00\x00\x00", BRANCH_INDIRECT, 0);  /* jmp *(%rip) */
	ASSERT_BRANCH("\xff\xc0", BRANCH_NONE, 0);                      /* inc %eax */
}

TEST(instructions_that_enter_or_leave_the_system_are_recognised)
{
	ASSERT_BRANCH("\x0f\x05", BRANCH_INTO_SYSTEM, 0);       /* syscall */
	ASSERT_BRANCH("\xcd\x80", BRANCH_INTO_SYSTEM, 0);       /* int $0x80 */
	ASSERT_BRANCH("\x48\x0f\x07", BRANCH_OUT_OF_SYSTEM, 0); /* sysretq */
	ASSERT_BRANCH("\x48\xcf", BRANCH_OUT_OF_SYSTEM, 0);     /* iretq */
	ASSERT_BRANCH("\x0f\x01\xd8", BRANCH_INTO_GUEST, 0);    /* vmrun */
	ASSERT_BRANCH("\xf3\xc3", BRANCH_RETURN, 0);            /* rep ret */
	ASSERT_BRANCH("\x90", BRANCH_NONE, 0);
	ASSERT_BRANCH("\x0f\x01\xf9", BRANCH_NONE, 0);          /* rdtscp */
}

TEST(clock_reads_are_recognised)
{
	assert_true(IS(branch_reads_clock, "\x0f\x31"));
	assert_true(IS(branch_reads_clock, "\x0f\x01\xf9"));
	assert_false(IS(branch_reads_clock, "\x0f\x01\xd8"));
	assert_false(IS(branch_reads_clock, "\x0f\xa2"));
	assert_false(IS(branch_reads_clock, "\x0f"));
}

TEST(memory_operands_are_recognised)
{
	assert_true(IS(branch_accesses_memory, "\x48\x89\x07"));        /* mov %rax,(%rdi) */
	assert_true(IS(branch_accesses_memory, "\xf3\xaa"));            /* rep stosb */
	assert_true(IS(branch_accesses_memory, "\x55"));                /* push %rbp */
	assert_true(IS(branch_accesses_memory, "\xe8\x00\x00\x00\x00"));
	assert_true(IS(branch_accesses_memory, "\xff\xd0"));            /* call *%rax pushes */
	assert_true(IS(branch_accesses_memory, "\x0f\xb6\x06"));        /* movzbl (%rsi),%eax */
	assert_false(IS(branch_accesses_memory, "\x48\x89\xc7"));       /* mov %rax,%rdi */
	assert_false(IS(branch_accesses_memory, "\x48\x8d\x07"));       /* lea */
	assert_false(IS(branch_accesses_memory, "\xff\xe0"));           /* jmp *%rax */
	assert_false(IS(branch_accesses_memory, "\x0f\x1f\x00"));       /* nop (%rax) */
	assert_false(IS(branch_accesses_memory, "\x0f\x31"));
	assert_false(IS(branch_accesses_memory, "\x74\x05"));
}

TEST(intercepted_instructions_are_recognised)
{
	assert_true(IS(branch_is_intercepted, "\x0f\xa2"));     /* cpuid */
	assert_true(IS(branch_is_intercepted, "\xee"));         /* out %al,(%dx) */
	assert_true(IS(branch_is_intercepted, "\xf4"));         /* hlt */
	assert_true(IS(branch_is_intercepted, "\x0f\x22\xd8")); /* mov %rax,%cr3 */
	assert_true(IS(branch_is_intercepted, "\x0f\x30"));     /* wrmsr */
	assert_false(IS(branch_is_intercepted, "\x90"));
	assert_false(IS(branch_is_intercepted, "\xe8\x00\x00\x00\x00"));
	assert_false(IS(branch_is_intercepted, "\x0f\x31"));
}
