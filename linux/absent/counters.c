/* SPDX-License-Identifier: MIT */
/* Performance counters by perf_event_open are not written for this processor yet. */
#include "bench/platform.h"
#include "linux/pmu/pmc.h"

const char *pmc_missing_reason(void)
{
	return "the process does not read this processor's counters yet";
}

const char *platform_pmc_missing_reason(enum pmc_event event)
{
	(void)event;
	return pmc_missing_reason();
}

void pmc_describe(struct wire_writer *writer)
{
	(void)writer;
}

size_t platform_pmc_open(const enum pmc_event *events, size_t count, struct platform_pmc *counters)
{
	(void)events;
	(void)count;
	(void)counters;
	return 0;
}

void platform_pmc_read(uint64_t *values)
{
	(void)values;
}

void platform_pmc_close(void)
{
}
