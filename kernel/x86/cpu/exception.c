/* SPDX-License-Identifier: MIT */
/* Exceptions without a handler. The report is written at once to per-CPU memory, because the
 * guarded call's stack is about to be left. */
#include "kernel/machine/exception.h"

#include "kernel/core/backtrace.h"
#include "kernel/core/panic.h"
#include "kernel/core/panic_owner.h"
#include "kernel/machine/guard.h"
#include "kernel/machine/paging.h"
#include "kernel/machine/trap_frame.h"
#include "kernel/x86/core/probe.h"
#include "kernel/x86/core/trap_frame.h"
#include "kernel/x86/cpu/cpu.h"
#include "kernel/x86/cpu/vector.h"
#include "lib/text/fmt.h"
#include "lib/x86/control.h"
#include "lib/x86/exception_name.h"

/* Whether to abort a guarded call on this CPU. During a panic none is. */
static bool is_guarded(void)
{
	return this_cpu()->guard != NULL && !panic_owner_exists();
}

static bool exception_is_stack_overflow(const struct trap_frame *frame)
{
	return frame->vector == VECTOR_DOUBLE_FAULT && paging_is_stack_guard(read_cr2());
}

static void exception_describe(char *text, size_t size, const struct trap_frame *frame)
{
	if (exception_is_stack_overflow(frame))
		fmt_buffer(text, size, "stack overflow (double fault at %#lx)", read_cr2());
	else if (frame->vector == VECTOR_PAGE_FAULT)
		fmt_buffer(text, size, "page fault at %#lx", read_cr2());
	else
		fmt_buffer(text, size, "%s", exception_name(frame->vector));
}

static void exception_record_failure(struct exception_report *report,
				     const struct trap_frame *frame, const char *kind)
{
	trap_frame_format(report->registers, sizeof(report->registers), frame);
	backtrace_format(report->backtrace, sizeof(report->backtrace), frame->rip, frame->rbp);
	report->failure = (struct platform_failure){
		.kind = kind,
		.cpu = this_cpu()->index,
		.vector = frame->vector,
		.error = frame->error,
		.rip = frame->rip,
		.cr2 = read_cr2(),
		.registers = report->registers,
		.backtrace = report->backtrace,
		.detail = report->detail,
	};
}

/* The guarded call may just have returned. */
void exception_time_is_over(struct trap_frame *frame)
{
	struct exception_report *report = &this_cpu()->report;

	if (!is_guarded())
		return;
	fmt_buffer(report->detail, sizeof(report->detail), "exceeded its time limit");
	exception_record_failure(report, frame, "timeout");
	guard_leave(frame);
}

/* An unhandled NMI comes from the platform (a button, a bus error). Its vector is counted as a
 * disturbance; otherwise it is ignored. */
void exception_unhandled(struct trap_frame *frame)
{
	struct exception_report *report = &this_cpu()->report;

	if (frame->vector == VECTOR_NMI || probe_recover(frame))
		return;
	exception_describe(report->detail, sizeof(report->detail), frame);
	if (!is_guarded() || frame->vector == VECTOR_MACHINE_CHECK)
		panic_in_frame(frame, report->detail);
	exception_record_failure(report, frame, "exception");
	guard_leave(frame);
}
