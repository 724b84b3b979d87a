/* SPDX-License-Identifier: MIT */
/* A serial port to read from: a real one, or a pseudo-terminal such as QEMU's -serial pty makes. */
#ifndef TOOLS_RUN_PORT_H
#define TOOLS_RUN_PORT_H

#include <stddef.h>
#include <sys/types.h>

struct sp_port;

struct port {
	struct sp_port *serial;         /* NULL for a pseudo-terminal */
	int file;
};

/* Open the device for reading, 8 data bits, no parity, 1 stop bit, no flow control. Links are
 * followed. Returns 0, or -1 having said why. */
int port_open(struct port *port, const char *device, unsigned baud);
void port_close(struct port *port);

/* Wait up to wait_ms for bytes. Returns how many came, 0 if none did or a signal came first, or -1
 * if the device is gone. */
ssize_t port_read(struct port *port, char *bytes, size_t size, int wait_ms);

#endif
