/* SPDX-License-Identifier: MIT */
/* Output to a PL011 serial port. Arm, "PrimeCell UART (PL011) Technical Reference Manual" (DDI
 * 0183), "Register descriptions". */
#ifndef KERNEL_AARCH64_DEV_PL011_H
#define KERNEL_AARCH64_DEV_PL011_H

#include <stdbool.h>
#include <stdint.h>

#include "kernel/machine/serial.h"

/* Use the port of the device tree: the one of /chosen's stdout-path, or else the first. Firmware
 * has set its speed. Returns false without one. Again after paging_init, as its address changes;
 * then nothing is added to the console. */
bool pl011_init(void);

/* Give the port back as firmware had set it. The other function sets it up again. */
void pl011_restore(void);
void pl011_set_up_again(void);

/* The flag register, whose reads have no side effects; NULL without a port in use. */
const volatile uint32_t *pl011_flag_register(void);

#endif
