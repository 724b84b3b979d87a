/* SPDX-License-Identifier: MIT */
/* Devices of QEMU's virt machines, which are in memory on each processor. */
#ifndef LINUX_COUNT_VIRT_H
#define LINUX_COUNT_VIRT_H

#include <stdint.h>

/* Get access to the pages of the serial port and of QEMU's configuration device at these physical
 * addresses, and to the device that stops the machine. Exits on failure. */
void virt_begin(uint32_t serial_phys, uint32_t config_phys);

/* The page of the serial port. */
extern volatile void *virt_serial;

/* Implement machine_request() and machine_stop() of machine.h. */
void virt_request(uint64_t request_phys);
void virt_stop(void);

#endif
