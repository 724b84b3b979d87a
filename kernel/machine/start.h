/* SPDX-License-Identifier: MIT */
/* The steps of kernel_main() that machines do differently. Boot CPU, once, in this order. */
#ifndef KERNEL_MACHINE_START_H
#define KERNEL_MACHINE_START_H

#include <stdbool.h>
#include <stdint.h>

#include "boot/boot_info.h"
#include "kernel/machine/serial.h"

/* Add the chosen ports that need no other device to the console. The choices stay valid. */
void machine_start_serial(const struct boot_info *info, const struct serial_choices *choices);

/* Set up this CPU, with interrupts off, on the tables that paging_init made. Panics if memory
 * is short. */
void machine_start_cpu(const struct boot_info *info);

/* Add the other chosen serial ports. Find and test interrupt controllers, clocks, timers, disks and
 * other CPUs; use at most cpu_limit CPUs. Continues on the CPU that measures: measuring is its
 * number, or SMP_CPU_ANY. Warns about what does not work. */
void machine_start_devices(const struct boot_info *info, unsigned cpu_limit, unsigned measuring);

/* Warn about what the CPU lacks. After the console has started. */
void machine_report_cpu(void);

/* For test=stray: raise interrupts without a handler. */
void machine_raise_strays(void);

/* Offer the capabilities that depend on processor and devices: bits of enum platform_capability. */
uint32_t machine_capabilities(void);

/* After an aborted call, on every CPU: stop this CPU's timer, end interrupts in service, and handle
 * pending ones. Interrupts off. */
void machine_settle(void);

/* The revision of the CPU's microcode; 0 if unknown. */
uint64_t machine_microcode(void);

/* Before a run with a screen ends: show the pages of results one after another, without a key. */
void machine_show_pages(void);

#endif
