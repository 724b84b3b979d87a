/* irq.*: what an interrupt costs by where it comes from. A timer's is counted from its deadline, so
 * that its delivery is how late it is; any other's from the write that raises it. */
#include "bench/irq/interrupt.h"

static int classes_sample(struct bench_ctx *ctx, uint64_t values[BENCH_STAGES_MAX])
{
	return interrupt_sample(ctx, 0, 0, values);
}

#define ALL (SUITE_QUICK | SUITE_FULL)

#define CLASSES(X) \
	X(self_ipi, INTERRUPT_SELF_IPI, interrupt_stages, ALL, CAN_LAPIC, \
	  "one interrupt that a CPU sends to itself through its local APIC") \
	X(nmi, INTERRUPT_NMI, interrupt_stages_of_nmi, SUITE_FULL, CAN_LAPIC, \
	  "one non-maskable interrupt that a CPU sends to itself through its local APIC") \
	X(lapic_timer, INTERRUPT_LAPIC_TIMER, interrupt_stages, ALL, CAN_LAPIC_TIMER, \
	  "one one-shot interrupt of the local APIC timer, from the deadline") \
	X(tsc_deadline, INTERRUPT_TSC_DEADLINE, interrupt_stages, ALL, CAN_TSC_DEADLINE, \
	  "one interrupt of the local APIC timer in TSC-deadline mode, from the deadline") \
	X(pit, INTERRUPT_PIT, interrupt_stages, SUITE_FULL, CAN_IOAPIC, \
	  "one one-shot interrupt of the 8254's channel 0, from the deadline") \
	X(hpet, INTERRUPT_HPET, interrupt_stages, SUITE_FULL, CAN_IOAPIC, \
	  "one one-shot interrupt of an HPET comparator, from the deadline") \
	X(rtc, INTERRUPT_RTC, interrupt_stages_of_device, SUITE_FULL, CAN_IOAPIC, \
	  "one periodic interrupt of the real-time clock, from a period after the last") \
	X(serial, INTERRUPT_SERIAL, interrupt_stages_of_device, SUITE_FULL, CAN_IOAPIC, \
	  "one byte that the serial port sends to itself, its time on the line included") \
	X(keyboard, INTERRUPT_KEYBOARD, interrupt_stages_of_device, SUITE_FULL, CAN_KEYBOARD, \
	  "one byte that the keyboard controller is told to take for the keyboard's") \
	X(mouse, INTERRUPT_MOUSE, interrupt_stages_of_device, SUITE_FULL, CAN_MOUSE, \
	  "one byte that the keyboard controller is told to take for the mouse's")

#define X(symbol, source, shown, in, requires, text) \
	static const enum interrupt_source symbol##_source = source; \
\
	const struct benchmark bench_irq_##symbol = { \
		.name = "irq." #symbol, \
		.summary = text, \
		.unit = UNIT_TSC_TICKS, \
		.suites = in, \
		.needs = requires, \
		.axes = interrupt_axes, \
		.stages = shown, \
		.variant = &symbol##_source, \
		.setup = interrupt_setup, \
		.sample = classes_sample, \
		.teardown = interrupt_teardown, \
	};
CLASSES(X)
#undef X
