/* SPDX-License-Identifier: MIT */
/* Place of a CPU in its processor, from CPUID: IDs of package, core and thread are parts of the
 * local APIC's ID. Intel SDM vol. 3A, "Hierarchical Mapping of Shared Resources"; AMD APM vol. 3,
 * "Extended Topology". */
#ifndef LIB_X86_CPU_TOPOLOGY_H
#define LIB_X86_CPU_TOPOLOGY_H

#include "lib/cpu/topology.h"
#include "lib/x86/cpuid.h"

/* A function that returns the registers of a leaf, or zeros if the leaf does not exist. */
typedef struct cpuid cpuid_reader(uint32_t leaf, uint32_t subleaf);

/* Decode the leaves of one CPU. */
void cpu_topology_decode(cpuid_reader *read, struct cpu_topology *topology);

#endif
