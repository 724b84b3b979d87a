/* SPDX-License-Identifier: MIT */
/* Implements the performance counters of bench/platform.h by pmu.c. */
#include "kernel/machine/pmc.h"

#include "kernel/x86/pmu/pmu.h"
#include "lib/x86/msr.h"
#include "lib/x86/pmc.h"

const char *platform_pmc_missing_reason(enum pmc_event event)
{
	return pmu_event_missing_reason(event);
}

size_t platform_pmc_open(const enum pmc_event *events, size_t count, struct platform_pmc *counters)
{
	return pmu_open(events, count, counters);
}

/* An iteration is a load, a predictable branch, RDPMC or RDMSR, and a store. */
void platform_pmc_read(uint64_t *values)
{
	pmc_fence();
	for (size_t i = 0; i < pmu_reader_count; i++)
		values[i] = pmu_readers[i].is_msr ? rdmsr(pmu_readers[i].number)
						  : rdpmc(pmu_readers[i].number);
	pmc_fence();
}

void platform_pmc_close(void)
{
	pmu_close();
}

void pmc_describe(struct wire_writer *writer)
{
	const struct pmu_findings *found = pmu_findings();
	const struct pmu_shape *shape = &found->shape;

	if (pmu_missing_reason() != NULL)
		return;
	wire_write(writer, WIRE_pmu, &(struct wire_pmu){
		.events = pmc_table_word(shape->table),
		.version = shape->version,
		.programmable = found->programmable,
		.programmable_bits = shape->programmable_bits,
		.fixed = found->fixed,
		.fixed_bits = shape->fixed_bits,
		.core = pmu_core_name(shape->core_type),
		.method = PMC_READ_METHOD,
		.rings = "all",
		.overflow = found->overflow_interrupts ? "interrupts" : "",
	});
}
