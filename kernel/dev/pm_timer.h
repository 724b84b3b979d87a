/* SPDX-License-Identifier: MIT */
/* The ACPI power management timer, as a counter to measure the TSC by. */
#ifndef KERNEL_DEV_PM_TIMER_H
#define KERNEL_DEV_PM_TIMER_H

#include <stdint.h>

#include "lib/counter.h"

/* Find the timer that the ACPI tables name. After acpi_init. */
void pm_timer_init(void);

/* The timer; NULL when there is none that runs. */
const struct counter *pm_timer_counter(void);

/* Its port; 0 when there is none that runs. */
uint16_t pm_timer_port(void);

#endif
