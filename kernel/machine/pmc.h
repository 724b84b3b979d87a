/* SPDX-License-Identifier: MIT */
/* Records of performance counters, and of the state of CPUs. */
#ifndef KERNEL_MACHINE_PMC_H
#define KERNEL_MACHINE_PMC_H

struct wire_writer;

/* Write the record of available counters, if there are any. */
void pmc_describe(struct wire_writer *writer);

/* Write the records of the state that firmware left on each CPU: one for each part that changes
 * figures. */
void state_describe(struct wire_writer *writer);

/* At the end of a run: write whether the measuring CPU was throttled, and its temperatures. */
void state_conclude(struct wire_writer *writer);

#endif
