/* SPDX-License-Identifier: MIT */
/* Whether the devices are QEMU's, also where its CPU does not say so. */
#ifndef KERNEL_DEV_QEMU_H
#define KERNEL_DEV_QEMU_H

#include <stdbool.h>

/* By the PCI host bridge, at any time: a machine without PCI is not found. Its CPU may be emulated, or the
 * host's own. */
bool qemu_has_bridge(void);

#endif
