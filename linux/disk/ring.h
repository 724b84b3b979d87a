/* SPDX-License-Identifier: MIT */
/* io_uring by system calls: requests go to the kernel and come back through two rings in shared
 * memory. Linux's manual pages io_uring_setup(2), io_uring_enter(2). */
#ifndef LINUX_DISK_RING_H
#define LINUX_DISK_RING_H

#include <stdbool.h>
#include <stdint.h>

/* Create a ring for depth requests. Returns 0. If the kernel lacks io_uring or denies it to this
 * process, returns a negative errno. */
int ring_open(unsigned depth);
void ring_close(void);

/* Read bytes from a file at an offset; number identifies the result. Returns 0, or a negative errno
 * if nothing is queued. */
int ring_submit(int file, void *buffer, uint32_t bytes, uint64_t offset, uint64_t number);

/* Poll for a completed request: its number, and the bytes read or a negative errno. */
bool ring_poll(uint64_t *number, int *result);

/* Sleep until a request has completed. Returns 0 or a negative errno. */
int ring_sleep(void);

#endif
