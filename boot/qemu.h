/* SPDX-License-Identifier: MIT */
/* Detects QEMU's devices, even if its CPU hides the hypervisor. */
#ifndef BOOT_QEMU_H
#define BOOT_QEMU_H

#include <stdbool.h>

/* Whether the machine has QEMU's devices. The CPU may be emulated or that of the host. On x86-64,
 * the PCI host bridge is then one of QEMU's, or there is none, whereas every real machine with a
 * 64-bit CPU has PCI; may be called at any time. On other processors, there is then a fw_cfg
 * device; call after fw_cfg_use() of boot/fw_cfg_memory.h. */
bool qemu_made_devices(void);

#endif
