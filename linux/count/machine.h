/* SPDX-License-Identifier: MIT */
/* What depends on the processor and on QEMU's machine in the first process of `bareline count`. */
#ifndef LINUX_COUNT_MACHINE_H
#define LINUX_COUNT_MACHINE_H

#include <stddef.h>
#include <stdint.h>

/* Get access to the devices of the functions below. Exits on failure. */
void machine_begin(void);

/* Start the request of QEMU's configuration device at this physical address. It ends at once. */
void machine_request(uint64_t request_phys);

/* Send bytes directly to the serial port, where QEMU takes each at once. */
void machine_send(const char *bytes, size_t size);

/* Let QEMU stop the machine. Returns when it goes on. */
void machine_stop(void);

/* Begin to count, and execute the program. Nothing else is executed in between. Returns a negative
 * errno if the program cannot be executed. */
long machine_exec(const char *path, char *const *arguments, char *const *environment);

/* Begin and end counting. */
void machine_mark_begin(void);
void machine_mark_end(void);

#endif
