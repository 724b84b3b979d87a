/* SPDX-License-Identifier: MIT */
/* The table of interrupt sources, and common functions. */
#include "kernel/x86/trial/irq_source.h"

#include "kernel/x86/cpu/interrupt.h"
#include "kernel/x86/dev/ioapic.h"
#include "kernel/x86/dev/lapic.h"
#include "kernel/x86/dev/tsc.h"
#include "lib/text/errno.h"
#include "lib/text/ticks.h"

const struct irq_source *irq_source_find(enum interrupt_source source)
{
	static const struct irq_source *const sources[INTERRUPT_SOURCES] = {
#define X(name, number, way, suites, needs, can_wait, summary) [number] = &irq_source_##name,
		IRQ_SOURCES(X)
#undef X
		[INTERRUPT_IPI] = &irq_source_ipi,
	};

	return sources[source];
}

int irq_source_route_isa(unsigned irq)
{
	return ioapic_route_isa(irq, VECTOR_TRIAL, cpu_hardware_id(), IOAPIC_FIXED) == 0 ?
		       0 : -ENOTSUP;
}

uint64_t irq_source_ticks(uint64_t counts, uint64_t rate_hz)
{
	return ticks_scale(counts, clock_hz(), rate_hz);
}
