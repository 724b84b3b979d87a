/* SPDX-License-Identifier: MIT */
/* The memory that the process may use without being killed. */
#ifndef LINUX_MEMORY_LIMIT_H
#define LINUX_MEMORY_LIMIT_H

#include <stdint.h>

/* Bytes available now. This is the minimum of the machine's free memory, what remains of the
 * control group's limit, and the address space limit, minus a quarter for other programs. */
uint64_t memory_limit_bytes(void);

#endif
