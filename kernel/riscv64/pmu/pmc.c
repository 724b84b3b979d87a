/* SPDX-License-Identifier: MIT */
/* Performance counters belong to firmware, which configures them by an extension of SBI; there is
 * no driver of it yet. */
#include "kernel/machine/pmc.h"

#include "bench/platform.h"
#include "kernel/machine/pmu.h"

const char *pmu_missing_reason(void)
{
	return "the kernel has no driver of SBI's performance counters yet";
}

const char *platform_pmc_missing_reason(enum pmc_event event)
{
	(void)event;
	return pmu_missing_reason();
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

void pmc_describe(struct wire_writer *writer)
{
	(void)writer;
}

/* Nothing of the state that firmware left is read yet. */
void state_describe(struct wire_writer *writer)
{
	(void)writer;
}

void state_conclude(struct wire_writer *writer)
{
	(void)writer;
}
