/* SPDX-License-Identifier: MIT */
/* How much memory the process may take without being killed for it. */
#ifndef LINUX_MEMORY_LIMIT_H
#define LINUX_MEMORY_LIMIT_H

#include <stdint.h>

/* Bytes that can be had now: the least of what the machine has free, what the control group has
 * left and the address space limit, with a quarter held back for everyone else. */
uint64_t memory_limit_bytes(void);

#endif
