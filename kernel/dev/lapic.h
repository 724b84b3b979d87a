/* SPDX-License-Identifier: MIT */
/* The local APIC of each CPU: interprocessor interrupts, the end of an interrupt, its timer. One
 * access layer over the xAPIC's memory and the x2APIC's registers; all CPUs use the same mode.
 * Register names: Intel SDM vol. 3A, "Advanced Programmable Interrupt Controller (APIC)". */
#ifndef KERNEL_DEV_LAPIC_H
#define KERNEL_DEV_LAPIC_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "lib/x86/msr.h"

/* "Local APIC Register Address Map": offsets in the xAPIC's page. */
#define LAPIC_ID 0x020
#define LAPIC_EOI 0x0b0
#define LAPIC_ICR 0x300
#define LAPIC_ICR_HIGH 0x310
#define LAPIC_TIMER_INITIAL_COUNT 0x380
#define LAPIC_SELF_IPI 0x3f0            /* in x2APIC mode only */

/* "x2APIC Register Address Space": the same register's MSR. */
#define LAPIC_MSR(offset) (MSR_X2APIC_BASE + (offset) / 16)

/* What written to the ICR sends a fixed interrupt to this CPU: edge, shorthand "self". */
#define LAPIC_ICR_TO_SELF(vector) ((1u << 18) | (vector))

/* What sends an NMI to the CPU that the destination names. */
#define LAPIC_ICR_NMI ((1u << 14) | (4u << 8))

struct lapic_access {
	volatile uint32_t *registers;   /* NULL but in xAPIC mode */
	bool is_x2apic;
};

/* Set by lapic_init. Trials that count instructions take what they need from here. */
extern struct lapic_access lapic_access;

static inline uint32_t lapic_read(unsigned offset)
{
	if (lapic_access.registers != NULL)
		return lapic_access.registers[offset / 4];
	return lapic_access.is_x2apic ? (uint32_t)rdmsr(LAPIC_MSR(offset)) : 0;
}

static inline void lapic_write(unsigned offset, uint32_t value)
{
	if (lapic_access.registers != NULL)
		lapic_access.registers[offset / 4] = value;
	else if (lapic_access.is_x2apic)
		wrmsr(LAPIC_MSR(offset), value);
}

/* Acknowledge the interrupt being handled. From an interrupt handler; does nothing on a machine
 * without a local APIC. */
static inline void lapic_eoi(void)
{
	lapic_write(LAPIC_EOI, 0);
}

/* End every interrupt that this CPU was left in the middle of: each blocks all of its priority and
 * below. */
void lapic_end_in_service(void);

/* Stop this CPU's timer, end what it was left in the middle of and let in what is pending, so that
 * nothing is left of what was cut short. Interrupts off before and after. */
void lapic_settle(void);

/* Interrupt this CPU; the interrupt is taken once interrupts are on. */
static inline void lapic_send_self(uint8_t vector)
{
	if (lapic_access.is_x2apic)
		lapic_write(LAPIC_SELF_IPI, vector);
	else
		lapic_write(LAPIC_ICR, LAPIC_ICR_TO_SELF(vector));
}

/* Bring up the boot CPU's local APIC, choose the mode, and try out what the functions below tell.
 * Once, interrupts off, after tsc_init and with all other interrupt controllers masked. Warns of
 * what does not work. */
void lapic_init(void);

/* Bring an application CPU's to the same mode. */
void lapic_init_this_cpu(void);

/* Whether a self-IPI was seen to arrive. */
bool lapic_self_ipi_works(void);

/* Ticks a second of the timer; 0 when it could not be calibrated or was not seen to fire. */
uint64_t lapic_timer_hz(void);

/* Whether CPUID claims a TSC-deadline timer and it was seen to fire. */
bool lapic_tsc_deadline_works(void);

/* This CPU's APIC ID. */
uint32_t lapic_id(void);

/* ---- Interprocessor interrupts: "Interrupt Command Register (ICR)" ---- */

/* Whether an interrupt can be sent to the CPU with that APIC ID in the mode chosen. */
bool lapic_reaches(uint32_t apic_id);

/* Each is sent to one CPU, and returns -ETIMEDOUT if this CPU's APIC can't get rid of it. All
 * memory written before is visible to the CPU that gets it. */
int lapic_send(uint32_t apic_id, uint8_t vector);
int lapic_send_nmi(uint32_t apic_id);
int lapic_send_init(uint32_t apic_id);
int lapic_send_startup(uint32_t apic_id, uint8_t page_number);

/* ---- Performance counters of this CPU: "Local Vector Table" ---- */

/* Let an overflow raise a vector; 0 masks it. An Intel CPU masks it after each interrupt by itself.
 * Does nothing on a CPU without such an entry. */
void lapic_performance_select(uint8_t vector);

/* ---- Timer of this CPU: "APIC Timer" ---- */

enum lapic_timer_mode {LAPIC_ONE_SHOT, LAPIC_PERIODIC, LAPIC_TSC_DEADLINE};

/* Stop the timer and choose what the next lapic_timer_start or lapic_deadline_start raises. */
void lapic_timer_select(enum lapic_timer_mode mode, uint8_t vector);

/* Fire ticks (not 0) from now: once, or in periodic mode again and again. */
static inline void lapic_timer_start(uint32_t ticks)
{
	lapic_write(LAPIC_TIMER_INITIAL_COUNT, ticks);
}

/* Fire once when the TSC reaches deadline_tsc (not 0), at once if that is past. */
static inline void lapic_deadline_start(uint64_t deadline_tsc)
{
	wrmsr(MSR_TSC_DEADLINE, deadline_tsc);
}

/* Select and start in one. */
void lapic_timer_arm(uint32_t ticks, uint8_t vector);

void lapic_timer_stop(void);

#endif
