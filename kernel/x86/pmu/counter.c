/* SPDX-License-Identifier: MIT */
/* Performance counters of four kinds with a common description. Intel SDM vol. 3B, "Performance
 * Monitoring"; AMD APM vol. 2, "Performance Monitoring Counters". */
#include "kernel/x86/pmu/counter.h"

#include "kernel/x86/core/probe.h"
#include "lib/text/errno.h"

/* Intel SDM vol. 4, "Architectural MSRs". */
#define MSR_PMC0 0x0c1u
#define MSR_PERFEVTSEL0 0x186u
#define MSR_FIXED_CTR0 0x309u
#define MSR_PERF_CAPABILITIES 0x345u
#define MSR_FIXED_CTR_CTRL 0x38du
#define MSR_PERF_GLOBAL_STATUS 0x38eu
#define MSR_PERF_GLOBAL_CTRL 0x38fu
#define MSR_PERF_GLOBAL_STATUS_RESET 0x390u     /* called ..._OVF_CTRL before version 4 */
#define MSR_A_PMC0 0x4c1u

#define CAPABILITIES_FULL_WIDTH_WRITE (1u << 13)
#define VERSION_WITH_GLOBAL 2

/* AMD APM vol. 2, "Performance Event-Select Registers" and "Core Performance Monitoring
 * Registers". */
#define MSR_AMD_LEGACY_SELECT0 0xc0010000u
#define MSR_AMD_LEGACY_COUNT0 0xc0010004u
#define MSR_AMD_CORE_SELECT0 0xc0010200u        /* followed by the counter's MSR */
#define MSR_AMD_GLOBAL_STATUS 0xc0000300u
#define MSR_AMD_GLOBAL_CTL 0xc0000301u
#define MSR_AMD_GLOBAL_STATUS_CLR 0xc0000302u

/* "IA32_PERFEVTSELx MSRs"; AMD's have the same layout. */
#define SELECT_USER (1u << 16)
#define SELECT_KERNEL (1u << 17)
#define SELECT_INTERRUPT (1u << 20)
#define SELECT_ENABLE (1u << 22)
#define SELECT_ALL_RINGS (SELECT_USER | SELECT_KERNEL | SELECT_ENABLE)

/* "IA32_FIXED_CTR_CTRL MSR": four bits per counter. */
#define FIXED_ALL_RINGS 3ull
#define FIXED_FIELD_BITS 4

/* "RDPMC—Read Performance-Monitoring Counters": numbers of fixed counters. */
#define RDPMC_FIXED (1u << 30)
#define GLOBAL_FIXED_SHIFT 32

struct pmu_counter pmu_counters[PMU_COUNTERS_MAX];
unsigned pmu_counter_count;

/* Global MSRs; 0 if absent. */
static struct {
	uint32_t status, control, clear;
} global;

static uint64_t fixed_control;          /* of the configured counters */

static uint64_t mask_of(unsigned bits)
{
	return bits >= 64 ? UINT64_MAX : (1ull << bits) - 1;
}

/* ---- Counters of a shape ---- */

static struct pmu_counter *counter_add(unsigned number, unsigned bits)
{
	struct pmu_counter *counter = &pmu_counters[pmu_counter_count++];

	*counter = (struct pmu_counter){.number = number, .mask = mask_of(bits)};
	return counter;
}

static bool writes_full_width(const struct pmu_shape *shape)
{
	uint64_t capabilities;

	return shape->has_capabilities &&
	       probe_rdmsr(MSR_PERF_CAPABILITIES, &capabilities) == 0 &&
	       (capabilities & CAPABILITIES_FULL_WIDTH_WRITE) != 0;
}

