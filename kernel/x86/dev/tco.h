/* SPDX-License-Identifier: MIT */
/* The watchdog of Intel's chipsets (TCO timer). Firmware or a management controller may have
 * started it. Nothing feeds it during a run, so it would reset the machine. */
#ifndef KERNEL_X86_DEV_TCO_H
#define KERNEL_X86_DEV_TCO_H

#include <stdbool.h>

/* Stop the timer if it runs. Call once, after pci_init. */
void tco_stop(void);

/* Whether tco_stop stopped the timer. */
bool tco_was_stopped(void);

/* If tco_stop stopped the timer: let it run again, from its full time. */
void tco_restore(void);

#endif
