/* SPDX-License-Identifier: MIT */
/* A serial port for reading. It is a real port, a pseudo-terminal, as made by QEMU's -serial pty,
 * or a program that prints what it receives, such as ipmitool. */
#ifndef TOOLS_RUN_PORT_H
#define TOOLS_RUN_PORT_H

#include <stddef.h>
#include <sys/types.h>

#include "tools/base/child.h"

struct sp_port;

struct port {
	struct sp_port *serial;         /* NULL for a pseudo-terminal or a program */
	int file;
	bool has_program;
	struct child program;
};

/* Open the device: 8 data bits, no parity, 1 stop bit, no flow control. Follows links. On failure,
 * prints the cause and returns -1, else 0. */
int port_open(struct port *port, const char *device, unsigned baud);

/* Like port_open(), for a program, whose terminal this process then is. The messages of the program
 * go to standard error. port_close ends it. */
int port_start(struct port *port, char *const *command);
void port_close(struct port *port);

/* Wait up to wait_ms for bytes. Returns their number, 0 after a timeout or a signal, or -1 if the
 * device disappeared or the program ended. */
ssize_t port_read(struct port *port, char *bytes, size_t size, int wait_ms);

#endif
