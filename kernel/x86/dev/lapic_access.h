/* SPDX-License-Identifier: MIT */
/* Registers of the local APIC, and the inlined functions of kernel/machine/interrupts.h and
 * timer.h. One interface to the xAPIC's memory and the x2APIC's MSRs. Register names: Intel SDM
 * vol. 3A, "Advanced Programmable Interrupt Controller (APIC)". */
#ifndef KERNEL_X86_DEV_LAPIC_ACCESS_H
#define KERNEL_X86_DEV_LAPIC_ACCESS_H

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

/* Name in the timer's record. */
#define TIMER_NAME "lapic"

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
static inline void interrupt_acknowledge(void)
{
	lapic_write(LAPIC_EOI, 0);
}

/* Interrupt this CPU. The interrupt is taken when interrupts are enabled. */
static inline void self_interrupt(uint8_t vector)
{
	if (lapic_access.is_x2apic)
		lapic_write(LAPIC_SELF_IPI, vector);
	else
		lapic_write(LAPIC_ICR, LAPIC_ICR_TO_SELF(vector));
}

/* Fire after ticks (not 0): once, or repeatedly in periodic mode. */
static inline void timer_start(uint32_t ticks)
{
	lapic_write(LAPIC_TIMER_INITIAL_COUNT, ticks);
}

/* Fire once when the TSC reaches deadline_tsc (not 0), or at once if that is past. */
static inline void timer_deadline_start(uint64_t deadline_tsc)
{
	wrmsr(MSR_TSC_DEADLINE, deadline_tsc);
}

#endif
