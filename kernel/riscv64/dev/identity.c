/* SPDX-License-Identifier: MIT */
/* Answers of firmware and of the device tree about the CPU, and its place in the machine. */
#include "lib/riscv64/identity.h"

#include "kernel/machine/cpu.h"
#include "kernel/riscv64/dev/parts.h"
#include "lib/cpu/caches.h"
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

/* Nothing is known. No register has the topology, and the node /cpus/cpu-map of the device tree is
 * not read yet. */
void cpu_topology_read(struct cpu_topology *topology)
{
	uint32_t hart = this_cpu()->hardware_id;

	*topology = (struct cpu_topology){.apic_id = hart, .core = hart};
}

/* Nothing is known. No register describes the caches. A device tree may, but the one of QEMU does
 * not. */
size_t cpu_caches_read(struct cpu_cache caches[CPU_CACHES_MAX])
{
	(void)caches;
	return 0;
}
