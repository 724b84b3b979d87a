/* SPDX-License-Identifier: MIT */
/* Performance counters. */
#ifndef KERNEL_MACHINE_PMU_H
#define KERNEL_MACHINE_PMU_H

/* Why no counter is usable, or NULL. */
const char *pmu_missing_reason(void);

#endif
