/* SPDX-License-Identifier: MIT */
/* Turning the hardware prefetchers off, on CPUs that document how. */
#ifndef KERNEL_PMU_PREFETCHER_H
#define KERNEL_PMU_PREFETCHER_H

#include <stdbool.h>

/* Find the register. Returns whether there is one that keeps what is written to it. Boot CPU,
 * once. */
bool prefetcher_init(void);

#endif
