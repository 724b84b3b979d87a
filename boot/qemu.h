/* SPDX-License-Identifier: MIT */
/* Whether the devices are QEMU's, also where its CPU does not say so. */
#ifndef BOOT_QEMU_H
#define BOOT_QEMU_H

#include <stdbool.h>

/* By the PCI host bridge, at any time; a machine that has none is QEMU's too, as all real ones
 * with a CPU of 64 bits have PCI. Its CPU may be emulated, or the host's own. */
bool qemu_made_devices(void);

#endif
