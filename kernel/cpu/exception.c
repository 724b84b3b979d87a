/* SPDX-License-Identifier: MIT */
/* Exceptions without a handler. The report is written at once to per-CPU memory, because the
 * guarded call's stack is about to be left. */
#include "kernel/machine/exception.h"

#include "kernel/core/backtrace.h"
#include "kernel/core/panic.h"
#include "kernel/core/panic_owner.h"
#include "kernel/machine/cpu.h"
#include "kernel/machine/guard.h"
#include "kernel/machine/paging.h"
#include "kernel/machine/probe.h"
#include "kernel/machine/trap_frame.h"
#include "lib/cpu/exception.h"
#include "lib/text/fmt.h"

/* Whether to abort a guarded call on this CPU. During a panic no call is aborted. */
static bool is_guarded(void)
{
	return this_cpu()->guard != NULL && !panic_owner_exists();
}

static void exception_describe(char *text, size_t size, const struct trap_frame *frame)
{
	const char *name = exception_name(frame->vector);
	uint64_t address = trap_frame_address(frame);

	if (exception_may_be_overflow(frame->vector) && paging_is_stack_guard(address))
		fmt_buffer(text, size, "stack overflow (%s at %#lx)", name, address);
	else if (exception_has_address(frame->vector))
		fmt_buffer(text, size, "%s at %#lx", name, address);
	else
		fmt_buffer(text, size, "%s", name);
}

/* Store the report. The backtrace reads memory that may fault. */
static void exception_record_failure(struct exception_report *report,
				     const struct trap_frame *frame, const char *kind)
{
	trap_frame_format(report->registers, sizeof(report->registers), frame);
	backtrace_format(report->backtrace, sizeof(report->backtrace),
			 trap_frame_pc(frame), trap_frame_pointer(frame));
	report->failure = (struct platform_failure){
		.kind = kind,
		.cpu = this_cpu()->index,
		.vector = frame->vector,
		.error = trap_frame_error(frame),
		.rip = trap_frame_pc(frame),
		.cr2 = trap_frame_address(frame),
		.registers = report->registers,
		.backtrace = report->backtrace,
		.detail = report->detail,
	};
}

/* Checks for a guarded call first, because the call may just have returned. */
void exception_time_is_over(struct trap_frame *frame)
{
	struct exception_report *report = &this_cpu()->report;

	if (!is_guarded())
		return;
	fmt_buffer(report->detail, sizeof(report->detail), "exceeded its time limit");
	exception_record_failure(report, frame, "timeout");
	guard_leave(frame);
}

void exception_unhandled(struct trap_frame *frame)
{
	struct exception_report *report = &this_cpu()->report;

	if (exception_is_of_platform(frame->vector) || probe_recover(frame))
		return;
	exception_describe(report->detail, sizeof(report->detail), frame);
	if (!is_guarded() || exception_is_fatal(frame->vector))
		panic_in_frame(frame, report->detail);
	exception_record_failure(report, frame, "exception");
	guard_leave(frame);
}
