/* SPDX-License-Identifier: MIT */
/* QEMU's device isa-debug-exit, which ends the machine when it is written to. A value v gives exit
 * status 2 v + 1. */
#ifndef LIB_QEMU_EXIT_H
#define LIB_QEMU_EXIT_H

#define QEMU_EXIT_PORT 0xf4
#define QEMU_EXIT_VALUE_SUCCESS 16
#define QEMU_EXIT_VALUE_FAILURE 17
#define QEMU_EXIT_SUCCESS (2 * QEMU_EXIT_VALUE_SUCCESS + 1)
#define QEMU_EXIT_FAILURE (2 * QEMU_EXIT_VALUE_FAILURE + 1)

/* The exit status after a power-off or reset. */
#define QEMU_EXIT_POWER_OFF 0

#endif
