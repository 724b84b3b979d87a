/* SPDX-License-Identifier: MIT */
/* There is no driver for this processor's counters yet, and the registers that control prefetchers
 * differ by core. */
#include "kernel/machine/pmu.h"

#include <stdbool.h>
#include <stddef.h>

#include "bench/platform.h"

const char *pmu_missing_reason(void)
{
	return "the kernel has no driver for this processor's counters yet";
}

size_t platform_pmc_open(const enum pmc_event *events, size_t count, struct platform_pmc *counters)
{
	(void)events;
	(void)count;
	(void)counters;
	return 0;
}

const char *platform_pmc_missing_reason(enum pmc_event event)
{
	(void)event;
	return pmu_missing_reason();
}

/* Not called while none is open. */
void platform_pmc_read(uint64_t *values)
{
	(void)values;
}

void platform_pmc_close(void)
{
}

void platform_prefetchers(bool on)
{
	(void)on;
}
