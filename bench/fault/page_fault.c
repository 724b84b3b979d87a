/* SPDX-License-Identifier: MIT */
/* fault.not_present, fault.write_protect, fault.no_execute: cost of a page fault by cause, alone
 * and with the repair of the page table entry. */
#include "bench/benchmark.h"
#include "bench/engine/measure.h"
#include "bench/engine/stamps.h"
#include "bench/engine/validity_check.h"
#include "bench/mem/page_size.h"
#include "bench/platform.h"
#include "lib/text/errno.h"

enum {AXIS_RING, AXIS_ACTION, AXIS_PAGE};

struct page_fault {
	uint64_t longest_handler_ticks; /* of all samples */
};

static const char *const action_labels[] = {[FAULT_TRAP] = "trap", [FAULT_MAP] = "map"};

static size_t page_fault_rings(struct bench_ctx *ctx, uint64_t values[BENCH_AXIS_VALUES_MAX])
{
	(void)ctx;
	values[0] = platform_is_hosted() ? 3 : 0;
	values[1] = 3;
	return platform_is_hosted() ? 1 : 2;
}

static size_t actions(struct bench_ctx *ctx, uint64_t values[BENCH_AXIS_VALUES_MAX])
{
	(void)ctx;
	values[0] = FAULT_TRAP;
	values[1] = FAULT_MAP;
	return 2;
}

static size_t page_sizes(struct bench_ctx *ctx, uint64_t values[BENCH_AXIS_VALUES_MAX])
{
	values[0] = PAGE_SIZE_4K;
	values[1] = PAGE_SIZE_2M;
	return page_size_check(ctx, PAGE_SIZE_2M) == 0 ? 2 : 1;
}

static const struct axis axes[] = {
	[AXIS_RING] = {"ring", NULL, page_fault_rings},
	[AXIS_ACTION] = {"action", action_labels, actions},
	[AXIS_PAGE] = {"page_bytes", NULL, page_sizes},
	{0},
};

/* Stages: the access to the handler's first instruction; the handler, which returns past the access
 * or repairs the entry and invalidates; IRET to the instruction after the access; and the total. */
static const char *const stages[] = {"entry", "handler", "return", "total", NULL};

static int page_fault_sample(struct bench_ctx *ctx, uint64_t values[BENCH_STAGES_MAX])
{
	const struct fault_trial trial = {
		.kind = *(const enum fault_kind *)ctx->bench->variant,
		.action = (enum fault_action)ctx->point[AXIS_ACTION],
		.ring = (unsigned)ctx->point[AXIS_RING],
		.page_bytes = ctx->point[AXIS_PAGE],
	};
	struct page_fault *page_fault = ctx->state;
	struct fault_stamps stamps;
	int status = platform_fault_trial(&trial, &stamps);

	if (status == -ENOTSUP)
		return bench_skip(ctx, "fault", "the machine cannot raise this fault");
	if (status == -ENOMEM)
		return bench_skip(ctx, "memory", "no free page");
	if (status == -EIO)
		return bench_error(ctx, status, "the access did not fault, or another page, cause "
						"or page size was found");
	if (status != 0)
		return bench_error(ctx, status, "the trial failed: error %d", status);
	values[0] = stamps_between(stamps.touched, stamps.entered);
	values[1] = stamps_between(stamps.entered, stamps.returning);
	values[2] = stamps_between(stamps.returning, stamps.resumed);
	values[3] = stamps_between(stamps.touched, stamps.resumed);
	if (values[1] != BENCH_NOT_MEASURED && values[1] > page_fault->longest_handler_ticks)
		page_fault->longest_handler_ticks = values[1];
	return 0;
}

/* In a process, the handler permits the access by a system call, between the stamps. */
static int page_fault_verify(struct bench_ctx *ctx)
{
	const struct page_fault *page_fault = ctx->state;
	uint64_t longest_ticks = page_fault->longest_handler_ticks;

	if (platform_is_hosted() && ctx->point[AXIS_ACTION] == FAULT_MAP && longest_ticks != 0 &&
	    longest_ticks <= CALL_CLOCK_STEPS * measure_clock_step_ticks())
		validity_check_failed(ctx, "stamps", "the handler takes at most %lu ticks, less "
						     "than its system call", longest_ticks);
	return 0;
}

static const enum fault_kind not_present = FAULT_NOT_PRESENT;
static const enum fault_kind write_protect = FAULT_WRITE_PROTECT;
static const enum fault_kind no_execute = FAULT_NO_EXECUTE;

#define FAULTS(X) \
	X(not_present, "one read from a page that is not present", \
	  "trap is a write to a page without permission, skipped by a signal handler; map is " \
	  "the first write to a page, for which the kernel allocates and clears memory") \
	X(write_protect, "one write to a read-only page", \
	  "the handler is a signal handler; map permits the write by mprotect") \
	X(no_execute, "one jump to a non-executable page", \
	  "the handler is a signal handler; map permits the jump by mprotect")

#define X(symbol, text, difference) \
	const struct benchmark bench_fault_##symbol = { \
		.name = "fault." #symbol, \
		.summary = text, \
		.differs_hosted = difference, \
		.unit = UNIT_TSC_TICKS, \
		.suites = SUITE_QUICK | SUITE_FULL | SUITE_EXACT, \
		.axes = axes, \
		.stages = stages, \
		.total = "total", \
		.is_divided = true, \
		.variant = &symbol, \
		.state_bytes = sizeof(struct page_fault), \
		.sample = page_fault_sample, \
		.verify = page_fault_verify, \
		.verified = "the access to that page faulted, on bare metal by this cause and in " \
			    "this ring; a repaired page has its size", \
	};
FAULTS(X)
#undef X
