/* SPDX-License-Identifier: MIT */
/* The other CPUs: started at boot, parked in HLT, each able to run a function. */
#ifndef KERNEL_SMP_SMP_H
#define KERNEL_SMP_SMP_H

#include <stdint.h>

/* Start the CPUs that the ACPI tables list as enabled, until limit, the boot CPU included, are
 * online. Boot CPU, once, interrupts off, after lapic_init. Warns of a CPU that does not answer and
 * goes on without it. */
void smp_init(unsigned limit);

/* CPUs that the firmware's tables list as enabled, and CPUs that are online: 1 or more. Those have
 * the indices from 0, the boot CPU's. */
unsigned smp_count(void);
unsigned smp_online(void);

/* Let a parked CPU call function(argument), guarded and with interrupts off, and go on at once.
 * Boot CPU only. Returns -EINVAL for the boot CPU or one that is not online, -EBUSY if it has not
 * finished what it was given before. */
int smp_run(unsigned cpu, void (*function)(void *), void *argument);

/* Wait until the CPU has finished what smp_run gave it. Boot CPU only. Returns 0, at once if it was
 * given nothing; -EINVAL as above; -EFAULT if an exception ended it; -ETIMEDOUT if it is still busy
 * after limit_ms. */
int smp_wait(unsigned cpu, uint32_t limit_ms);

/* The same for as long as a benchmark's work may take, with a warning that tells of the
 * exception. */
int smp_finish(unsigned cpu);

/* Where to send a CPU's interrupts, if it is online. */
uint32_t smp_apic_id(unsigned cpu);

#endif
