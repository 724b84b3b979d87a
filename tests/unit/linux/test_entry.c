/* SPDX-License-Identifier: MIT */
/* Entries into the kernel that a process has: SYSCALL always, INT 80h if the kernel answers it. */
#include "tests/unit/unit.h"

#include <errno.h>
#include <setjmp.h>
#include <signal.h>
#include <unistd.h>

#include "bench/entry/round_trip.h"
#include "bench/platform.h"
#include "linux/entry.h"
#include "tests/unit/linux/witness.h"

static bool faults, is_wrong;
static sigjmp_buf guard;

static void leave(int number)
{
	(void)number;
	siglongjmp(guard, 1);
}

/* The guarded call ends by a fault, as it does on a kernel without INT 80h, or if the test says
 * so. */
int platform_guard(void (*function)(void *), void *argument, uint32_t limit_ms,
		   struct platform_failure *failure)
{
	const struct sigaction action = {.sa_handler = leave};
	struct sigaction previous;
	volatile int status = -EFAULT;

	(void)limit_ms;
	(void)failure;
	sigaction(SIGSEGV, &action, &previous);
	if (sigsetjmp(guard, 1) == 0) {
		function(argument);
		status = 0;
	}
	sigaction(SIGSEGV, &previous, NULL);
	return faults ? -EFAULT : status;
}

WRAP(pid_t, getppid, void)
{
	return __real_getppid() + is_wrong;
}

static int reset(void **state)
{
	(void)state;
	faults = is_wrong = false;
	return 0;
}

static void call_by_vector(void *result)
{
	__asm__ volatile("int $0x80" : "=a"(*(uint64_t *)result) : "a"(ENTRY_NUMBER_VECTOR)
			 : "r8", "r9", "r10", "r11", "memory");
}

static bool kernel_answers(void)
{
	struct platform_failure failure;
	uint64_t result = 0;

	return platform_guard(call_by_vector, &result, 0, &failure) == 0 &&
	       result == (uint64_t)__real_getppid();
}

TEST_WITH(gate_is_offered_if_the_kernel_answers_it, reset, NULL)
{
	entry_init();
	assert_int_equal(platform_entry_open(ENTRY_GATE, ENTRY_NULL_CALL),
			 kernel_answers() ? 0 : -ENOTSUP);
	assert_int_equal(platform_entry_open(ENTRY_SYSCALL, ENTRY_NULL_CALL), 0);
	platform_entry_close();
}

TEST_WITH(gate_that_faults_or_answers_something_else_is_not_offered, reset, NULL)
{
	faults = true;
	entry_init();
	assert_int_equal(platform_entry_open(ENTRY_GATE, ENTRY_NULL_CALL), -ENOTSUP);
	faults = false;
	is_wrong = true;
	entry_init();
	assert_int_equal(platform_entry_open(ENTRY_GATE, ENTRY_NULL_CALL), -ENOTSUP);
	assert_int_equal(platform_entry_open(ENTRY_SYSCALL, ENTRY_NULL_CALL), 0);
}

static uint64_t doubled(uint64_t argument)
{
	return 2 * argument;
}

TEST_WITH(handlers_of_our_own_do_not_exist, reset, NULL)
{
	uint64_t entries;

	assert_int_equal(platform_entry_open(ENTRY_SYSCALL, ENTRY_NULL_CALL + 1), -ENOTSUP);
	assert_int_equal(platform_entry_count(doubled, 1, &entries), -ENOTSUP);
	assert_int_equal(platform_call_user(doubled, 21), 42);
}
