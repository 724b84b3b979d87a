/* Panic: say why on every output, close the log, end the run. */
#include "kernel/core/panic.h"

#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "kernel/core/backtrace.h"
#include "kernel/core/console.h"
#include "kernel/cpu/exception.h"
#include "kernel/cpu/interrupt.h"
#include "kernel/dev/exit.h"
#include "kernel/dev/lapic.h"
#include "lib/text/fmt.h"
#include "lib/x86/control.h"

#define NOBODY UINT32_MAX

static struct {
	uint32_t owner;                 /* APIC ID of the CPU that panics; by compare-exchange */
	bool has_failed;                /* the owner's: a panic came up in it */
} panicking = {.owner = NOBODY};

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
	exit_machine(EXIT_FAILED);
}

/* The way out may fail too, so it is tried again only once. */
static void panic_enter(void)
{
	uint32_t self = lapic_id(), owner = NOBODY;

	interrupts_off();
	if (__atomic_compare_exchange_n(&panicking.owner, &owner, self, false, __ATOMIC_ACQ_REL,
					__ATOMIC_ACQUIRE))
		return;
	if (owner == self && !panicking.has_failed) {
		panicking.has_failed = true;
		exit_machine(EXIT_FAILED);
	}
	for (;;)
		cpu_halt();
}

bool panic_is_under_way(void)
{
	return __atomic_load_n(&panicking.owner, __ATOMIC_ACQUIRE) != NOBODY;
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
	exception_format_registers(registers, sizeof(registers), frame);
	panic_finish(reason, registers, frame->rip, frame->rbp);
	__builtin_unreachable();
}
