/* SPDX-License-Identifier: MIT */
/* Output to a 16550 serial port in memory. PC16550D data sheet, "Registers". */
#ifndef KERNEL_RISCV64_DEV_UART_H
#define KERNEL_RISCV64_DEV_UART_H

#include <stdbool.h>
#include <stdint.h>

#include "kernel/machine/serial.h"

/* Use the first port of the device tree, whose speed firmware has set. Returns false without one.
 * Again after paging_init, as its address changes; then nothing is added to the console. */
bool uart_init(void);

/* Give the port back as firmware had set it. The other function sets it up again. */
void uart_restore(void);
void uart_set_up_again(void);

/* The scratch register, whose reads have no side effects; NULL without a port in use. */
const volatile uint8_t *uart_scratch_register(void);

#endif
