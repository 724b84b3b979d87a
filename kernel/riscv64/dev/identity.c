/* SPDX-License-Identifier: MIT */
/* Answers of firmware and of the device tree about the CPU, and its place in the machine. */
#include "lib/riscv64/identity.h"

#include <stddef.h>

#include "kernel/machine/cpu.h"
#include "kernel/riscv64/dev/parts.h"
#include "lib/cpu/topology.h"
#include "lib/riscv64/sbi.h"

void riscv_identity_read(struct riscv_identity *identity)
{
	*identity = (struct riscv_identity){
		.vendor = sbi_base(SBI_BASE_VENDOR),
		.architecture = sbi_base(SBI_BASE_ARCHITECTURE),
		.implementation = sbi_base(SBI_BASE_MACHINE),
		.isa = parts()->isa,
	};
}

/* No register has the place, and the node /cpus/cpu-map of the device tree is not read yet. */
void cpu_topology_read(struct cpu_topology *topology)
{
	uint32_t hart = this_cpu()->hardware_id, uid;
	const struct acpi_place *place = parts_cpu_uid(hart, &uid) ? acpi_place_of_uid(uid) : NULL;

	*topology = (struct cpu_topology){.apic_id = hart, .core = hart};
	if (place != NULL) {
		topology->core = place->core;
		topology->package = place->package;
	}
}
