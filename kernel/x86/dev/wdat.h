/* SPDX-License-Identifier: MIT */
/* The watchdog timer that firmware describes in the ACPI table WDAT: stopped during the run, if it
 * runs. */
#ifndef KERNEL_X86_DEV_WDAT_H
#define KERNEL_X86_DEV_WDAT_H

#include <stdbool.h>

/* Stop the timer. Warns if it still runs, or if its registers cannot be used. Boot CPU, after
 * acpi_init and tco_stop. */
void wdat_stop(void);

bool wdat_was_stopped(void);

/* Reload and start a timer that was stopped. */
void wdat_restore(void);

#endif