static void add_intel(const struct pmu_shape *shape)
{
	uint32_t count0 = writes_full_width(shape) ? MSR_A_PMC0 : MSR_PMC0;

	for (unsigned i = 0; i < shape->programmable; i++) {
		struct pmu_counter *counter = counter_add(i, shape->programmable_bits);

		counter->select_msr = MSR_PERFEVTSEL0 + i;
		counter->count_msr = count0 + i;
	}
	for (unsigned i = 0; i < PMU_FIXED_MAX; i++) {
		struct pmu_counter *counter;

		if ((shape->fixed >> i & 1) == 0)
			continue;
		counter = counter_add(i, shape->fixed_bits);
		counter->is_fixed = true;
		counter->count_msr = MSR_FIXED_CTR0 + i;
	}
	if (shape->version >= VERSION_WITH_GLOBAL) {
		global.status = MSR_PERF_GLOBAL_STATUS;
		global.control = MSR_PERF_GLOBAL_CTRL;
		global.clear = MSR_PERF_GLOBAL_STATUS_RESET;
	}
}

static void add_amd(const struct pmu_shape *shape)
{
	bool is_legacy = shape->kind == PMU_AMD_LEGACY;

	for (unsigned i = 0; i < shape->programmable; i++) {
		struct pmu_counter *counter = counter_add(i, shape->programmable_bits);

		counter->select_msr = is_legacy ? MSR_AMD_LEGACY_SELECT0 + i
						: MSR_AMD_CORE_SELECT0 + 2 * i;
		counter->count_msr = is_legacy ? MSR_AMD_LEGACY_COUNT0 + i
					       : MSR_AMD_CORE_SELECT0 + 2 * i + 1;
	}
	if (shape->kind == PMU_AMD_V2) {
		global.status = MSR_AMD_GLOBAL_STATUS;
		global.control = MSR_AMD_GLOBAL_CTL;
		global.clear = MSR_AMD_GLOBAL_STATUS_CLR;
	}
}

void pmu_counters_claim(const struct pmu_shape *shape)
{
	pmu_counter_count = 0;
	global.status = global.control = global.clear = 0;
	if (shape->kind == PMU_INTEL)
		add_intel(shape);
	else if (shape->kind != PMU_NONE)
		add_amd(shape);
}

/* ---- Starting and stopping ---- */

int pmu_counters_run(uint64_t bits)
{
	return global.control != 0 ? probe_wrmsr(global.control, bits) : 0;
}

void pmu_counters_clear_overflows(void)
{
	uint64_t status;

	if (global.status != 0 && probe_rdmsr(global.status, &status) == 0)
		probe_wrmsr(global.clear, status);
}

void pmu_counter_stop(const struct pmu_counter *counter)
{
	if (counter->is_fixed)
		fixed_control = 0;
	probe_wrmsr(counter->is_fixed ? MSR_FIXED_CTR_CTRL : counter->select_msr, 0);
}

void pmu_counters_stop(void)
{
	pmu_counters_run(0);
	for (unsigned i = 0; i < pmu_counter_count; i++)
		pmu_counter_stop(&pmu_counters[i]);
	pmu_counters_clear_overflows();
}

uint64_t pmu_counter_bit(const struct pmu_counter *counter)
{
	return 1ull << (counter->number + (counter->is_fixed ? GLOBAL_FIXED_SHIFT : 0));
}

int pmu_counter_set(const struct pmu_counter *counter, uint64_t select, bool interrupts,
		    uint64_t count)
{
	uint64_t value = select | SELECT_ALL_RINGS | (interrupts ? SELECT_INTERRUPT : 0), kept;
	uint32_t msr = counter->select_msr;

	if (counter->is_fixed) {
		fixed_control |= FIXED_ALL_RINGS << FIXED_FIELD_BITS * counter->number;
		msr = MSR_FIXED_CTR_CTRL;
		value = fixed_control;
	}
	if (probe_wrmsr(counter->count_msr, count & counter->mask) != 0 ||
	    probe_wrmsr(msr, value) != 0 || probe_rdmsr(msr, &kept) != 0)
		return -EFAULT;
	return kept == value ? 0 : -EIO;
}

uint32_t pmu_counter_rdpmc(const struct pmu_counter *counter)
{
	return counter->number | (counter->is_fixed ? RDPMC_FIXED : 0);
}
