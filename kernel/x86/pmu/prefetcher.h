/* SPDX-License-Identifier: MIT */
/* Disables the hardware prefetchers, on CPUs with a documented control. */
#ifndef KERNEL_X86_PMU_PREFETCHER_H
#define KERNEL_X86_PMU_PREFETCHER_H

#include <stdbool.h>

/* Find the register. Returns whether it exists and keeps its value. Boot CPU, once. */
bool prefetcher_init(void);

/* "on", or "off" if firmware left any prefetcher off; NULL if that is unknown. After
 * prefetcher_init. */
const char *prefetcher_state(void);

#endif
