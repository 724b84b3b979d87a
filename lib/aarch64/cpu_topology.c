/* SPDX-License-Identifier: MIT */
/* Place of a CPU in its processor by its affinity, for lib/cpu/topology.h. The architecture leaves
 * open what a level is. Without SMT the lowest level numbers cores, and the next level numbers
 * clusters, which need not be packages. Arm ARM, "MPIDR_EL1, Multiprocessor Affinity Register". */
#include "lib/cpu/topology.h"

#include "lib/aarch64/control.h"
#include "lib/cpu/affinity.h"

#define MPIDR_MT (1ull << 24)           /* if set, the lowest level numbers threads of a core */
#define LEVEL_BITS 8

void cpu_topology_read(struct cpu_topology *topology)
{
	uint64_t mpidr = read_register(mpidr_el1);
	uint32_t affinity = affinity_pack(mpidr);
	unsigned thread_bits = (mpidr & MPIDR_MT) != 0 ? LEVEL_BITS : 0;

	*topology = (struct cpu_topology){
		.apic_id = affinity,
		.core = affinity >> thread_bits,
		.package = affinity >> (thread_bits + LEVEL_BITS),
	};
}
