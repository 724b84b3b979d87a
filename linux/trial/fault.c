/* SPDX-License-Identifier: MIT */
/* Deliberate page faults. Faults that the kernel does not resolve become a signal, whose handler
 * skips the access or permits it by mprotect. The kernel resolves the first write to a page: it
 * allocates, clears and maps memory, and the process can only observe the time. */
#include <errno.h>
#include <signal.h>
#include <stdbool.h>
#include <stddef.h>
#include <sys/mman.h>
#include <sys/resource.h>

#include "bench/platform.h"
#include "lib/cleared_page.h"
#include "lib/cpu/clock.h"
#include "linux/arch.h"
#include "linux/disturbance.h"
#include "linux/memory.h"

#define MAY_WRITE (PROT_READ | PROT_WRITE)

static struct trial {
	enum fault_kind kind;
	enum fault_action action;
	void *page;
	uint64_t page_bytes;
	bool has_failed;                /* the access could not be permitted */
	struct fault_stamps stamps;
} trial;

static __attribute__((noinline)) void write_to(volatile void *address)
{
	trial.stamps.touched = clock_read();
	fault_write(address);
	trial.stamps.resumed = clock_read();
}

static __attribute__((noinline)) void jump_to(const void *address)
{
	void (*function)(void) = (void (*)(void))(uintptr_t)address;

	trial.stamps.touched = clock_read();
	function();
	trial.stamps.resumed = clock_read();
}

static void go_past(mcontext_t *registers)
{
	if (trial.kind != FAULT_NO_EXECUTE)
		fault_skip_write(registers);
	else
		fault_skip_call(registers);
}

static void on_fault(int number, siginfo_t *info, void *context)
{
	ucontext_t *interrupted = context;
	int protection = trial.kind == FAULT_NO_EXECUTE ? PROT_READ | PROT_EXEC : MAY_WRITE;

	trial.stamps.entered = clock_read();
	(void)number;
	(void)info;
	if (trial.action == FAULT_MAP)
		trial.has_failed = mprotect(trial.page, trial.page_bytes, protection) != 0;
	if (trial.action == FAULT_TRAP || trial.has_failed)
		go_past(&interrupted->uc_mcontext);
	trial.stamps.returning = clock_read();
}

static void take_fault(void)
{
	struct sigaction action = {.sa_sigaction = on_fault, .sa_flags = SA_SIGINFO}, previous;

	sigaction(SIGSEGV, &action, &previous);
	if (trial.kind == FAULT_NO_EXECUTE)
		jump_to(trial.page);
	else
		write_to(trial.page);
	sigaction(SIGSEGV, &previous, NULL);
}

/* Prepare the page so that the access faults. The page is written before, so that it is present,
 * and so that a jump would find a return. */
static void trial_fault_prepare_page(void)
{
	mprotect(trial.page, trial.page_bytes, MAY_WRITE);
	fault_write_function(trial.page);
	if (trial.kind == FAULT_WRITE_PROTECT)
		mprotect(trial.page, trial.page_bytes, PROT_READ);
	else if (trial.kind == FAULT_NOT_PRESENT && trial.action == FAULT_TRAP)
		mprotect(trial.page, trial.page_bytes, PROT_NONE);
	else if (trial.kind == FAULT_NOT_PRESENT)
		madvise(trial.page, trial.page_bytes, MADV_DONTNEED);
}

static bool page_has_size(void)
{
	return trial.page_bytes == PAGE_4K || memory_is_transparent(trial.page);
}

/* Whether the fault becomes a signal with a handler. The kernel resolves the other faults. */
static bool has_handler(void)
{
	return trial.kind != FAULT_NOT_PRESENT || trial.action == FAULT_TRAP;
}

/* The page faults that the kernel resolved for this thread. gVisor counts none. */
static long count_faults(void)
{
	struct rusage usage = {0};

	getrusage(RUSAGE_THREAD, &usage);
	return usage.ru_minflt + usage.ru_majflt;
}

static int make_fault(void)
{
	bool has_size;
	long before;

	trial_fault_prepare_page();
	has_size = page_has_size();
	before = count_faults();
	take_fault();
	if (trial.has_failed || (has_handler() && trial.stamps.entered == 0) ||
	    (!has_handler() && before > 0 && count_faults() == before))
		return -EIO;
	if (trial.kind == FAULT_NOT_PRESENT)
		has_size = trial.action == FAULT_TRAP || page_has_size();
	return has_size ? 0 : -ENOMEM;
}

int platform_fault_trial(const struct fault_trial *wanted, struct fault_stamps *stamps)
{
	int error;

	if (wanted->page_bytes != PAGE_4K && wanted->page_bytes != PAGE_2M)
		return -ENOTSUP;
	trial = (struct trial){
		.kind = wanted->kind,
		.action = wanted->action,
		.page = memory_reserve(wanted->page_bytes == PAGE_2M ? MEMORY_PAGE_FAULT_2M
								     : MEMORY_PAGE_FAULT),
		.page_bytes = wanted->page_bytes,
	};
	if (trial.page == NULL)
		return -ENOMEM;
	disturbance_expect();
	error = make_fault();
	*stamps = trial.stamps;
	return error;
}

int platform_demand_zero_trial(unsigned ring, uint64_t page_bytes, uint64_t *ticks)
{
	const struct fault_trial wanted = {
		.kind = FAULT_NOT_PRESENT,
		.action = FAULT_MAP,
		.ring = ring,
		.page_bytes = page_bytes,
	};
	struct fault_stamps stamps;
	int error = platform_fault_trial(&wanted, &stamps);

	if (error != 0)
		return error;
	*ticks = stamps.resumed - stamps.touched;
	return cleared_page_check(trial.page, page_bytes) ? 0 : -EIO;
}
