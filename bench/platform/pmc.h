/* SPDX-License-Identifier: MIT */
/* The part of bench/platform.h that counts events. */
#ifndef BENCH_PLATFORM_PMC_H
#define BENCH_PLATFORM_PMC_H

#include <stddef.h>
#include <stdint.h>

#include "lib/pmc_event.h"

#define PLATFORM_PMC_MAX 8
#define PLATFORM_PMC_NAME_CHARS 20

/* An event that is counted on this CPU. */
struct platform_pmc {
	enum pmc_event event;
	uint64_t select;        /* event select and unit mask; 0: a dedicated register */
	uint64_t mask;          /* the valid bits, to apply to differences */
	uint32_t msr;           /* that also contains its count; 0: none readable */
	char counter[PLATFORM_PMC_NAME_CHARS];  /* its name, for users */
};

/* Why the event cannot be counted here, as a continuation of its summary. Returns NULL if the event
 * can be counted. */
const char *platform_pmc_missing_reason(enum pmc_event event);

/* Start counting events in the rings of the pmu record: the first events of the list that fit the
 * counters, at most PLATFORM_PMC_MAX. Describes each counted event in counters and returns their
 * number. Closes counters that were open. Must not be called during a sample. */
size_t platform_pmc_open(const enum pmc_event *events, size_t count, struct platform_pmc *counters);

/* Read all open counters in order. Events before the call are counted, events after it are not.
 * Always executes the same instructions. UINT64_MAX is an unreadable counter. */
#define PLATFORM_PMC_UNREAD UINT64_MAX
void platform_pmc_read(uint64_t *values);

/* Stop counting; does nothing if none is open. The runner calls it at the end of a point. */
void platform_pmc_close(void);

#endif
