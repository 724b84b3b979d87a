/* SPDX-License-Identifier: MIT */
/* Control of the prefetchers differs by vendor. A machine may lack the register, refuse access,
 * or ignore writes; an emulator's may always read as 0. The kernel therefore tests the register. */
#include "kernel/x86/pmu/prefetcher.h"

#include <stdint.h>

#include "bench/platform.h"
#include "kernel/x86/core/probe.h"
#include "lib/text/fmt.h"
#include "lib/x86/cpu_identity.h"
#include "lib/x86/cpuid.h"
#include "lib/x86/msr.h"

/* Intel SDM vol. 4, "MSR_MISC_FEATURE_CONTROL": bits 0 to 3 disable the L2 hardware, L2 adjacent
 * line, DCU and DCU IP prefetchers. */
#define MSR_MISC_FEATURE_CONTROL 0x1a4u
#define INTEL_DISABLE 0x0full

/* AMD APM vol. 2, "Prefetch Control", announced by PrefetchCtlMsr in CPUID Fn8000_0021: bits 0 to 3
 * and 5 disable the L1 stream, L1 stride, L1 region, L2 stream and up/down prefetchers. */
#define CPUID_EXTENDED_FEATURES_2 0x80000021u
#define PREFETCH_CONTROL_MSR (1u << 13)
#define MSR_AMD_PREFETCH_CONTROL 0xc0000108u
#define AMD_DISABLE 0x2full

static struct {
	uint32_t msr;
	uint64_t disable;               /* bits that disable prefetchers */
	uint64_t original;
	bool is_usable;
} control;

static bool choose_register(void)
{
	struct cpu_identity identity;

	cpu_identity_read(&identity);
	if (!cpu_identity_is_amd(&identity)) {
		control.msr = MSR_MISC_FEATURE_CONTROL;
		control.disable = INTEL_DISABLE;
		return true;
	}
	control.msr = MSR_AMD_PREFETCH_CONTROL;
	control.disable = AMD_DISABLE;
	return (cpuid_or_zero(CPUID_EXTENDED_FEATURES_2, 0).eax & PREFETCH_CONTROL_MSR) != 0;
}

static bool keeps(uint64_t value)
{
	uint64_t kept;

	return probe_wrmsr(control.msr, value) == 0 && probe_rdmsr(control.msr, &kept) == 0 &&
	       kept == value;
}

bool prefetcher_init(void)
{
	control.is_usable = choose_register() &&
			    probe_rdmsr(control.msr, &control.original) == 0 &&
			    keeps(control.original | control.disable) && keeps(control.original);
	return control.is_usable;
}

const char *prefetcher_state(void)
{
	static char text[64];

	if (!control.is_usable)
		return NULL;
	if ((control.original & control.disable) == 0)
		return "on";
	fmt_buffer(text, sizeof(text), "off by bits %#lx of MSR %#x",
		   control.original & control.disable, control.msr);
	return text;
}

void platform_prefetchers(bool on)
{
	wrmsr(control.msr, on ? control.original : control.original | control.disable);
}
