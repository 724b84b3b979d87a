/* SPDX-License-Identifier: MIT */
/* The serial port that records go to. */
#ifndef KERNEL_MACHINE_SERIAL_H
#define KERNEL_MACHINE_SERIAL_H

#include <stdbool.h>
#include <stdint.h>

/* A serial port, as the command line names it. */
struct serial_choice {
	uint64_t address;               /* address in the machine; 0: the machine finds the port
					 * itself */
	uint32_t register_bytes;        /* distance between registers in memory */
	uint32_t baud;                  /* 0: as the firmware set it */
};

#define SERIAL_PORTS_MAX 4u

struct serial_choices {
	struct serial_choice items[SERIAL_PORTS_MAX];
	unsigned count;                 /* 0: no serial port */
	bool is_chosen;                 /* chosen on the command line: if there is no such port,
					 * warn */
};

/* The port that is used unless the command line names another. */
struct serial_choice serial_default(void);

/* Parse a port's name, and set its usual baud rate. Changes text. Returns 0, or -EINVAL if the
 * machine has no port of that name. */
int serial_parse(char *text, struct serial_choice *choice);

/* Usual, lowest and highest speed of a port in baud. */
#define SERIAL_DEFAULT_BAUD 115200
#define SERIAL_BAUD_MIN 300
#define SERIAL_BAUD_MAX 115200

/* If the port was given up, wait for it once more, so that the last output may arrive. Call between
 * lines. */
void serial_settle(void);

/* Wait, within a time limit, until the last character was sent. */
void serial_drain(void);

#endif
