/* SPDX-License-Identifier: MIT */
/* Modelled CPUs with performance counters: faulting registers, counters that are stuck, narrow or
 * do not count user mode, and overflow. The model follows the vendors' manuals and does not use the
 * driver's code. */
#include "tests/unit/kernel/x86/pmu/model.h"

#include <stdio.h>

#include "bench/engine/warning.h"
#include "kernel/x86/core/probe.h"
#include "kernel/x86/pmu/pmu.h"
#include "lib/text/errno.h"

#define EVENT_BITS 0xffull
#define SELECT_USER (1ull << 16)
#define SELECT_KERNEL (1ull << 17)
#define SELECT_INTERRUPT (1ull << 20)
#define SELECT_ENABLE (1ull << 22)

/* ---- The model: registers, and the effect of execution ---- */

struct model model;

static uint64_t mask(void)
{
	return model.bits >= 64 ? UINT64_MAX : (1ull << model.bits) - 1;
}

static bool is_on(unsigned bit)
{
	return !model.has_global || (model.global_control >> bit & 1) != 0;
}

static void overflow(unsigned bit, bool interrupts)
{
	if (model.has_global)
		model.global_status |= 1ull << bit;
	model.interrupted |= interrupts && model.is_listening && !model.is_silent;
}

static void advance(uint64_t *count, unsigned bit, bool interrupts, uint64_t by)
{
	uint64_t sum = *count + by;

	if ((sum & ~mask()) != 0 || sum < *count)
		overflow(bit, interrupts);
	*count = sum & mask();
}

static uint64_t events_of(uint64_t select, uint64_t instructions)
{
	switch (select & EVENT_BITS) {
	case 0xc0:
		return instructions;
	case 0x3c: case 0x76:
		return instructions * 3 / 4;
	default:
		return 7;
	}
}

void model_execute(unsigned ring, uint64_t instructions)
{
	uint64_t ring_bit = ring == 0 ? SELECT_KERNEL : SELECT_USER;
	unsigned fixed_bit = ring == 0 ? 1 : 2;

	for (unsigned i = 0; i < model.programmable; i++) {
		uint64_t select = model.select[i];
		uint64_t events = events_of(select, instructions);

		if ((select & SELECT_ENABLE) == 0 || (select & ring_bit) == 0 || !is_on(i) ||
		    (model.stuck_mask >> i & 1) != 0 ||
		    (ring == 3 && (model.blind_to_user_mask >> i & 1) != 0))
			continue;
		events <<= model.doubling_mask >> i & 1 ? 2 : 0;
		advance(&model.count[i], i, (select & SELECT_INTERRUPT) != 0, events);
	}
	for (unsigned i = 0; i < MODEL_FIXED_MAX; i++) {
		static const unsigned quarters[] = {4, 3, 2};

		if ((model.fixed_control >> 4 * i & fixed_bit) != 0 && is_on(32 + i))
			advance(&model.fixed[i], 32 + i, false, instructions * quarters[i] / 4);
	}
	model.aperf += model.has_aperf ? instructions * 3 / 4 : 0;
	model.mperf += model.has_aperf ? instructions / 2 : 0;
}

/* A register of the model, or NULL. *index receives the number of a programmable counter, else
 * -1. */
static uint64_t *indexed(uint32_t msr, uint32_t base, unsigned stride, uint64_t *registers,
			 int *index)
{
	if (msr < base || msr >= base + stride * model.programmable || (msr - base) % stride != 0)
		return NULL;
	*index = (int)((msr - base) / stride);
	return &registers[*index];
}

static uint64_t *intel_register(uint32_t msr, int *index)
{
	uint64_t *found = indexed(msr, 0x186, 1, model.select, index);

	if (found == NULL)
		found = indexed(msr, 0xc1, 1, model.count, index);
	if (found == NULL && model.is_full_width)
		found = indexed(msr, 0x4c1, 1, model.count, index);
	if (found != NULL)
		return found;
	if (msr >= 0x309 && msr < 0x309 + MODEL_FIXED_MAX)
		return (model.fixed_mask >> (msr - 0x309) & 1) != 0 ? &model.fixed[msr - 0x309]
								    : NULL;
	if (msr == 0x38d && model.has_global)
		return &model.fixed_control;
	if (msr == 0x38e && model.has_global)
		return &model.global_status;
	return msr == 0x38f && model.has_global ? &model.global_control : NULL;
}

static uint64_t *amd_register(uint32_t msr, int *index)
{
	bool is_legacy = model.layout == LAYOUT_AMD_LEGACY;
	uint32_t select0 = is_legacy ? 0xc0010000 : 0xc0010200;
	uint32_t count0 = is_legacy ? 0xc0010004 : 0xc0010201;
	uint64_t *found = indexed(msr, select0, is_legacy ? 1 : 2, model.select, index);

	if (found == NULL)
		found = indexed(msr, count0, is_legacy ? 1 : 2, model.count, index);
	if (found != NULL || !model.has_global)
		return found;
	if (msr == 0xc0000300)
		return &model.global_status;
	return msr == 0xc0000301 ? &model.global_control : NULL;
}

