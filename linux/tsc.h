/* SPDX-License-Identifier: MIT */
/* The TSC's frequency as CPUID states it and as the kernel's clock shows it. */
#ifndef LINUX_TSC_H
#define LINUX_TSC_H

#include <stddef.h>

#include "lib/tsc_select.h"

/* Find the frequency; takes about 60 ms. Warns of sources that disagree. */
void tsc_init(void);

/* All sources, in order of preference, and how many. */
const struct tsc_source *tsc_sources(size_t *count);

#endif
