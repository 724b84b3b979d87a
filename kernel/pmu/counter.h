/* SPDX-License-Identifier: MIT */
/* The registers of the counters that a CPU claims to have. Every one is reached through a probe, so
 * a claim that is not true ends in an error and not in a fault. Boot CPU only, interrupts off. */
#ifndef KERNEL_PMU_COUNTER_H
#define KERNEL_PMU_COUNTER_H

#include <stdbool.h>
#include <stdint.h>

#include "lib/x86/pmu_shape.h"

#define PMU_COUNTERS_MAX (PMU_PROGRAMMABLE_MAX + PMU_FIXED_MAX)

struct pmu_counter {
	bool is_fixed;
	bool works;                     /* for kernel/pmu/pmu.c, which finds out */
	unsigned number;
	uint32_t select_msr;            /* a fixed one has none to itself */
	uint32_t count_msr;
	uint64_t mask;                  /* of the bits it has */
};

/* Those that were claimed last: the programmable ones first. */
extern struct pmu_counter pmu_counters[PMU_COUNTERS_MAX];
extern unsigned pmu_counter_count;

/* Lay out the counters of a shape, none of which works yet. */
void pmu_counters_claim(const struct pmu_shape *shape);

/* Stop all of them, and forget their overflows. */
void pmu_counters_stop(void);

/* Let the counters run whose bits are given, of those that were set, and no others. On a PMU
 * without a register for that they run since they were set. Returns 0 or -EFAULT. */
int pmu_counters_run(uint64_t bits);

/* An overflow that is left standing may keep its counter frozen. */
void pmu_counters_clear_overflows(void);

/* Set one to count in all rings, from count on: what select says, with an interrupt at overflow if
 * that is wanted, or its one event if it is a fixed one. Returns 0, -EFAULT if a register is not
 * there, or -EIO if it does not keep what is written. */
int pmu_counter_set(const struct pmu_counter *counter, uint64_t select, bool interrupts,
		    uint64_t count);

void pmu_counter_stop(const struct pmu_counter *counter);

/* Its bit for pmu_counters_run. */
uint64_t pmu_counter_bit(const struct pmu_counter *counter);

/* The number by which RDPMC reads it. */
uint32_t pmu_counter_rdpmc(const struct pmu_counter *counter);

#endif
