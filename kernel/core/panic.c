/* SPDX-License-Identifier: MIT */
/* Panic: report on every output, close the log, end the run. */
#include "kernel/core/panic.h"

#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "kernel/core/backtrace.h"
#include "kernel/core/console.h"
#include "kernel/core/trap_frame.h"
#include "lib/text/fmt.h"
#include "lib/x86/control.h"
#include "lib/x86/msr.h"

#define NOBODY UINT64_MAX

static struct {
	uint64_t owner;                 /* GS base of the panicking CPU, set by compare-exchange */
	bool has_failed;                /* the owner panicked again */
	void (*end)(void);              /* NULL: halt */
} panicking = {.owner = NOBODY};

void panic_end_by(void (*end)(void))
{
	panicking.end = end;
}

void panic_halt(void)
{
	interrupts_off();
	for (;;)
		cpu_halt();
}

static __attribute__((noreturn)) void panic_end(void)
{
	if (panicking.end != NULL)
		panicking.end();
	panic_halt();
}

static void panic_finish(const char *reason, const char *registers, uint64_t rip, uint64_t rbp)
{
	static char backtrace[640];
	struct wire_writer *writer = console_writer();

	backtrace_format(backtrace, sizeof(backtrace), rip, rbp);
	console_print("\npanic: %s\n  %s\n  %s\n", reason, backtrace, registers);
	wire_write(writer, WIRE_panic, &(struct wire_panic){
		.reason = reason, .registers = registers, .backtrace = backtrace});
	wire_write(writer, WIRE_end, &(struct wire_end){
		.status = "panic", .records = writer->seq});
	panic_end();
}

/* Identify CPUs by GS base: it differs as soon as there is more than one CPU. */
uint64_t panic_self(void)
{
	return rdmsr(MSR_GS_BASE);
}

/* Ending the run may panic too. It is retried once. */
static void panic_enter(void)
{
	uint64_t self = panic_self(), owner = NOBODY;

	interrupts_off();
	if (__atomic_compare_exchange_n(&panicking.owner, &owner, self, false, __ATOMIC_SEQ_CST,
					__ATOMIC_SEQ_CST)) {
		console_wait_for_others();
		return;
	}
	if (owner == self && !panicking.has_failed) {
		panicking.has_failed = true;
		panic_end();
	}
	panic_halt();
}

bool panic_is_under_way(void)
{
	return __atomic_load_n(&panicking.owner, __ATOMIC_ACQUIRE) != NOBODY;
}

bool panic_is_elsewhere(void)
{
	uint64_t owner = __atomic_load_n(&panicking.owner, __ATOMIC_SEQ_CST);

	return owner != NOBODY && owner != panic_self();
}

void panic_take_over(void)
{
	if (panic_is_under_way())
		__atomic_store_n(&panicking.owner, panic_self(), __ATOMIC_SEQ_CST);
}

void panic(const char *format, ...)
{
	static char reason[256];
	va_list args;

	panic_enter();
	va_start(args, format);
	fmt_vbuffer(reason, sizeof(reason), format, args);
	va_end(args);
	panic_finish(reason, "", (uintptr_t)__builtin_return_address(0),
		     *(const uint64_t *)__builtin_frame_address(0));
	__builtin_unreachable();
}

void panic_in_frame(const struct trap_frame *frame, const char *reason)
{
	static char registers[512];

	panic_enter();
	trap_frame_format(registers, sizeof(registers), frame);
	panic_finish(reason, registers, frame->rip, frame->rbp);
	__builtin_unreachable();
}
