/* SPDX-License-Identifier: MIT */
/* A source of interrupts: how to interrupt the boot CPU once. A timer is armed with a short delay.
 * Other sources interrupt after a single write. */
#ifndef KERNEL_X86_TRIAL_IRQ_SOURCE_H
#define KERNEL_X86_TRIAL_IRQ_SOURCE_H

#include <stdbool.h>
#include <stdint.h>

#include "bench/platform.h"

#define IRQ_TIMER_DELAY_US 100          /* delay of a timer */

/* RAISE_NOTHING: the interrupt is already raised. RAISE_PEER: another CPU raises it. */
enum raise_way {RAISE_REGISTER, RAISE_MSR, RAISE_PORT, RAISE_NOTHING, RAISE_PEER, RAISE_WAYS};

/* The remaining step for one interrupt, and what is known in advance. */
struct raise {
	enum raise_way way;
	uint64_t target;                /* address of a register, MSR or port */
	uint64_t value;
	bool is_timer;                  /* the interrupt has a due time, in the next two members */
	uint64_t due_tsc;               /* absolute time; 0: due_after_tsc counts */
	uint64_t due_after_tsc;         /* time relative to the write */
	uint64_t limit_tsc;             /* an interrupt after this time is another one; 0: no
					 * limit */
	uint16_t device_port;           /* port that the handler reads; 0: none */
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

	/* Time when the interrupt was raised, called after done. NULL: the wait takes the time. */
	uint64_t (*raised_tsc)(void);

	bool was_seen;                  /* its interrupts arrived in an earlier test */
	bool is_periodic;               /* on an emulator, the next interrupt after a late one is
					 * early */
	bool is_nmi;                    /* cannot be masked; uses VECTOR_NMI */
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

/* Send a fixed interrupt to a CPU. Unlike interrupt_send(), do not wait for the APIC, because no
 * other interrupt is being sent. */
void irq_source_send(uint32_t apic_id, uint8_t vector);

#endif
