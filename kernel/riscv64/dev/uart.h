/* SPDX-License-Identifier: MIT */
/* Output to a 16550 serial port in memory. PC16550D data sheet, "Registers". */
#ifndef KERNEL_RISCV64_DEV_UART_H
#define KERNEL_RISCV64_DEV_UART_H

#include <stdbool.h>
#include <stdint.h>

#include "kernel/machine/serial.h"

/* Use the first port of the device tree or, without a tree, of the ACPI tables. Firmware has set
 * its speed. Returns false without a port. The first call adds the port to the console. Call again
 * after paging_init, because the port's address changes. */
bool uart_init(void);

/* uart_restore() gives the port back as firmware had set it. uart_set_up_again() sets it up
 * again. */
void uart_restore(void);
void uart_set_up_again(void);

/* Let the port interrupt because it has room, or end that. uart_raise_line() returns false without
 * a port in use. */
bool uart_raise_line(void);
void uart_release_line(void);

/* The scratch register, whose reads have no side effects; NULL without a port in use. */
const volatile uint8_t *uart_scratch_register(void);

#endif
