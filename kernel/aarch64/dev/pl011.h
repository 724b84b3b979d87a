/* SPDX-License-Identifier: MIT */
/* Output to a PL011 serial port. Arm, "PrimeCell UART (PL011) Technical Reference Manual" (DDI
 * 0183), "Register descriptions". */
#ifndef KERNEL_AARCH64_DEV_PL011_H
#define KERNEL_AARCH64_DEV_PL011_H

#include <stdbool.h>
#include <stdint.h>

#include "kernel/machine/serial.h"

/* Use the port that stdout-path of /chosen names in the device tree, or else the first one; without
 * a tree, the first one of the ACPI tables. Firmware has set its speed. Returns false without a
 * port. The first call adds the port to the console. Call again after paging_init, because the
 * port's address changes. */
bool pl011_init(void);

/* pl011_restore() gives the port back as firmware had set it. pl011_set_up_again() sets it up
 * again. */
void pl011_restore(void);
void pl011_set_up_again(void);

/* The flag register, whose reads have no side effects; NULL without a port in use. */
const volatile uint32_t *pl011_flag_register(void);

#endif
