/* SPDX-License-Identifier: MIT */
/* Decodes the leaves of performance monitoring. */
#include "lib/x86/pmu_shape.h"

#include "lib/x86/cpu_identity.h"

#define LEAF_POWER 6u
#define LEAF_MORE_FEATURES 7u
#define LEAF_MONITORING 0x0au
#define LEAF_CORE 0x1au
#define LEAF_AMD_FEATURES 0x80000001u
#define LEAF_AMD_MONITORING 0x80000022u

#define FEATURE_PDCM (1u << 15)                 /* 1 ECX */
#define POWER_APERFMPERF (1u << 0)              /* 6 ECX */
#define MORE_FEATURE_HYBRID (1u << 15)          /* 7 EDX */
#define AMD_PERF_CTR_EXT_CORE (1u << 23)        /* 8000_0001H ECX */
#define AMD_PERF_MON_V2 (1u << 0)               /* 8000_0022H EAX */

#define VERSION_WITH_FIXED 2
#define VERSION_WITH_FIXED_BITMAP 5
#define AMD_BITS 48
#define AMD_LEGACY_COUNTERS 4
#define AMD_CORE_COUNTERS 6

void pmu_leaves_read(struct pmu_leaves *leaves)
{
	struct cpu_identity identity;

	cpu_identity_read(&identity);
	*leaves = (struct pmu_leaves){
		.is_amd = cpu_identity_is_amd(&identity),
		.family = identity.family,
		.model = identity.model,
		.features = cpuid_or_zero(1, 0),
		.power = cpuid_or_zero(LEAF_POWER, 0),
		.more_features = cpuid_or_zero(LEAF_MORE_FEATURES, 0),
		.monitoring = cpuid_or_zero(LEAF_MONITORING, 0),
		.core = cpuid_or_zero(LEAF_CORE, 0),
		.amd_features = cpuid_or_zero(LEAF_AMD_FEATURES, 0),
		.amd_monitoring = cpuid_or_zero(LEAF_AMD_MONITORING, 0),
	};
}

static unsigned pmu_shape_at_most(unsigned value, unsigned most)
{
	return value < most ? value : most;
}

/* EBX has a bit for each architectural event that is *not* available, for as many events as EAX
 * reports. Further events are unavailable. Bit 2 is bus cycles, which we do not count. */
static uint32_t absent_events(const struct cpuid *leaf)
{
	static const uint8_t events[] = {
		PMC_CYCLES, PMC_INSTRUCTIONS, PMC_EVENT_COUNT, PMC_LLC_REFERENCES, PMC_LLC_MISSES,
		PMC_BRANCHES, PMC_BRANCH_MISSES,
	};
	unsigned length = leaf->eax >> 24;
	uint32_t absent = 0;

	for (unsigned i = 0; i < sizeof(events); i++) {
		if (i >= length || (leaf->ebx >> i & 1) != 0)
			absent |= 1u << events[i];
	}
	return absent;
}

static uint32_t fixed_counters(const struct cpuid *leaf, unsigned version)
{
	uint32_t counters = (1u << pmu_shape_at_most(leaf->edx & 31, PMU_FIXED_MAX)) - 1;

	if (version < VERSION_WITH_FIXED)
		return 0;
	if (version >= VERSION_WITH_FIXED_BITMAP)
		counters |= leaf->ecx;
	return counters & ((1u << PMU_FIXED_MAX) - 1);
}

static void decode_intel(const struct pmu_leaves *leaves, struct pmu_shape *shape)
{
	const struct cpuid *leaf = &leaves->monitoring;

	shape->version = leaf->eax & 0xff;
	if (shape->version == 0)
		return;
	shape->kind = PMU_INTEL;
	shape->programmable = pmu_shape_at_most(leaf->eax >> 8 & 0xff, PMU_PROGRAMMABLE_MAX);
	shape->programmable_bits = pmu_shape_at_most(leaf->eax >> 16 & 0xff, 64);
	shape->fixed = fixed_counters(leaf, shape->version);
	shape->fixed_bits = pmu_shape_at_most(leaf->edx >> 5 & 0xff, 64);
	shape->absent = absent_events(leaf);
	shape->has_capabilities = (leaves->features.ecx & FEATURE_PDCM) != 0;
}

static void decode_amd(const struct pmu_leaves *leaves, struct pmu_shape *shape)
{
	shape->kind = PMU_AMD_LEGACY;
	shape->programmable = AMD_LEGACY_COUNTERS;
	shape->programmable_bits = AMD_BITS;
	if ((leaves->amd_features.ecx & AMD_PERF_CTR_EXT_CORE) == 0)
		return;
	shape->kind = PMU_AMD_CORE;
	shape->programmable = AMD_CORE_COUNTERS;
	if ((leaves->amd_monitoring.eax & AMD_PERF_MON_V2) == 0)
		return;
	shape->kind = PMU_AMD_V2;
	shape->version = 2;
	shape->programmable = pmu_shape_at_most(leaves->amd_monitoring.ebx & 15,
						PMU_PROGRAMMABLE_MAX);
}

void pmu_shape_decode(const struct pmu_leaves *leaves, struct pmu_shape *shape)
{
	*shape = (struct pmu_shape){
		.has_aperf = (leaves->power.ecx & POWER_APERFMPERF) != 0,
		.core_type = (leaves->more_features.edx & MORE_FEATURE_HYBRID) != 0
			     ? leaves->core.eax >> 24 : 0,
	};
	shape->table = pmc_table_for(leaves->is_amd, leaves->family, leaves->model,
				     shape->core_type);
	if (leaves->is_amd)
		decode_amd(leaves, shape);
	else
		decode_intel(leaves, shape);
}

const char *pmu_core_name(uint32_t core_type)
{
	if (core_type == CORE_TYPE_CORE)
		return "core";
	return core_type == CORE_TYPE_ATOM ? "atom" : "";
}
