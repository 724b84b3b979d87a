/* SPDX-License-Identifier: MIT */
/* Detects QEMU's devices, even if its CPU hides the hypervisor. */
#ifndef BOOT_QEMU_H
#define BOOT_QEMU_H

#include <stdbool.h>

/* Whether the devices are those of QEMU: the PCI host bridge is one of QEMU's, or there is none.
 * Every real machine with a 64-bit CPU has PCI. The CPU may be emulated or that of the host. May be
 * called at any time. */
bool qemu_made_devices(void);

#endif
