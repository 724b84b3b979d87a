/* SPDX-License-Identifier: MIT */
/* bench/platform.h's performance counters on the bare machine. */
#ifndef KERNEL_PMU_PMC_H
#define KERNEL_PMU_PMC_H

struct wire_writer;

/* Write the record of what counts here; nothing if nothing does. */
void pmc_describe(struct wire_writer *writer);

#endif
