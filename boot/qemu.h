/* SPDX-License-Identifier: MIT */
/* Detects QEMU's devices, even if its CPU hides the hypervisor. */
#ifndef BOOT_QEMU_H
#define BOOT_QEMU_H

#include <stdbool.h>

/* Whether the PCI host bridge is QEMU's, or missing: every real machine with a 64-bit CPU has PCI.
 * The CPU may be emulated or the host's own. May be called at any time. */
bool qemu_made_devices(void);

#endif
