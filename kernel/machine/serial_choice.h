/* SPDX-License-Identifier: MIT */
/* A serial port that the user chose for records. */
#ifndef KERNEL_MACHINE_SERIAL_CHOICE_H
#define KERNEL_MACHINE_SERIAL_CHOICE_H

#include <stdint.h>

#define SERIAL_PORTS_MAX 4u

struct serial_choice {
	uint64_t address;               /* in I/O space or in memory; 0: PCI controllers */
	uint32_t register_bytes;        /* in memory: from one register to the next */
	uint32_t baud;
};

#endif
