/* SPDX-License-Identifier: MIT */
/* The local APIC of each CPU: interprocessor interrupts, end of interrupt, and timer. One interface
 * to the xAPIC's memory and the x2APIC's MSRs; all CPUs use the same mode. Register names: Intel
 * SDM vol. 3A, "Advanced Programmable Interrupt Controller (APIC)". */
#ifndef KERNEL_X86_DEV_LAPIC_H
#define KERNEL_X86_DEV_LAPIC_H

#include <stdbool.h>
#include <stdint.h>

#include "kernel/machine/interrupts.h"
#include "kernel/machine/timer.h"

/* End all interrupts in service on this CPU, because each one blocks its priority and lower
 * ones. */
void lapic_end_in_service(void);

/* After an aborted call: stop this CPU's timer, end interrupts in service, and handle pending ones.
 * Interrupts off. */
void lapic_settle(void);

/* Initialise the boot CPU's local APIC, choose the mode, and test the features below. Warns about
 * those that fail. Once, interrupts off, after tsc_init, with all other interrupt controllers
 * masked. */
void lapic_init(void);

/* Initialise an application CPU's local APIC in the same mode. */
void lapic_init_this_cpu(void);

/* ---- Interprocessor interrupts: "Interrupt Command Register (ICR)" ---- */

/* Whether the current mode can address the CPU with that APIC ID. */
bool lapic_reaches(uint32_t apic_id);

/* Like interrupt_send(), but send an NMI, an INIT or a start-up message. */
int lapic_send_nmi(uint32_t apic_id);
int lapic_send_init(uint32_t apic_id);
int lapic_send_startup(uint32_t apic_id, uint8_t page_number);

/* ---- Performance counters of this CPU: "Local Vector Table" ---- */

/* Set the vector of performance-counter overflows; 0 masks them. Intel CPUs mask the entry after
 * each interrupt, so set it again. Without such an entry, does nothing. */
void lapic_performance_select(uint8_t vector);

#endif
