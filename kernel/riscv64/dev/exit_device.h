/* SPDX-License-Identifier: MIT */
/* QEMU's test device, which ends QEMU with a status. */
#ifndef KERNEL_RISCV64_DEV_EXIT_DEVICE_H
#define KERNEL_RISCV64_DEV_EXIT_DEVICE_H

/* Find the device in the tree. After paging_init. */
void exit_device_init(void);

#endif
