/* SPDX-License-Identifier: MIT */
/* Reads that may fault. Any CPU, whenever exceptions can be handled, including in exception
 * handlers. */
#ifndef KERNEL_MACHINE_PROBE_H
#define KERNEL_MACHINE_PROBE_H

#include <stdbool.h>
#include <stdint.h>

struct trap_frame;

/* Read eight bytes. Returns 0, or -EFAULT if the read raised an exception. */
int probe_read(uint64_t address, uint64_t *value);

/* If the exception came from a probe, set *frame to continue after it and return true. */
bool probe_recover(struct trap_frame *frame);

#endif
