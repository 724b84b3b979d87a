/* SPDX-License-Identifier: MIT */
/* The local APIC of each CPU: interprocessor interrupts, end of interrupt, and timer. One interface
 * to the xAPIC's memory and the x2APIC's MSRs; all CPUs use the same mode. Register names: Intel
 * SDM vol. 3A, "Advanced Programmable Interrupt Controller (APIC)". */
#ifndef KERNEL_X86_DEV_LAPIC_H
#define KERNEL_X86_DEV_LAPIC_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "lib/x86/msr.h"

/* "Local APIC Register Address Map": offsets in the xAPIC's page. */
#define LAPIC_ID 0x020
#define LAPIC_TASK_PRIORITY 0x080
#define LAPIC_EOI 0x0b0
#define LAPIC_ICR 0x300
#define LAPIC_ICR_HIGH 0x310
#define LAPIC_TIMER_INITIAL_COUNT 0x380
#define LAPIC_SELF_IPI 0x3f0            /* x2APIC mode only */

/* "x2APIC Register Address Space": MSR of a register. */
#define LAPIC_MSR(offset) (MSR_X2APIC_BASE + (offset) / 16)

/* ICR value that sends this CPU a fixed, edge-triggered interrupt (shorthand "self"). */
#define LAPIC_ICR_TO_SELF(vector) ((1u << 18) | (vector))

/* ICR bits that send an NMI to the destination. */
#define LAPIC_ICR_NMI ((1u << 14) | (4u << 8))

struct lapic_access {
	volatile uint32_t *registers;   /* NULL in x2APIC mode */
	bool is_x2apic;
};

/* Set by lapic_init. Trials that count instructions access it directly. */
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

/* Acknowledge the current interrupt, in its handler. Does nothing without a local APIC. */
static inline void lapic_eoi(void)
{
	lapic_write(LAPIC_EOI, 0);
}

/* End all interrupts in service on this CPU: each blocks its priority and lower ones. */
void lapic_end_in_service(void);

/* After an aborted call: stop this CPU's timer, end interrupts in service, and handle pending ones.
 * Interrupts off. */
void lapic_settle(void);

/* Interrupt this CPU; taken when interrupts are enabled. */
static inline void lapic_send_self(uint8_t vector)
{
	if (lapic_access.is_x2apic)
		lapic_write(LAPIC_SELF_IPI, vector);
	else
		lapic_write(LAPIC_ICR, LAPIC_ICR_TO_SELF(vector));
}

/* Initialise the boot CPU's local APIC, choose the mode, and test the features below. Warns about
 * those that fail. Once, interrupts off, after tsc_init, with all other interrupt controllers
 * masked. */
void lapic_init(void);

/* Initialise an application CPU's local APIC in the same mode. */
void lapic_init_this_cpu(void);

/* Whether a self-IPI arrived in the test. */
bool lapic_self_ipi_works(void);

/* Timer frequency; 0 if it could not be calibrated or did not fire in the test. */
uint64_t lapic_timer_hz(void);

/* Whether CPUID reports a TSC-deadline timer and it fired in the test. */
bool lapic_tsc_deadline_works(void);

uint32_t lapic_id(void);

/* ---- Interprocessor interrupts: "Interrupt Command Register (ICR)" ---- */

/* Whether the current mode can address the CPU with that APIC ID. */
bool lapic_reaches(uint32_t apic_id);

/* Send an interrupt, NMI, INIT or start-up message to a CPU. Returns 0, or -ETIMEDOUT if this CPU's
 * APIC cannot send it. Earlier writes to memory are visible to the receiver. */
int lapic_send(uint32_t apic_id, uint8_t vector);
int lapic_send_nmi(uint32_t apic_id);
int lapic_send_init(uint32_t apic_id);
int lapic_send_startup(uint32_t apic_id, uint8_t page_number);

/* ---- Performance counters of this CPU: "Local Vector Table" ---- */

/* Set the vector of performance-counter overflows; 0 masks them. Intel CPUs mask the entry after
 * each interrupt. Does nothing without such an entry. */
void lapic_performance_select(uint8_t vector);

/* ---- Timer of this CPU: "APIC Timer" ---- */

enum lapic_timer_mode {LAPIC_ONE_SHOT, LAPIC_PERIODIC, LAPIC_TSC_DEADLINE};

/* Stop the timer and select the mode and vector for lapic_timer_start or lapic_deadline_start. */
void lapic_timer_select(enum lapic_timer_mode mode, uint8_t vector);

/* Fire after ticks (not 0): once, or repeatedly in periodic mode. */
static inline void lapic_timer_start(uint32_t ticks)
{
	lapic_write(LAPIC_TIMER_INITIAL_COUNT, ticks);
}

/* Fire once when the TSC reaches deadline_tsc (not 0), or at once if that is past. */
static inline void lapic_deadline_start(uint64_t deadline_tsc)
{
	wrmsr(MSR_TSC_DEADLINE, deadline_tsc);
}

/* Select one-shot mode and start. */
void lapic_timer_arm(uint32_t ticks, uint8_t vector);

void lapic_timer_stop(void);

#endif
