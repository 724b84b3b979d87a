/* SPDX-License-Identifier: MIT */
/* Page faults of a process: the stamps of a real fault, and a kernel that lets the access pass. */
#include "tests/unit/unit.h"

#include <errno.h>
#include <signal.h>
#include <string.h>
#include <sys/mman.h>

#include "bench/platform.h"
#include "lib/cpu/clock.h"
#include "linux/disturbance.h"
#include "linux/memory.h"

static bool protects_nothing;

int __real_mprotect(void *address, size_t size, int protection);
int __wrap_mprotect(void *address, size_t size, int protection);

static uint64_t protected_tsc;          /* end of the latest call */

int __wrap_mprotect(void *address, size_t size, int protection)
{
	int status = protects_nothing ? 0 : __real_mprotect(address, size, protection);

	protected_tsc = clock_read();
	return status;
}

static unsigned expected;               /* disturbances */

void disturbance_expect(void)
{
	expected++;
}

/* Everything is allowed in it until a trial protects it. */
void *memory_reserve(enum memory_page kind)
{
	static void *pages[MEMORY_PAGES];
	void *page;

	if (pages[kind] == NULL) {
		page = mmap(NULL, PAGE_4K, PROT_READ | PROT_WRITE | PROT_EXEC,
			    MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
		pages[kind] = page != MAP_FAILED ? page : NULL;
	}
	return pages[kind];
}

bool memory_is_transparent(const void *address)
{
	(void)address;
	return false;
}

static const struct fault_trial handled[] = {
	{FAULT_NOT_PRESENT, FAULT_TRAP, 3, PAGE_4K},
	{FAULT_WRITE_PROTECT, FAULT_TRAP, 3, PAGE_4K},
	{FAULT_WRITE_PROTECT, FAULT_MAP, 3, PAGE_4K},
	{FAULT_NO_EXECUTE, FAULT_TRAP, 3, PAGE_4K},
	{FAULT_NO_EXECUTE, FAULT_MAP, 3, PAGE_4K},
};

#define HANDLED (sizeof(handled) / sizeof(handled[0]))

static int access_that_does_not_fault(void **state)
{
	(void)state;
	protects_nothing = true;
	return 0;
}

static int access_that_faults(void **state)
{
	(void)state;
	protects_nothing = false;
	return 0;
}

TEST_WITH(access_without_a_fault_is_an_error, access_that_does_not_fault, access_that_faults)
{
	struct fault_stamps stamps;

	for (size_t i = 0; i < HANDLED; i++) {
		assert_int_equal(platform_fault_trial(&handled[i], &stamps), -EIO);
		assert_true(stamps.entered == 0 && stamps.resumed != 0);
	}
}

TEST(handler_of_each_fault_leaves_stamps_in_order)
{
	struct sigaction before, after;
	struct fault_stamps stamps;

	sigaction(SIGSEGV, NULL, &before);
	for (size_t i = 0; i < HANDLED; i++) {
		memset(&stamps, 0, sizeof(stamps));
		expected = 0;
		assert_int_equal(platform_fault_trial(&handled[i], &stamps), 0);
		assert_int_equal(expected, 1);
		assert_true(stamps.touched != 0 && stamps.touched < stamps.entered);
		assert_true(stamps.entered < stamps.returning);
		assert_true(stamps.returning < stamps.resumed);
		/* The page is protected before the access, or permitted in the handler. */
		if (handled[i].action == FAULT_MAP)
			assert_true(stamps.entered < protected_tsc &&
				    protected_tsc < stamps.returning);
		else
			assert_true(protected_tsc < stamps.touched);
	}
	sigaction(SIGSEGV, NULL, &after);
	assert_ptr_equal(after.sa_sigaction, before.sa_sigaction);
}

/* The kernel resolves it. */
TEST(first_write_to_a_page_needs_no_handler)
{
	struct fault_stamps stamps;
	uint64_t ticks = 0;

	assert_int_equal(platform_fault_trial(&(struct fault_trial){
		FAULT_NOT_PRESENT, FAULT_MAP, 3, PAGE_4K}, &stamps), 0);
	assert_int_equal(stamps.entered, 0);
	assert_int_equal(platform_demand_zero_trial(3, PAGE_4K, &ticks), 0);
	assert_true(ticks > 0);
}
