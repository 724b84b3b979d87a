/* SPDX-License-Identifier: MIT */
/* Detects QEMU's devices, even if its CPU hides the hypervisor. */
#ifndef BOOT_QEMU_H
#define BOOT_QEMU_H

#include <stdbool.h>

/* Whether the machine has QEMU's devices: its PCI host bridge is one of QEMU's, or it has none,
 * whereas every real machine with a 64-bit CPU has PCI. The CPU may be emulated or that of the
 * host. May be called at any time. */
bool qemu_made_devices(void);

#endif
