/* SPDX-License-Identifier: MIT */
/* The watchdog timer that firmware describes in the ACPI table WDAT. If the timer runs, it is
 * stopped during the run. */
#ifndef KERNEL_X86_DEV_WDAT_H
#define KERNEL_X86_DEV_WDAT_H

#include <stdbool.h>

/* Stop the timer. Warns if the timer continues to run, or if its registers cannot be used. Boot
 * CPU, after acpi_init and tco_stop. */
void wdat_stop(void);

bool wdat_was_stopped(void);

/* If wdat_stop() stopped the timer, reload and start it. */
void wdat_restore(void);

#endif
