/* SPDX-License-Identifier: MIT */
/* The boot CPU's performance counters: PMUv3. Arm ARM, "The Performance Monitors Extension". */
#ifndef KERNEL_AARCH64_PMU_PMU_H
#define KERNEL_AARCH64_PMU_PMU_H

#include <stddef.h>
#include <stdint.h>

#include "bench/platform.h"
#include "kernel/machine/pmu.h"
#include "lib/aarch64/control.h"

/* Find the counters, and test that instructions and cycles are counted. Warns if they are not. Boot
 * CPU, once, interrupts off. */
void pmu_init(void);

/* pmu_version() returns ID_AA64DFR0_EL1.PMUVer, and pmu_event_counters() the number of event
 * counters. */
unsigned pmu_version(void);
unsigned pmu_event_counters(void);

/* Why the event cannot be counted, or NULL. */
const char *pmu_event_missing_reason(enum pmc_event event);

/* Implement platform_pmc_open and platform_pmc_close. */
size_t pmu_open(const enum pmc_event *events, size_t count, struct platform_pmc *counters);
void pmu_close(void);

/* The counters of pmu_open by number. PMU_CYCLES is the number of the cycle counter. */
#define PMU_CYCLES 31u

extern uint32_t pmu_readers[PLATFORM_PMC_MAX];
extern size_t pmu_reader_count;

/* Select an event counter, and read it. */
static inline uint64_t pmu_read_counter(uint32_t number)
{
	if (number == PMU_CYCLES)
		return read_register(pmccntr_el0);
	write_register(pmselr_el0, number);
	return read_register(pmxevcntr_el0);
}

/* Store one value per open counter, in the counters' order. */
static inline void pmu_read(uint64_t *values)
{
	__asm__ volatile("isb" : : : "memory");
	for (size_t i = 0; i < pmu_reader_count; i++)
		values[i] = pmu_read_counter(pmu_readers[i]);
	__asm__ volatile("isb" : : : "memory");
}

#endif
