/* SPDX-License-Identifier: MIT */
/* Intel SDM vol. 4, "MSR_SMI_COUNT". Only Intel's CPUs have this register, whose low half is the
 * count. */
#include "kernel/x86/cpu/smi.h"

#include <stdbool.h>

#include "kernel/x86/core/probe.h"
#include "lib/x86/cpu_identity.h"
#include "lib/x86/msr.h"

static uint32_t counter_msr, expected;

static bool has_counter(void)
{
	struct cpu_identity identity;
	uint64_t value;

	cpu_identity_read(&identity);
	return !cpu_identity_is_amd(&identity) && probe_rdmsr(MSR_SMI_COUNT, &value) == 0;
}

void smi_init(void)
{
	counter_msr = has_counter() ? MSR_SMI_COUNT : 0;
}

uint32_t smi_msr(void)
{
	return counter_msr;
}

void smi_expect(void)
{
	expected++;
}

uint32_t smi_count(void)
{
	return counter_msr != 0 ? (uint32_t)rdmsr(counter_msr) - expected : 0;
}
