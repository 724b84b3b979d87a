/* SPDX-License-Identifier: MIT */
/* Output to serial ports. All ports get the same text. */
#ifndef KERNEL_X86_DEV_SERIAL_H
#define KERNEL_X86_DEV_SERIAL_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "kernel/machine/serial.h"


/* Detect a UART (a port of uart.h) by its loopback mode and set it to baud, 8 data bits and no
 * parity. With baud 0, keep the firmware's speed. Returns whether there is a UART and room for it.
 * If so, the UART is then part of the console. */
bool serial_add(uint32_t uart, uint32_t baud);

/* Number of ports, and whether a certain UART is one of them. */
unsigned serial_count(void);
bool serial_has(uint32_t uart);

/* serial_find_chosen() adds the chosen ports that are not in I/O space, and warns about ports that
 * do not work. serial_find() adds the port of the firmware's console. If there is still no port,
 * serial_find() adds another port that firmware names, or a PCI serial controller. Call one of the
 * two functions once, after pci_init. */
void serial_find_chosen(const struct serial_choice *choices, unsigned count);
void serial_find(void);

/* serial_restore() gives all ports except the standard ones back as they were.
 * serial_set_up_again() sets all ports up again after another owner used them. */
void serial_restore(void);
void serial_set_up_again(void);

/* Send text, with newlines as CR LF. If a port accepts nothing, waits for it, at most a minute,
 * with a message on the other outputs. After that, output is lost until the port accepts characters
 * again, which each line tests. An output_stall record reports each wait of a second or more, and
 * the loss. Not during a sample. */
void serial_write(const char *text, size_t length);

/* Enable loopback with an interrupt, until serial_loopback_end or the next serial_write. First
 * waits until all output was sent. For a port with an interrupt. */
void serial_loopback_begin(void);
void serial_loopback_end(void);

/* The data port of the first serial port with an interrupt. Writing sends a byte, reading receives
 * one. */
uint16_t serial_data_port(void);

/* serial_irq() returns the ISA interrupt of that port; negative without one. serial_uses_irq()
 * returns whether any port has the interrupt irq. */
int serial_irq(void);
bool serial_uses_irq(int irq);

#endif
