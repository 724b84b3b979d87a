/* SPDX-License-Identifier: MIT */
/* A source of interrupts as the kernel sees it: how it is made to interrupt the boot CPU once. A
 * timer is armed for a deadline a little ahead, anything else is a single write away from
 * interrupting. */
#ifndef KERNEL_TRIAL_IRQ_SOURCE_H
#define KERNEL_TRIAL_IRQ_SOURCE_H

#include <stdbool.h>
#include <stdint.h>

#include "bench/platform.h"

#define IRQ_TIMER_DELAY_US 100          /* how far ahead a timer is armed */

/* RAISE_NOTHING: it is on its way; RAISE_PEER: another CPU will raise it. */
enum raise_way {RAISE_REGISTER, RAISE_MSR, RAISE_PORT, RAISE_NOTHING, RAISE_PEER, RAISE_WAYS};

/* What is left to do for one interrupt, and what is known of it beforehand. */
struct raise {
	enum raise_way way;
	uint64_t target;                /* address of the register, number of the MSR or port */
	uint64_t value;
	bool is_timer;                  /* due later: */
	uint64_t due_tsc;               /* then, or if 0 … */
	uint64_t due_after_tsc;         /* … so long after the write */
	uint64_t limit_tsc;             /* what comes then is no longer it; 0: no limit */
	uint16_t device_port;           /* that its handler reads; 0: none */
	uint8_t device_bits, device_byte;       /* what of the byte read is known beforehand */
};

/* One source. A function that it does not need is NULL. */
struct irq_source {
	/* As platform_interrupt_open and _close, but nothing is tried. */
	int (*open)(void);
	void (*close)(void);

	/* Get ready for one trial: after it the write that *raise tells is all that is left to do.
	 * Returns 0, -ENOTSUP, or -ETIMEDOUT if the device does not answer. done follows in any
	 * case, also after a trial that was cut short: it undoes this, and returns 0, or what
	 * became of the CPU that was to raise the interrupt. */
	int (*prepare)(struct raise *raise);
	int (*done)(void);

	/* The stamp raised, after done, if it is not taken by who waits. */
	uint64_t (*raised_tsc)(void);

	bool was_seen;                  /* its interrupts were seen to come before it is opened */
	bool is_periodic;               /* after a late one an emulator shows the next early */
	bool is_nmi;                    /* nothing keeps it waiting; VECTOR_NMI */
};

const struct irq_source *irq_source_find(enum interrupt_source source);

/* ---- Each in the file of its kind: irq_lapic.c, irq_timer.c, irq_port.c ---- */

#define X(name, number, way, suites, needs, can_wait, summary) \
	extern const struct irq_source irq_source_##name;
IRQ_SOURCES(X)
#undef X
extern const struct irq_source irq_source_ipi;

/* ---- What they share ---- */

/* Let an ISA interrupt raise VECTOR_TRIAL here. Returns 0 or -ENOTSUP. */
int irq_source_route_isa(unsigned irq);

/* TSC ticks of so many counts of a clock. */
uint64_t irq_source_ticks(uint64_t counts, uint64_t rate_hz);

/* Send a fixed interrupt to a CPU without the wait that lapic_send has for the APIC: nothing else
 * is on its way. */
void irq_source_send(uint32_t apic_id, uint8_t vector);

#endif
