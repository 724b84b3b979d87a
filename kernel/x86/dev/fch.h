/* SPDX-License-Identifier: MIT */
/* The watchdog of AMD's chipsets (SP5100, SB800, FCH). Like Intel's (tco.h), a running watchdog
 * would reset the machine during a run. */
#ifndef KERNEL_X86_DEV_FCH_H
#define KERNEL_X86_DEV_FCH_H

#include <stdbool.h>
#include <stdint.h>

#include "kernel/dev/pci/function.h"

/* Stop the timer if it runs. Warns if the timer continues to run, or if its registers cannot be
 * used. Call once, after pci_init. */
void fch_stop(void);

/* Whether fch_stop stopped the timer. */
bool fch_was_stopped(void);

/* If fch_stop stopped the timer: let it run again, from its full time. */
void fch_restore(void);

struct fch_smbus {
	uint16_t port;                  /* first port of the controller; 0: firmware enabled none */
	bool has_semaphore;
};

/* Whether the function is the SMBus controller of such a chipset. If so, *found is set. */
bool fch_find_smbus(const struct pci_function *function, struct fch_smbus *found);

#endif
