/* SPDX-License-Identifier: MIT */
/* Place of a CPU in its processor. Implemented by lib/NAME/. */
#ifndef LIB_CPU_TOPOLOGY_H
#define LIB_CPU_TOPOLOGY_H

#include <stdint.h>

enum cpu_core_kind {CPU_CORE_UNKNOWN, CPU_CORE_PERFORMANCE, CPU_CORE_EFFICIENCY};

struct cpu_topology {
	uint32_t apic_id;               /* of the local APIC; on other processors another number of
					 * the CPU */
	uint32_t core;                  /* ID, unique in the machine; SMT siblings have the same */
	uint32_t package;               /* ID, unique in the machine */
	enum cpu_core_kind kind;        /* unknown if all cores are of one kind */
	uint32_t leaf;                  /* CPUID leaf with the levels; 0: another source */
};

/* Read the place of the calling CPU. */
void cpu_topology_read(struct cpu_topology *topology);

#endif
