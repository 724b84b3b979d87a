/* SPDX-License-Identifier: MIT */
/* bench/platform.h's performance counters in a Linux process. */
#ifndef LINUX_PMU_PMC_H
#define LINUX_PMU_PMC_H

#include "lib/x86/pmu_shape.h"

struct wire_writer;

/* Find out whether Linux lets this thread count events on the CPU it stays on, whose leaves these
 * are, and how they can be read. Once. */
void pmc_init(const struct pmu_leaves *leaves);

/* Why nothing can be counted, or what would allow it; NULL if something can. */
const char *pmc_lacking(void);

/* Write the record of what counts here; nothing if nothing does. */
void pmc_describe(struct wire_writer *writer);

#endif
