/* SPDX-License-Identifier: MIT */
/* What depends on the processor and on QEMU's machine in the first process of `bareline count`. */
#ifndef LINUX_COUNT_MACHINE_H
#define LINUX_COUNT_MACHINE_H

#include <stddef.h>
#include <stdint.h>

/* Get access to the devices of the functions below. Exits on failure. */
void machine_begin(void);

/* Start the request to QEMU's configuration device that is at this physical address. The request
 * ends at once. */
void machine_request(uint64_t request_phys);

/* Send bytes directly to the serial port, where QEMU takes each byte at once. */
void machine_send(const char *bytes, size_t size);

/* Let QEMU stop the machine. Returns when the machine continues. */
void machine_stop(void);

/* Begin to count, and execute the program. In between, nothing else is executed. If the program
 * cannot be executed, returns a negative errno. */
long machine_exec(const char *path, char *const *arguments, char *const *environment);

/* Begin and end counting. */
void machine_mark_begin(void);
void machine_mark_end(void);

#endif
