/* SPDX-License-Identifier: MIT */
/* Panic: report on every output, close the log, end the run. */
#include "kernel/core/panic.h"

#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "kernel/core/backtrace.h"
#include "kernel/core/console.h"
#include "kernel/core/panic_owner.h"
#include "kernel/machine/cpu.h"
#include "kernel/machine/trap_frame.h"
#include "lib/cpu/interrupts.h"
#include "lib/text/fmt.h"

static struct {
	bool has_failed;                /* the panicking CPU panicked again */
	void (*end)(void);              /* NULL: halt */
} panicking;

void panic_end_by(void (*end)(void))
{
	panicking.end = end;
}

static __attribute__((noreturn)) void panic_end(void)
{
	if (panicking.end != NULL)
		panicking.end();
	cpu_stop();
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

/* Begin a panic. Ending the run may panic too, so it is retried once. */
static void panic_enter(void)
{
	interrupts_off();
	if (panic_owner_claim()) {
		console_wait_for_others();
		return;
	}
	if (!panic_owner_is_other() && !panicking.has_failed) {
		panicking.has_failed = true;
		panic_end();
	}
	if (panic_owner_is_other())
		panic_owner_obey();
	cpu_stop();
}

void panic_take_over(void)
{
	panic_owner_replace();
	panic_end();
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
	static char registers[sizeof(this_cpu()->report.registers)];

	panic_enter();
	trap_frame_format(registers, sizeof(registers), frame);
	panic_finish(reason, registers, trap_frame_pc(frame), trap_frame_pointer(frame));
	__builtin_unreachable();
}
