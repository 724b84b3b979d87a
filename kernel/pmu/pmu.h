/* SPDX-License-Identifier: MIT */
/* The performance counters of the boot CPU: found by CPUID, tried one by one, and set to count
 * events. Nothing is believed for being claimed: emulators show counters whose registers fault,
 * hypervisors such as never move. Other CPUs' counters are left alone. */
#ifndef KERNEL_PMU_PMU_H
#define KERNEL_PMU_PMU_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "bench/platform.h"
#include "lib/x86/pmu_shape.h"

/* What pmu_init found to be true. */
struct pmu_findings {
	struct pmu_shape shape;         /* as claimed */
	unsigned programmable, fixed;   /* counters that were seen to count in rings 0 and 3 */
	bool has_aperf;                 /* APERF and MPERF move */
	bool overflow_interrupts;       /* by way of the local APIC */
};

/* Try every counter of this CPU, given its leaves, and leave all stopped. Boot CPU, once,
 * interrupts off, after lapic_init and user_mode_init. Warns of counters that do not work beside
 * some that do. */
void pmu_init(const struct pmu_leaves *leaves);

const struct pmu_findings *pmu_findings(void);

/* Why no counter can be used; NULL if one can. */
const char *pmu_lacking(void);

/* Why the event can't be counted; NULL if it can. */
const char *pmu_event_lacking(enum pmc_event event);

/* As platform_pmc_open and platform_pmc_close. */
size_t pmu_open(const enum pmc_event *events, size_t count, struct platform_pmc *counters);
void pmu_close(void);

/* How to read what pmu_open opened, for readers that count instructions. */
struct pmu_reader {
	uint32_t number;                /* RDPMC's, or an MSR's */
	bool is_msr;
};

extern struct pmu_reader pmu_readers[PLATFORM_PMC_MAX];
extern size_t pmu_reader_count;

/* ---- What the trial of a counter needs of the machine, in try.c ---- */

/* Execute a loop of so many turns, not 0, of two instructions each, in ring 0 or 3. */
void pmu_work(unsigned ring, uint64_t turns);

/* Let overflows interrupt this CPU, until pmu_heard, which tells whether one did. */
void pmu_listen(void);
bool pmu_heard(void);

#endif
