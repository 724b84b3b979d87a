/* SPDX-License-Identifier: MIT */
/* Implements the performance counters of bench/platform.h by pmu.c. */
#include "kernel/machine/pmc.h"

#include "kernel/riscv64/pmu/pmu.h"
#include "lib/wire/wire.h"

#define FIXED_COUNTERS 2                /* cycles and instructions */
#define FIXED_COUNTER_BITS 64

const char *platform_pmc_missing_reason(enum pmc_event event)
{
	return pmu_event_missing_reason(event);
}

size_t platform_pmc_open(const enum pmc_event *events, size_t count, struct platform_pmc *counters)
{
	return pmu_open(events, count, counters);
}

void platform_pmc_read(uint64_t *values)
{
	pmu_read(values);
}

void platform_pmc_close(void)
{
	pmu_close();
}

void pmc_describe(struct wire_writer *writer)
{
	if (pmu_missing_reason() != NULL)
		return;
	wire_write(writer, WIRE_pmu, &(struct wire_pmu){
		.events = "sbi",
		.programmable = pmu_event_counters(),
		.programmable_bits = pmu_event_counter_bits(),
		.fixed = FIXED_COUNTERS,
		.fixed_bits = FIXED_COUNTER_BITS,
		.core = "",
		.method = "fence;csrr hpmcounter;fence",
		.rings = "all",
		.overflow = "",
	});
}

/* Writes nothing, because the state that firmware left is not read yet. */
void state_describe(struct wire_writer *writer)
{
	(void)writer;
}

void state_conclude(struct wire_writer *writer)
{
	(void)writer;
}
