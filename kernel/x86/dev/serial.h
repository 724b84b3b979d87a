/* SPDX-License-Identifier: MIT */
/* Output to a 16550 serial port. */
#ifndef KERNEL_X86_DEV_SERIAL_H
#define KERNEL_X86_DEV_SERIAL_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "kernel/machine/serial.h"


/* Detect a UART at port by its loopback mode and set it to baud, 8 data bits, no parity. Returns
 * whether there is one; it is then part of the console. Otherwise serial_write does nothing. */
bool serial_init(uint16_t port, uint32_t baud);

/* Set the port up again after another owner used it. */
void serial_set_up_again(void);

/* Send text, with newlines as CR LF. Waits for a port that accepts nothing, at most a minute, with
 * a message on the other outputs. After that, output is lost until the port accepts characters
 * again, which is tested after each line. An output_stall record reports each wait of a second or
 * more, and the loss. Not during a sample. */
void serial_write(const char *text, size_t length);

/* Enable loopback with an interrupt, until serial_loopback_end or the next serial_write. First
 * waits until all output was sent. For a port with an interrupt. */
void serial_loopback_begin(void);
void serial_loopback_end(void);

/* The data port: writing sends a byte, reading receives one. */
uint16_t serial_data_port(void);

/* The port's ISA interrupt; negative without a port or a standard assignment. */
int serial_irq(void);

#endif
