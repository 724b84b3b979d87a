/* SPDX-License-Identifier: MIT */
/* The frequency of the measuring clock (x86-64: the TSC), from the processor and from the kernel's
 * clock. */
#ifndef LINUX_TSC_H
#define LINUX_TSC_H

#include <stddef.h>

#include "lib/clock_select.h"

/* Determine the frequency, which takes about 60 ms. Warns about sources that disagree. */
void tsc_init(void);

/* All sources, by preference, and their number. */
const struct clock_source *clock_sources(size_t *count);

#endif
