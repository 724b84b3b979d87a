/* SPDX-License-Identifier: MIT */
/* Application CPUs: started at boot, parked in HLT, each able to run a function. */
#ifndef KERNEL_MACHINE_SMP_H
#define KERNEL_MACHINE_SMP_H

#include <stdint.h>

/* Start the CPUs that the ACPI tables list as enabled, up to limit online ones including the boot
 * CPU. Warns about CPUs that do not respond. Boot CPU, once, interrupts off, after the interrupt
 * controller was set up. */
void smp_init(unsigned limit);

/* Number of enabled CPUs in the firmware's tables, and of online CPUs, which is at least 1. Online
 * CPUs have the indices from 0, which is the boot CPU. */
unsigned smp_count(void);
unsigned smp_online(void);

/* Make a parked CPU call function(argument), guarded, interrupts off; return at once. Boot CPU
 * only. Returns 0, -EINVAL for the boot CPU and CPUs that are not online, or -EBUSY if its previous
 * function has not returned. */
int smp_run(unsigned cpu, void (*function)(void *), void *argument);

/* Wait for the function of smp_run. Boot CPU only. Returns 0, also if there was none; -EINVAL as
 * above; -EFAULT if an exception aborted it; -ETIMEDOUT if it is still running after limit_ms. */
int smp_wait(unsigned cpu, uint32_t limit_ms);

/* The same with the longest time that a benchmark may need, and a warning about an exception. */
int smp_finish(unsigned cpu);

/* The number by which interrupt controllers address a CPU, if it is online: cpu_hardware_id() of
 * kernel/machine/interrupts.h. */
uint32_t smp_hardware_id(unsigned cpu);

#endif
