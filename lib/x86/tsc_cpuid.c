/* SPDX-License-Identifier: MIT */
/* CPUID's three leaves on the TSC's frequency. */
#include "lib/x86/tsc_cpuid.h"

#include "lib/cpu/identity.h"
#include "lib/text/ticks.h"
#include "lib/x86/cpuid.h"

#define LEAF_TSC 0x15u
#define LEAF_FREQUENCY 0x16u
#define LEAF_HYPERVISOR_TIMING 0x40000010u

uint64_t tsc_hz_by_cpuid_15h(void)
{
	struct cpuid ratio = cpuid_or_zero(LEAF_TSC, 0);

	return ratio.eax != 0 ? (uint64_t)ratio.ecx * ratio.ebx / ratio.eax : 0;
}

uint64_t tsc_hz_by_cpuid_16h(void)
{
	return (uint64_t)(cpuid_or_zero(LEAF_FREQUENCY, 0).eax & 0xffff) * HZ_PER_MHZ;
}

uint64_t cpu_identity_max_hz(void)
{
	return (uint64_t)(cpuid_or_zero(LEAF_FREQUENCY, 0).ebx & 0xffff) * HZ_PER_MHZ;
}

uint64_t tsc_hz_by_hypervisor(void)
{
	if (!cpu_has(FEATURE_HYPERVISOR))
		return 0;
	return (uint64_t)cpuid_or_zero(LEAF_HYPERVISOR_TIMING, 0).eax * 1000;
}
