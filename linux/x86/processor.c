/* SPDX-License-Identifier: MIT */
#include "linux/processor.h"

#include "bench/platform.h"
#include "lib/x86/cpu_identity.h"
#include "lib/x86/cpuid.h"
#include "lib/x86/pmu_shape.h"
#include "lib/x86/tsc_cpuid.h"
#include "linux/pmu/pmc.h"

uint32_t processor_init(void)
{
	struct pmu_leaves leaves;

	pmu_leaves_read(&leaves);
	pmc_init(&leaves);
	return CAN_SSE2 | (__builtin_cpu_supports("avx2") != 0 ? CAN_AVX2 : 0) |
	       (__builtin_cpu_supports("avx512f") != 0 ? CAN_AVX512 : 0) |
	       (cpu_has(FEATURE_CMPXCHG16B) ? CAN_CMPXCHG16B : 0);
}

void processor_hypervisor(char signature[CPU_HYPERVISOR_CHARS])
{
	cpu_hypervisor_read(signature);
}

const char *processor_clock_fault(void)
{
	return NULL;
}

size_t processor_clocks(struct clock_source sources[PROCESSOR_CLOCKS_MAX])
{
	sources[0] = (struct clock_source){.name = "cpuid_15h", .tsc_hz = tsc_hz_by_cpuid_15h()};
	sources[1] = (struct clock_source){.name = "hypervisor", .tsc_hz = tsc_hz_by_hypervisor()};
	sources[2] = (struct clock_source){.name = "cpuid_16h", .tsc_hz = tsc_hz_by_cpuid_16h(),
					   .is_nominal = true};
	return 3;
}
