/* SPDX-License-Identifier: MIT */
/* Programs with and without system calls. */
#include "tests/unit/unit.h"

#include "linux/code/system_calls.h"

#define MOV_GETPPID 0xb8, 110, 0, 0, 0
#define MOV_KILL 0xb8, 62, 0, 0, 0
#define SYSCALL 0x0f, 0x05
#define NOP 0x90

TEST(system_calls_of_a_program_are_found)
{
	static const uint8_t none[] = {NOP, 0x0f, 0x06, 0xcd, 0x81},
			     harmless[] = {NOP, MOV_GETPPID, SYSCALL, MOV_GETPPID, SYSCALL},
			     alone[] = {SYSCALL}, harmful[] = {MOV_KILL, SYSCALL},
			     apart[] = {MOV_GETPPID, NOP, SYSCALL},
			     second[] = {MOV_GETPPID, SYSCALL, SYSCALL},
			     sysenter[] = {MOV_GETPPID, 0x0f, 0x34},
			     int80[] = {MOV_GETPPID, 0xcd, 0x80};

	assert_int_equal(code_calls_of(none, sizeof(none)), CODE_CALLS_NONE);
	assert_int_equal(code_calls_of(none, 0), CODE_CALLS_NONE);
	assert_int_equal(code_calls_of(harmless, sizeof(harmless)), CODE_CALLS_HARMLESS);
	assert_int_equal(code_calls_of(alone, sizeof(alone)), CODE_CALLS_ANY);
	assert_int_equal(code_calls_of(harmful, sizeof(harmful)), CODE_CALLS_ANY);
	assert_int_equal(code_calls_of(apart, sizeof(apart)), CODE_CALLS_ANY);
	assert_int_equal(code_calls_of(second, sizeof(second)), CODE_CALLS_ANY);
	assert_int_equal(code_calls_of(sysenter, sizeof(sysenter)), CODE_CALLS_ANY);
	assert_int_equal(code_calls_of(int80, sizeof(int80)), CODE_CALLS_ANY);
}
