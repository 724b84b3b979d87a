/* SPDX-License-Identifier: MIT */
/* The boot CPU's performance counters: enumerated by CPUID, tested one by one, and assigned to
 * events. Claims are not trusted, because counters of some emulators fault, and counters of some
 * hypervisors never count. Counters of other CPUs are not touched. */
#ifndef KERNEL_X86_PMU_PMU_H
#define KERNEL_X86_PMU_PMU_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "bench/platform.h"
#include "kernel/machine/pmu.h"
#include "lib/x86/pmu_shape.h"

/* Results of pmu_init's tests. */
struct pmu_findings {
	struct pmu_shape shape;         /* as claimed */
	unsigned programmable, fixed;   /* counters that work in rings 0 and 3 */
	bool has_aperf;                 /* APERF and MPERF advance */
	bool overflow_interrupts;       /* overflows interrupt through the local APIC */
};

/* Test every counter of this CPU, given its CPUID leaves, and leave all stopped. Warns about
 * failing counters if others work. Boot CPU, once, interrupts off, after lapic_init and
 * user_mode_init. */
void pmu_init(const struct pmu_leaves *leaves);

const struct pmu_findings *pmu_findings(void);

/* Why the event cannot be counted, or NULL. */
const char *pmu_event_missing_reason(enum pmc_event event);

/* Implement platform_pmc_open and platform_pmc_close. */
size_t pmu_open(const enum pmc_event *events, size_t count, struct platform_pmc *counters);
void pmu_close(void);

/* How callers that count instructions read the counters of pmu_open. */
struct pmu_reader {
	uint32_t number;                /* number for RDPMC, or of an MSR */
	bool is_msr;
};

extern struct pmu_reader pmu_readers[PLATFORM_PMC_MAX];
extern size_t pmu_reader_count;

/* ---- For tests of counters: try.c ---- */

/* Execute a loop of turns (not 0) iterations with two instructions each, in ring 0 or 3. */
void pmu_work(unsigned ring, uint64_t turns);

/* pmu_listen() listens for overflow interrupts on this CPU. pmu_heard() stops, and returns whether
 * one arrived. */
void pmu_listen(void);
bool pmu_heard(void);

#endif