static uint64_t *find_register(uint32_t msr)
{
	int index = -1;
	uint64_t *found;

	if (msr == 0xe7 || msr == 0xe8)
		return !model.has_aperf ? NULL : msr == 0xe7 ? &model.mperf : &model.aperf;
	if (model.all_fault)
		return NULL;
	found = model.layout == LAYOUT_INTEL ? intel_register(msr, &index)
					     : amd_register(msr, &index);
	if (index >= 0 && (model.faulting_mask >> index & 1) != 0)
		return NULL;
	return found;
}

static bool clears_status(uint32_t msr)
{
	return model.has_global && !model.all_fault &&
	       msr == (model.layout == LAYOUT_INTEL ? 0x390 : 0xc0000302);
}

/* ---- The driver's access to the model ---- */

int probe_rdmsr(uint32_t msr, uint64_t *value)
{
	uint64_t *found = find_register(msr);

	if (msr == 0x345 && model.has_capabilities) {
		*value = model.is_full_width ? 1u << 13 : 0;
		return 0;
	}
	if (found == NULL)
		return -EFAULT;
	*value = *found;
	return 0;
}

static bool is_count(const uint64_t *found)
{
	return (found >= model.count && found < model.count + MODEL_COUNTERS_MAX) ||
	       (found >= model.fixed && found < model.fixed + MODEL_FIXED_MAX);
}

/* Bits beyond a counter's width fault, except in registers that sign-extend. */
int probe_wrmsr(uint32_t msr, uint64_t value)
{
	uint64_t *found = find_register(msr);

	if (clears_status(msr)) {
		model.global_status &= ~value;
		return 0;
	}
	if (found == NULL || (is_count(found) && msr >= 0x309 && (value & ~mask()) != 0))
		return -EFAULT;
	if (model.writes_vanish)
		return 0;
	if (msr >= 0xc1 && msr < 0xc1 + MODEL_COUNTERS_MAX) {
		value = (uint64_t)(int32_t)value & mask();
		model.narrow_writes++;
	}
	*found = value;
	return 0;
}

int probe_rdpmc(uint32_t counter, uint64_t *value)
{
	unsigned number = counter & 0xffff;
	bool is_fixed = (counter & 1u << 30) != 0;

	if (model.rdpmc_faults || (is_fixed ? (model.fixed_mask >> number & 1) == 0
					    : number >= model.programmable))
		return -EFAULT;
	*value = is_fixed ? model.fixed[number] : model.count[number];
	return 0;
}

void pmu_work(unsigned ring, uint64_t turns)
{
	model_execute(ring, 2 * turns + 1);
}

void pmu_listen(void)
{
	model.is_listening = true;
	model.interrupted = false;
}

bool pmu_heard(void)
{
	model.is_listening = false;
	return model.interrupted;
}

void warning(const char *source, const char *format, ...)
{
	va_list args;

	assert_string_equal(source, "pmu");
	va_start(args, format);
	vsnprintf(model.warning, sizeof(model.warning), format, args);
	va_end(args);
}

/* ---- CPUs ---- */

struct pmu_leaves model_intel_leaves(unsigned version, unsigned programmable, unsigned fixed,
				     unsigned bits)
{
	return (struct pmu_leaves){
		.family = 6,
		.model = 0x5e,
		.features.ecx = 1 << 15,
		.power.ecx = 1,
		.monitoring = {
			.eax = version | programmable << 8 | bits << 16 | 7u << 24,
			.edx = fixed | bits << 5,
		},
	};
}

struct pmu_leaves model_intel(unsigned version, unsigned programmable, unsigned fixed,
			      unsigned bits)
{
	model = (struct model){
		.layout = LAYOUT_INTEL, .programmable = programmable,
		.fixed_mask = (1u << fixed) - 1, .bits = bits, .has_global = version >= 2,
		.has_capabilities = true, .has_aperf = true,
	};
	return model_intel_leaves(version, programmable, fixed, bits);
}

struct pmu_leaves model_amd(enum layout layout, unsigned programmable, bool is_v2)
{
	model = (struct model){
		.layout = layout, .programmable = programmable, .bits = 48, .has_global = is_v2,
	};
	return (struct pmu_leaves){
		.is_amd = true, .family = 0x19, .model = 0x21,
		.amd_features.ecx = layout == LAYOUT_AMD_CORE ? 1 << 23 : 0,
		.amd_monitoring.eax = is_v2,
		.amd_monitoring.ebx = is_v2 ? programmable : 0,
	};
}

void model_assert_stopped(void)
{
	for (unsigned i = 0; i < MODEL_COUNTERS_MAX; i++)
		assert_int_equal(model.select[i] & SELECT_ENABLE, 0);
	assert_int_equal(model.fixed_control, 0);
	assert_int_equal(model.global_control, 0);
	assert_int_equal(model.global_status, 0);
}

/* Start the driver and check that every counter works. */
void model_assert_starts(const struct pmu_leaves *leaves, unsigned programmable, unsigned fixed)
{
	pmu_init(leaves);
	assert_null(pmu_missing_reason());
	assert_string_equal(model.warning, "");
	assert_int_equal(pmu_findings()->programmable, programmable);
	assert_int_equal(pmu_findings()->fixed, fixed);
	assert_true(pmu_findings()->overflow_interrupts);
	model_assert_stopped();
}
