/* SPDX-License-Identifier: MIT */
/* Page faults of a process: the stamps of a real fault, what the handler does to the registers, and
 * a kernel that lets the access pass or gives other memory. */
#include "tests/unit/unit.h"

#include <errno.h>
#include <signal.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <ucontext.h>

#include "bench/platform.h"
#include "linux/disturbance.h"
#include "linux/memory.h"
#include "tests/unit/linux/witness.h"

static bool protects_nothing;

static struct {
	bool has_no_memory, keeps_contents, refuses_in_handler;
	bool counts_none;               /* of page faults, as gVisor */
	long more_faults;               /* at each question */
	unsigned looks, large_looks;    /* at a page's size; the first ones that find it large */
	enum memory_page kind;          /* of the latest page */
	uint8_t *page;
	size_t page_bytes;              /* of the trial */
	bool is_in_handler;
	struct sigaction action;        /* of the tested code */
	greg_t skipped, popped, left_to; /* by the handler: bytes of code and stack, address */
	greg_t return_address;          /* at the top of the stack, if the access was a call */
} machine;

/* ---- Fakes of the process ---- */

static uint64_t protected_tsc;          /* end of the latest call */

static void check_page(const void *address, size_t size)
{
	if (address == machine.page && machine.page_bytes != 0)
		assert_int_equal(size, machine.page_bytes);
}

WRAP(int, mprotect, void *address, size_t size, int protection)
{
	int status = 0;

	check_page(address, size);
	if (machine.is_in_handler && machine.refuses_in_handler)
		return -1;
	if (!protects_nothing)
		status = __real_mprotect(address, size, protection);
	protected_tsc = clock_read();
	return status;
}

WRAP(int, madvise, void *address, size_t size, int advice)
{
	check_page(address, size);
	return machine.keeps_contents ? 0 : __real_madvise(address, size, advice);
}

WRAP(int, getrusage, int who, struct rusage *usage)
{
	static long asked;
	int status = __real_getrusage(who, usage);

	usage->ru_minflt += ++asked * machine.more_faults;
	if (machine.counts_none)
		usage->ru_minflt = usage->ru_majflt = 0;
	return status;
}

static void note_fault(int number, siginfo_t *info, void *context)
{
	greg_t *registers = ((ucontext_t *)context)->uc_mcontext.gregs;
	greg_t from = registers[REG_RIP], stack = registers[REG_RSP];

	machine.return_address = *(const greg_t *)stack;
	machine.is_in_handler = true;
	machine.action.sa_sigaction(number, info, context);
	machine.is_in_handler = false;
	machine.left_to = registers[REG_RIP];
	machine.skipped = registers[REG_RIP] - from;
	machine.popped = registers[REG_RSP] - stack;
}

