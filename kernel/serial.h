/* A 16550 serial port as output. */
#ifndef KERNEL_SERIAL_H
#define KERNEL_SERIAL_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define SERIAL_COM1 0x3f8
#define SERIAL_DEFAULT_BAUD 115200
#define SERIAL_BAUD_MIN 300
#define SERIAL_BAUD_MAX 115200

/* Look for a UART at port by its loopback mode and set it to baud, 8 data bits, no parity. Returns
 * whether there is one; without one serial_put does nothing. */
bool serial_init(uint16_t port, uint32_t baud);

/* Send text, a newline as CR LF. Returns false when the port has stopped taking characters and was
 * given up just now, else true. */
bool serial_put(const char *text, size_t length);

/* Wait, for a bounded time, until the last character has left the UART. */
void serial_drain(void);

#endif
