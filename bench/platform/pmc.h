/* SPDX-License-Identifier: MIT */
/* The part of bench/platform.h that counts events. */
#ifndef BENCH_PLATFORM_PMC_H
#define BENCH_PLATFORM_PMC_H

#include <stddef.h>
#include <stdint.h>

#include "lib/x86/pmc_event.h"

#define PLATFORM_PMC_MAX 8
#define PLATFORM_PMC_NAME_CHARS 20

/* An event that is being counted on this CPU. */
struct platform_pmc {
	enum pmc_event event;
	uint64_t select;        /* event select and unit mask; 0: a register of its own */
	uint64_t mask;          /* of the bits it has: a difference is taken under it */
	uint32_t msr;           /* that holds its count too; 0: none that we may read */
	char counter[PLATFORM_PMC_NAME_CHARS];  /* which it is, for a person */
};

/* Why the event can't be counted here, to follow what it is; NULL if it can. */
const char *platform_pmc_lacking(enum pmc_event event);

/* Count events, from now on, in every ring that platform_describe's pmu record names: as many of
 * the first ones as find a counter at once, PLATFORM_PMC_MAX at most. Describes each in counters
 * and returns how many there are. What was open is closed. Not while a sample is being taken. */
size_t platform_pmc_open(const enum pmc_event *events, size_t count, struct platform_pmc *counters);

/* Read all that are open, in their order: what came before is counted and what comes after is not.
 * Takes the same instructions each time. UINT64_MAX stands for one that could not be read. */
#define PLATFORM_PMC_UNREAD UINT64_MAX
void platform_pmc_read(uint64_t *values);

/* Stop them; does nothing if none is open. The runner does so at the end of a point. */
void platform_pmc_close(void);

#endif
