/* SPDX-License-Identifier: MIT */
/* Exceptions without a handler. The report is written at once to per-CPU memory, because the
 * guarded call's stack is about to be left. */
#include "kernel/machine/exception.h"

#include "kernel/aarch64/core/trap_frame.h"
#include "kernel/aarch64/cpu/cpu.h"
#include "kernel/aarch64/cpu/interrupt.h"
#include "kernel/core/backtrace.h"
#include "kernel/core/panic.h"
#include "kernel/core/panic_owner.h"
#include "kernel/machine/guard.h"
#include "kernel/machine/paging.h"
#include "kernel/machine/probe.h"
#include "kernel/machine/trap_frame.h"
#include "lib/text/fmt.h"

/* Arm ARM, "ESR_EL1, Exception Syndrome Register (EL1)", field EC. */
const char *exception_name(uint64_t vector)
{
	switch (vector) {
	case CLASS_UNKNOWN:
		return "undefined instruction";
	case 0x01:
		return "trapped WFI or WFE";
	case 0x07:
		return "access to vector registers";
	case 0x0e:
		return "illegal execution state";
	case CLASS_SVC:
		return "system call";
	case 0x16:
		return "hypervisor call";
	case 0x17:
		return "secure monitor call";
	case 0x18:
		return "trapped system register";
	case CLASS_INSTRUCTION_ABORT_LOWER:
	case CLASS_INSTRUCTION_ABORT:
		return "instruction abort";
	case 0x22:
		return "misaligned program counter";
	case CLASS_DATA_ABORT_LOWER:
	case CLASS_DATA_ABORT:
		return "data abort";
	case 0x26:
		return "misaligned stack pointer";
	case CLASS_SERROR:
		return "system error";
	case 0x3c:
		return "breakpoint instruction";
	default:
		return "exception";
	}
}

/* Whether to abort a guarded call on this CPU. During a panic none is. */
static bool is_guarded(void)
{
	return this_cpu()->guard != NULL && !panic_owner_exists();
}

static bool is_abort(uint64_t vector)
{
	return vector == CLASS_INSTRUCTION_ABORT_LOWER || vector == CLASS_INSTRUCTION_ABORT ||
	       vector == CLASS_DATA_ABORT_LOWER || vector == CLASS_DATA_ABORT;
}

static void exception_describe(char *text, size_t size, const struct trap_frame *frame)
{
	uint64_t address = paging_fault_address();

	if (!is_abort(frame->vector))
		fmt_buffer(text, size, "%s", exception_name(frame->vector));
	else if (paging_is_stack_guard(address))
		fmt_buffer(text, size, "stack overflow (%s at %#lx)", exception_name(frame->vector),
			   address);
	else
		fmt_buffer(text, size, "%s at %#lx", exception_name(frame->vector), address);
}

/* The backtrace reads memory that may fault. */
static void exception_record_failure(struct exception_report *report,
				     const struct trap_frame *frame, const char *kind)
{
	uint64_t address = paging_fault_address();

	trap_frame_format(report->registers, sizeof(report->registers), frame);
	backtrace_format(report->backtrace, sizeof(report->backtrace), frame->pc, frame->x[29]);
	report->failure = (struct platform_failure){
		.kind = kind,
		.cpu = this_cpu()->index,
		.vector = frame->vector,
		.error = frame->syndrome,
		.rip = frame->pc,
		.cr2 = address,
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

void exception_unhandled(struct trap_frame *frame)
{
	struct exception_report *report = &this_cpu()->report;

	if (probe_recover(frame))
		return;
	exception_describe(report->detail, sizeof(report->detail), frame);
	if (!is_guarded())
		panic_in_frame(frame, report->detail);
	exception_record_failure(report, frame, "exception");
	guard_leave(frame);
}

/* The cause of an SError may lie anywhere: Arm ARM, "Taxonomy of SError exceptions". */
void exception_error(struct trap_frame *frame)
{
	frame->vector = CLASS_SERROR;
	panic_in_frame(frame, exception_name(CLASS_SERROR));
}
