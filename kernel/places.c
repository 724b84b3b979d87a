/* SPDX-License-Identifier: MIT */
/* CPUID describes the CPU that executes it, so each CPU reads its own. */
#include "kernel/places.h"

#include "bench/engine/manifest_places.h"
#include "bench/engine/warning.h"
#include "kernel/machine/cpu.h"
#include "kernel/machine/smp.h"

static struct cpu_topology places[CPUS_MAX];

static void read_place(void *place)
{
	cpu_topology_read(place);
}

void places_describe(struct wire_writer *writer)
{
	uint32_t count = smp_online();

	read_place(&places[0]);
	for (uint32_t cpu = 1; cpu < count; cpu++) {
		int error = smp_run(cpu, read_place, &places[cpu]);

		if (error == 0)
			error = smp_finish(cpu);
		if (error != 0) {
			warning("smp", "CPU %u does not read its topology: error %d", cpu, error);
			return;
		}
	}
	manifest_write_places(writer, places, count);
}
