/* SPDX-License-Identifier: MIT */
/* The sources of interrupts, one entry each. An entry defines the source's number in enum
 * interrupt_source, its benchmark irq.NAME with its place in the list, and its point of
 * irq.fixed_work. The kernel needs a struct irq_source of that name
 * (kernel/x86/trial/irq_source.h). See docs/adding-a-benchmark.md, "A source of interrupts". */
#ifndef BENCH_PLATFORM_IRQ_SOURCES_H
#define BENCH_PLATFORM_IRQ_SOURCES_H

#include "lib/cpu/words.h"

/* X(name, NUMBER, way, suites, needs, can_wait, summary)
 *
 * way: the handler's work before it returns: "plain" acknowledges, "device" reads the device first,
 * "nmi" does neither. can_wait: whether the interrupt can be delayed with interrupts off.
 *
 * Not here: irq.ipi, the interrupt from another CPU, which needs two clocks. */
#define IRQ_SOURCES(X) \
	X(self_ipi, INTERRUPT_SELF_IPI, plain, SUITE_QUICK | SUITE_FULL | SUITE_EXACT, \
	  CAN_LAPIC, true, \
	  "one interrupt from a CPU to itself by " WORD_ITS_CONTROLLER) \
	X(nmi, INTERRUPT_NMI, nmi, SUITE_FULL | SUITE_EXACT, CAN_LAPIC, false, \
	  "one non-maskable interrupt from a CPU to itself by " WORD_ITS_CONTROLLER) \
	X(lapic_timer, INTERRUPT_LAPIC_TIMER, plain, SUITE_QUICK | SUITE_FULL | SUITE_EXACT, \
	  CAN_CLOCK | CAN_LAPIC_TIMER, true, \
	  "one one-shot interrupt of the " WORD_TIMER ", from its deadline") \
	X(tsc_deadline, INTERRUPT_TSC_DEADLINE, plain, SUITE_QUICK | SUITE_FULL, \
	  CAN_CLOCK | CAN_TSC_DEADLINE, true, \
	  "one interrupt of the local APIC timer in TSC-deadline mode, from its deadline") \
	X(pit, INTERRUPT_PIT, plain, SUITE_FULL | SUITE_EXACT, CAN_CLOCK | CAN_IOAPIC, true, \
	  "one one-shot interrupt of the 8254's channel 0, from its deadline") \
	X(hpet, INTERRUPT_HPET, plain, SUITE_FULL, CAN_CLOCK | CAN_IOAPIC, true, \
	  "one one-shot interrupt of an HPET comparator, from its deadline") \
	X(rtc, INTERRUPT_RTC, device, SUITE_FULL, CAN_CLOCK | CAN_IOAPIC, true, \
	  "one periodic interrupt of the real-time clock, one period after the previous one") \
	X(serial, INTERRUPT_SERIAL, device, SUITE_FULL | SUITE_EXACT, CAN_IOAPIC, true, \
	  "one byte through the serial port's loopback, transmission included") \
	X(keyboard, INTERRUPT_KEYBOARD, device, SUITE_FULL | SUITE_EXACT, \
	  CAN_KEYBOARD | CAN_IOAPIC, true, \
	  "one byte that the keyboard controller reports as the keyboard's") \
	X(mouse, INTERRUPT_MOUSE, device, SUITE_FULL | SUITE_EXACT, CAN_MOUSE, true, \
	  "one byte that the keyboard controller reports as the mouse's")

enum interrupt_source {
#define X(name, number, way, suites, needs, can_wait, summary) number,
	IRQ_SOURCES(X)
#undef X
	INTERRUPT_IPI,          /* sent by CPU 1 */
	INTERRUPT_SOURCES
};

#endif
