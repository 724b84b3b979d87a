/* SPDX-License-Identifier: MIT */
/* The ACPI power management timer, a reference counter for the TSC. */
#ifndef KERNEL_X86_DEV_PM_TIMER_H
#define KERNEL_X86_DEV_PM_TIMER_H

#include <stdint.h>

#include "lib/counter.h"

/* Find the timer in the ACPI tables. After acpi_init. */
void pm_timer_init(void);

/* The timer; NULL if absent or stopped. */
const struct counter *pm_timer_counter(void);

/* The I/O port of the timer; 0 if the timer is absent or stopped. */
uint16_t pm_timer_port(void);

#endif
