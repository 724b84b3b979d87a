/* SPDX-License-Identifier: MIT */
/* Performance counters of bench/platform.h in a Linux process. */
#ifndef LINUX_PMU_PMC_H
#define LINUX_PMU_PMC_H

struct pmu_leaves;
struct wire_writer;

/* Find out once whether Linux lets this thread count events on its CPU, whose leaves are given, and
 * how to read the counts. */
void pmc_init(const struct pmu_leaves *leaves);

/* Why counting is impossible, or what would permit it; NULL if it works. */
const char *pmc_missing_reason(void);

/* Write the pmu record. If counting is impossible, write nothing. */
void pmc_describe(struct wire_writer *writer);

#endif
