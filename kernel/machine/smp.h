/* SPDX-License-Identifier: MIT */
/* Application CPUs: started at boot, asleep until they get a function to run. */
#ifndef KERNEL_MACHINE_SMP_H
#define KERNEL_MACHINE_SMP_H

#include <stdbool.h>
#include <stdint.h>

#define SMP_CPU_ANY UINT32_MAX

/* Start the CPUs that firmware lists as enabled, up to limit online ones including the boot
 * CPU. Warns about CPUs that do not respond. Boot CPU, once, interrupts off, after the interrupt
 * controller was set up. */
void smp_init(unsigned limit);

/* Number of enabled CPUs in the firmware's tables, and of online CPUs, which is at least 1. Online
 * CPUs have indices from 0 on. The measuring CPU has index 0. */
unsigned smp_count(void);
unsigned smp_online(void);

/* Make a parked CPU call function(argument), guarded, interrupts off; return at once. Measuring
 * CPU only. Returns 0, -EINVAL for that CPU and CPUs that are not online, -EBUSY if the previous
 * function of the parked CPU has not returned, or the error of interrupt_send(). */
int smp_run(unsigned cpu, void (*function)(void *), void *argument);

/* Wait for the function of smp_run. Measuring CPU only. Returns 0, also if there was none; -EINVAL
 * for the measuring CPU and CPUs that are not online; -EFAULT if an exception aborted it;
 * -ETIMEDOUT if it is still running after limit_ms. */
int smp_wait(unsigned cpu, uint32_t limit_ms);

/* Like smp_wait(), with the longest time that a benchmark may need, and a warning about an
 * exception. */
int smp_finish(unsigned cpu);

/* The number by which interrupt controllers address an online CPU: cpu_hardware_id() of
 * kernel/machine/interrupts.h for that CPU. */
uint32_t smp_hardware_id(unsigned cpu);

/* ---- The CPU that measures ---- */

/* Continue on the online CPU with that index. SMP_CPU_ANY is the boot CPU, or the first performance
 * core if the boot CPU is an efficiency core. From then on the CPU has index 0, and the boot CPU
 * the CPU's former index. Then use at most `limit` CPUs. Warns if the CPU is not online. Returns
 * whether another CPU than before runs the caller. The caller must then set up again what sends
 * interrupts to this CPU. Boot CPU, once, interrupts off, after smp_init. */
bool smp_measure_on(unsigned cpu, unsigned limit);

/* Number of the measuring CPU, which is its index before smp_measure_on(). */
unsigned smp_measuring(void);

/* If the caller runs on the measuring CPU and the boot CPU is idle, continue on the boot CPU. */
void smp_return_to_boot_cpu(void);

#endif
