/* SPDX-License-Identifier: MIT */
/* Registers of the performance counters that a CPU claims. Probes access them, so a false claim
 * results in an error instead of a fault. Boot CPU only, interrupts off. */
#ifndef KERNEL_X86_PMU_COUNTER_H
#define KERNEL_X86_PMU_COUNTER_H

#include <stdbool.h>
#include <stdint.h>

#include "lib/x86/pmu_shape.h"

#define PMU_COUNTERS_MAX (PMU_PROGRAMMABLE_MAX + PMU_FIXED_MAX)

struct pmu_counter {
	bool is_fixed;
	bool works;                     /* set by pmu.c after a test */
	unsigned number;
	uint32_t select_msr;            /* unused for fixed counters */
	uint32_t count_msr;
	uint64_t mask;                  /* of implemented bits */
};

/* The counters of the latest pmu_counters_claim, programmable ones first. */
extern struct pmu_counter pmu_counters[PMU_COUNTERS_MAX];
extern unsigned pmu_counter_count;

/* List the counters of a shape. None is marked as working yet. */
void pmu_counters_claim(const struct pmu_shape *shape);

/* Stop all counters and clear their overflows. */
void pmu_counters_stop(void);

/* Of the configured counters, run exactly these, given as bits. A PMU without a global control
 * register runs counters as soon as they are configured. Returns 0 or -EFAULT. */
int pmu_counters_run(uint64_t bits);

/* Clear overflows, because a pending overflow may freeze its counter. */
void pmu_counters_clear_overflows(void);

/* Configure a counter for all rings, starting at count. A programmable counter counts the event of
 * select, a fixed counter its own event. If requested, an overflow raises an interrupt. Returns 0,
 * -EFAULT if a register faults, or -EIO if a register does not keep its value. */
int pmu_counter_set(const struct pmu_counter *counter, uint64_t select, bool interrupts,
		    uint64_t count);

void pmu_counter_stop(const struct pmu_counter *counter);

/* The counter's bit for pmu_counters_run. */
uint64_t pmu_counter_bit(const struct pmu_counter *counter);

/* The counter's number for RDPMC. */
uint32_t pmu_counter_rdpmc(const struct pmu_counter *counter);

#endif
