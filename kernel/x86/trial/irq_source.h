/* SPDX-License-Identifier: MIT */
/* A source of interrupts: how to interrupt the boot CPU once. A timer is armed with a short delay.
 * Other sources interrupt after a single write. */
#ifndef KERNEL_X86_TRIAL_IRQ_SOURCE_H
#define KERNEL_X86_TRIAL_IRQ_SOURCE_H

#include <stdbool.h>
#include <stdint.h>

#include "bench/platform.h"

#define IRQ_TIMER_DELAY_US 100          /* delay of a timer */

/* RAISE_NOTHING: already raised; RAISE_PEER: another CPU raises it. */
enum raise_way {RAISE_REGISTER, RAISE_MSR, RAISE_PORT, RAISE_NOTHING, RAISE_PEER, RAISE_WAYS};

/* The remaining step for one interrupt, and what is known in advance. */
struct raise {
	enum raise_way way;
	uint64_t target;                /* address of a register, MSR or port */
	uint64_t value;
	bool is_timer;                  /* has a due time: */
	uint64_t due_tsc;               /* absolute; if 0 … */
	uint64_t due_after_tsc;         /* … relative to the write */
	uint64_t limit_tsc;             /* a later interrupt is not this one; 0: no limit */
	uint16_t device_port;           /* read by the handler; 0: none */
	uint8_t device_bits, device_byte;       /* known bits of the byte read, and their value */
};

/* One source. Unused functions are NULL. */
struct irq_source {
	/* Like platform_interrupt_open() and platform_interrupt_close(), without a test. */
	int (*open)(void);
	void (*close)(void);

	/* Prepare a trial, after which only the write that *raise describes remains. Returns 0,
	 * -ENOTSUP, or -ETIMEDOUT if the device does not respond. done undoes it and follows in any
	 * case, also after an aborted trial. done returns 0, or the error of the CPU that raises
	 * the interrupt. */
	int (*prepare)(struct raise *raise);
	int (*done)(void);

	/* Time of raising, after done, if the wait does not take it. */
	uint64_t (*raised_tsc)(void);

	bool was_seen;                  /* its interrupts arrived in an earlier test */
	bool is_periodic;               /* after a late interrupt an emulator's next one is early */
	bool is_nmi;                    /* cannot be masked; VECTOR_NMI */
};

const struct irq_source *irq_source_find(enum interrupt_source source);

/* ---- Sources: irq_lapic.c, irq_timer.c, irq_port.c ---- */

#define X(name, number, way, suites, needs, can_wait, summary) \
	extern const struct irq_source irq_source_##name;
IRQ_SOURCES(X)
#undef X
extern const struct irq_source irq_source_ipi;

/* ---- Common functions ---- */

/* Route an ISA interrupt to VECTOR_TRIAL on this CPU. Returns 0 or -ENOTSUP. */
int irq_source_route_isa(unsigned irq);

/* TSC ticks in a number of counts of a clock. */
uint64_t irq_source_ticks(uint64_t counts, uint64_t rate_hz);

/* Send a fixed interrupt to a CPU without the wait that interrupt_send has for the APIC: nothing
 * else is on its way. */
void irq_source_send(uint32_t apic_id, uint8_t vector);

#endif
