/* SPDX-License-Identifier: MIT */
/* Performance counters of bench/platform.h on bare metal. */
#ifndef KERNEL_X86_PMU_PMC_H
#define KERNEL_X86_PMU_PMC_H

struct wire_writer;

/* Write the record of available counters, if there are any. */
void pmc_describe(struct wire_writer *writer);

#endif
