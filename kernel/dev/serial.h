/* SPDX-License-Identifier: MIT */
/* A 16550 serial port as output. */
#ifndef KERNEL_DEV_SERIAL_H
#define KERNEL_DEV_SERIAL_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define SERIAL_COM1 0x3f8
#define SERIAL_DEFAULT_BAUD 115200
#define SERIAL_BAUD_MIN 300
#define SERIAL_BAUD_MAX 115200

/* Look for a UART at port by its loopback mode and set it to baud, 8 data bits, no parity. Returns
 * whether there is one, which is part of the console then; without one serial_write does
 * nothing. */
bool serial_init(uint16_t port, uint32_t baud);

/* Set the port up as serial_init did, if there is one: somebody else has had it in between. */
void serial_set_up_again(void);

/* Send text, a newline as CR LF. If the port is not ready, wait at most a minute and report that to
 * the other outputs. Then output is lost until the port is ready again, which is checked after each
 * line. An output_stall record marks each wait of a second or more and the lost output. Not while a
 * sample is being taken. */
void serial_write(const char *text, size_t length);

/* If the port was given up, wait for it once more, that what comes last may arrive.
 * Between lines. */
void serial_settle(void);

/* Let the port receive what it sends, by an interrupt, until serial_loopback_end or the next
 * serial_write: wait until all has left that was sent, so that none is lost. For a port that has an
 * interrupt. */
void serial_loopback_begin(void);
void serial_loopback_end(void);

/* The port that sends a byte when written and takes one when read. */
uint16_t serial_data_port(void);

/* The ISA interrupt of the port; negative without a port, or where the PC has none assigned. */
int serial_irq(void);

/* Wait, as serial_write does, until the last character has left the UART. */
void serial_drain(void);

#endif
