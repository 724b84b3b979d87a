/* SPDX-License-Identifier: MIT */
/* Registers describe the CPU that reads them, so each CPU reads its own. Firmware of Arm machines
 * may state more. */
#include "kernel/places.h"

#include "bench/engine/manifest_places.h"
#include "bench/engine/warning.h"
#include "kernel/dev/acpi/acpi.h"
#include "kernel/machine/cpu.h"
#include "kernel/machine/smp.h"

static struct cpu_topology places[CPUS_MAX];

static void read_place(void *argument)
{
	struct cpu_topology *place = argument;
	const struct acpi_place *stated;

	cpu_topology_read(place);
	stated = acpi_place(place->apic_id);
	if (stated != NULL) {
		place->core = stated->core;
		place->package = stated->package;
	}
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