WRAP(int, sigaction, int number, const struct sigaction *action, struct sigaction *previous)
{
	struct sigaction noted;

	if (action == NULL || (action->sa_flags & SA_SIGINFO) == 0 || number != SIGSEGV ||
	    previous == NULL)
		return __real_sigaction(number, action, previous);
	noted = machine.action = *action;
	noted.sa_sigaction = note_fault;
	return __real_sigaction(number, &noted, previous);
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

	machine.kind = kind;
	if (machine.has_no_memory)
		return NULL;
	if (pages[kind] == NULL) {
		page = mmap(NULL, PAGE_2M, PROT_READ | PROT_WRITE | PROT_EXEC,
			    MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
		pages[kind] = page != MAP_FAILED ? page : NULL;
	}
	machine.page = pages[kind];
	return pages[kind];
}

bool memory_is_transparent(const void *address)
{
	assert_ptr_equal(address, machine.page);
	return machine.looks++ < machine.large_looks;
}

/* ---- The tests ---- */

static int reset(void **state)
{
	memset(&machine, 0, sizeof(machine));
	return stay_on_one_cpu(state);
}

static int trial(const struct fault_trial *wanted, struct fault_stamps *stamps)
{
	machine.page_bytes = wanted->page_bytes;
	return platform_fault_trial(wanted, stamps);
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

TEST_WITH(handler_continues_behind_the_access_or_repeats_it, reset, NULL)
{
	struct fault_stamps stamps;

	for (size_t i = 0; i < HANDLED; i++) {
		bool is_call = handled[i].kind == FAULT_NO_EXECUTE;

		assert_int_equal(trial(&handled[i], &stamps), 0);
		if (handled[i].action == FAULT_MAP) {
			assert_true(machine.skipped == 0 && machine.popped == 0);
		} else if (is_call) {
			assert_true(machine.left_to == machine.return_address);
			assert_true(machine.popped == sizeof(greg_t));
		} else {
			/* mov %al, (%rdi) */
			assert_true(machine.skipped == 2 && machine.popped == 0);
		}
	}
}

TEST_WITH(access_that_may_not_be_permitted_is_skipped_and_an_error, reset, NULL)
{
	struct fault_stamps stamps;

	machine.refuses_in_handler = true;
	for (size_t i = 0; i < HANDLED; i++)
		assert_int_equal(trial(&handled[i], &stamps),
				 handled[i].action == FAULT_MAP ? -EIO : 0);
}

/* The kernel may split a large page, or give none. Before a fault that the process handles, the
 * page must be large; after one that the kernel resolves, it must be large again. */
TEST_WITH(page_of_another_size_is_an_error, reset, NULL)
{
	struct fault_stamps stamps;
	struct fault_trial large = {FAULT_WRITE_PROTECT, FAULT_TRAP, 3, PAGE_2M};

	assert_int_equal(trial(&large, &stamps), -ENOMEM);
	assert_int_equal(machine.kind, MEMORY_PAGE_FAULT_2M);
	machine.large_looks = machine.looks + 1;
	assert_int_equal(trial(&large, &stamps), 0);
	large = (struct fault_trial){FAULT_NOT_PRESENT, FAULT_MAP, 3, PAGE_2M};
	machine.large_looks = machine.looks + 1;
	assert_int_equal(trial(&large, &stamps), -ENOMEM);
	machine.large_looks = machine.looks + 2;
	assert_int_equal(trial(&large, &stamps), 0);
	large.action = FAULT_TRAP;
	machine.large_looks = machine.looks;
	assert_int_equal(trial(&large, &stamps), 0);
	assert_int_equal(trial(&handled[0], &stamps), 0);
	assert_int_equal(machine.kind, MEMORY_PAGE_FAULT);
}

TEST_WITH(missing_memory_and_other_sizes_are_errors, reset, NULL)
{
	struct fault_trial other = handled[0];
	struct fault_stamps stamps;

	machine.has_no_memory = true;
	assert_int_equal(trial(&other, &stamps), -ENOMEM);
	other.page_bytes = 1 << 30;
	assert_int_equal(trial(&other, &stamps), -ENOTSUP);
}

/* The kernel counts its faults. A page that it kept causes none. */
TEST_WITH(first_write_without_a_fault_is_an_error, reset, NULL)
{
	const struct fault_trial first = {FAULT_NOT_PRESENT, FAULT_MAP, 3, PAGE_4K};
	struct fault_stamps stamps;

	machine.keeps_contents = true;
	assert_int_equal(trial(&first, &stamps), -EIO);
	machine.counts_none = true;
	assert_int_equal(trial(&first, &stamps), 0);
}

TEST_WITH(page_that_was_not_cleared_is_an_error, reset, NULL)
{
	uint64_t ticks, begin_tsc = clock_read();

	machine.page_bytes = PAGE_4K;
	assert_int_equal(platform_demand_zero_trial(3, PAGE_4K, &ticks), 0);
	assert_true(ticks > 0 && ticks < clock_read() - begin_tsc);
	machine.keeps_contents = true;
	machine.more_faults = 1;
	assert_int_equal(platform_demand_zero_trial(3, PAGE_4K, &ticks), -EIO);
	machine.has_no_memory = true;
	assert_int_equal(platform_demand_zero_trial(3, PAGE_4K, &ticks), -ENOMEM);
}
