/* SPDX-License-Identifier: MIT */
/* CPUID's leaves of topology. The first leaf in this order that exists counts: 1Fh, AMD's
 * 80000026h, 0Bh, AMD's 8000001Eh, then the fields of leaves 1 and 4. */
#include "lib/x86/cpu_topology.h"

#define LEAF_BASIC 1u
#define LEAF_CACHES 4u
#define LEAF_FEATURES 7u
#define LEAF_TOPOLOGY 0x0bu
#define LEAF_HYBRID 0x1au
#define LEAF_TOPOLOGY_V2 0x1fu
#define LEAF_AMD_SIZES 0x80000008u
#define LEAF_AMD_NODE 0x8000001eu
#define LEAF_AMD_TOPOLOGY 0x80000026u

/* Subleaves of 0Bh, 1Fh and 80000026h, one per level, from the thread up. */
#define LEVELS_MAX 8
#define LEVEL_SHIFT(r) ((r).eax & 31)   /* shift of the APIC ID to the ID of the level above */
#define LEVEL_TYPE(r) ((r).ecx >> 8 & 0xff)     /* 0: no more levels */
#define LEVEL_THREAD 1

#define HYBRID (1u << 15)               /* leaf 7, EDX */
#define HYBRID_KIND(r) ((r).eax >> 24)
enum {INTEL_ATOM = 0x20, INTEL_CORE = 0x40};
#define AMD_HETEROGENEOUS (1u << 30)    /* 80000026h, EAX */
#define AMD_KIND(r) ((r).ebx >> 28)
enum {AMD_PERFORMANCE = 0, AMD_EFFICIENCY = 1};

#define MULTITHREADED (1u << 28)        /* leaf 1, EDX */

/* Number of bits of a field that holds count different values. */
static uint32_t bits_for(uint32_t count)
{
	uint32_t bits = 0;

	while (bits < 31 && 1u << bits < count)
		bits++;
	return bits;
}

/* Set the shifts. Whatever the leaf says, a core is a part of one package. */
static void set_shifts(struct cpu_topology *topology, uint32_t leaf, uint32_t core_shift,
		       uint32_t package_shift)
{
	topology->leaf = leaf;
	topology->core = topology->apic_id >> core_shift;
	topology->package = topology->apic_id >>
			    (package_shift > core_shift ? package_shift : core_shift);
}

/* Decode levels. Returns false if the leaf has none. The shift of the last level leads to the
 * package. */
static bool decode_levels(cpuid_reader *read, uint32_t leaf, struct cpu_topology *topology)
{
	uint32_t core_shift = 0, package_shift = 0;
	unsigned level = 0;

	for (; level < LEVELS_MAX; level++) {
		struct cpuid r = read(leaf, level);

		if (LEVEL_TYPE(r) == 0)
			break;
		if (LEVEL_TYPE(r) == LEVEL_THREAD)
			core_shift = LEVEL_SHIFT(r);
		if (LEVEL_SHIFT(r) > package_shift)
			package_shift = LEVEL_SHIFT(r);
		topology->apic_id = r.edx;
	}
	if (level > 0)
		set_shifts(topology, leaf, core_shift, package_shift);
	return level > 0;
}

/* AMD APM vol. 3, "Processor Topology Information": EBX has the threads of a core, minus 1. The
 * size of an APIC ID within the package: 80000008h. */
static bool decode_amd_node(cpuid_reader *read, struct cpu_topology *topology)
{
	struct cpuid r = read(LEAF_AMD_NODE, 0);
	uint32_t sizes = read(LEAF_AMD_SIZES, 0).ecx, bits = sizes >> 12 & 15;

	if (r.eax == 0 && r.ebx == 0 && r.ecx == 0)
		return false;
	topology->apic_id = r.eax;
	set_shifts(topology, LEAF_AMD_NODE, bits_for((r.ebx >> 8 & 0xff) + 1),
		   bits != 0 ? bits : bits_for((sizes & 0xff) + 1));
	return true;
}

/* Intel SDM vol. 3A, "Hierarchical Mapping of CPUID Extended Topology Leaf", for CPUs without that
 * leaf. */
static void decode_basic(cpuid_reader *read, struct cpu_topology *topology)
{
	struct cpuid r = read(LEAF_BASIC, 0);
	uint32_t logical = (r.edx & MULTITHREADED) != 0 ? r.ebx >> 16 & 0xff : 1;
	uint32_t cores = (read(LEAF_CACHES, 0).eax >> 26) + 1;
	uint32_t package_bits = bits_for(logical), core_bits = bits_for(cores);

	topology->apic_id = r.ebx >> 24;
	set_shifts(topology, LEAF_BASIC, package_bits > core_bits ? package_bits - core_bits : 0,
		   package_bits);
}

static enum cpu_core_kind decode_kind(cpuid_reader *read)
{
	struct cpuid amd = read(LEAF_AMD_TOPOLOGY, 0);

	if ((read(LEAF_FEATURES, 0).edx & HYBRID) != 0) {
		switch (HYBRID_KIND(read(LEAF_HYBRID, 0))) {
		case INTEL_CORE:
			return CPU_CORE_PERFORMANCE;
		case INTEL_ATOM:
			return CPU_CORE_EFFICIENCY;
		}
	} else if (LEVEL_TYPE(amd) != 0 && (amd.eax & AMD_HETEROGENEOUS) != 0) {
		switch (AMD_KIND(amd)) {
		case AMD_PERFORMANCE:
			return CPU_CORE_PERFORMANCE;
		case AMD_EFFICIENCY:
			return CPU_CORE_EFFICIENCY;
		}
	}
	return CPU_CORE_UNKNOWN;
}

void cpu_topology_decode(cpuid_reader *read, struct cpu_topology *topology)
{
	*topology = (struct cpu_topology){.kind = decode_kind(read)};
	if (!decode_levels(read, LEAF_TOPOLOGY_V2, topology) &&
	    !decode_levels(read, LEAF_AMD_TOPOLOGY, topology) &&
	    !decode_levels(read, LEAF_TOPOLOGY, topology) && !decode_amd_node(read, topology))
		decode_basic(read, topology);
}

void cpu_topology_read(struct cpu_topology *topology)
{
	cpu_topology_decode(cpuid_or_zero, topology);
}
