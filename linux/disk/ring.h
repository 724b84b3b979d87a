/* SPDX-License-Identifier: MIT */
/* io_uring by the system's calls: requests go to the kernel and come back through two rings of
 * shared memory. Linux's manual pages io_uring_setup(2), io_uring_enter(2). */
#ifndef LINUX_DISK_RING_H
#define LINUX_DISK_RING_H

#include <stdbool.h>
#include <stdint.h>

/* Make a ring for so many requests. Returns 0 or a negative errno: the kernel has none, or does not
 * let this process have one. */
int ring_open(unsigned depth);
void ring_close(void);

/* Read bytes of a file past an offset; number comes back with what came of it. Returns 0 or a
 * negative errno. */
int ring_submit(int file, void *buffer, uint32_t bytes, uint64_t offset, uint64_t number);

/* Look whether a request has come back: its number, and the bytes read or a negative errno. */
bool ring_poll(uint64_t *number, int *result);

/* Sleep until one has. Returns 0 or a negative errno. */
int ring_sleep(void);

#endif
