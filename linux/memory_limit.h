/* SPDX-License-Identifier: MIT */
/* Memory that the process may use without being killed. */
#ifndef LINUX_MEMORY_LIMIT_H
#define LINUX_MEMORY_LIMIT_H

#include <stdint.h>

/* Bytes available now: the minimum of the machine's free memory, the control group's rest and the
 * address space limit, minus a quarter for other programs. */
uint64_t memory_limit_bytes(void);

#endif
