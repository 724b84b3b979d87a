/* SPDX-License-Identifier: MIT */
/* The driver of the performance counters on modelled CPUs: registers that fault, counters that are
 * stuck, or narrow, or blind to user mode, and overflow. The model is written from the vendors'
 * manuals and knows nothing of the driver. */
#include <stdio.h>
#include <string.h>

#include "tests/unit/unit.h"

#include "bench/engine/warning.h"
#include "kernel/core/probe.h"
#include "kernel/pmu/pmu.h"
#include "lib/text/errno.h"

#define EVENT_BITS 0xffull
#define SELECT_USER (1ull << 16)
#define SELECT_KERNEL (1ull << 17)
#define SELECT_INTERRUPT (1ull << 20)
#define SELECT_ENABLE (1ull << 22)
#define COUNTERS_MAX 8
#define FIXED_MAX 3

/* ---- The model: registers, and what executing does to them ---- */

enum layout {LAYOUT_INTEL, LAYOUT_AMD_LEGACY, LAYOUT_AMD_CORE};

static struct model {
	/* Set by the test. */
	enum layout layout;
	unsigned programmable, fixed_mask, bits;
	bool has_global;
	bool is_full_width, has_capabilities;
	bool has_aperf;
	bool all_fault, writes_vanish, rdpmc_faults;
	unsigned stuck_mask, faulting_mask; /* of programmable counters */
	unsigned blind_to_user_mask, doubling_mask;
	bool is_silent;                 /* overflow does not interrupt */

	/* Its state. */
	uint64_t select[COUNTERS_MAX], count[COUNTERS_MAX];
	uint64_t fixed_control, fixed[FIXED_MAX];
	uint64_t global_control, global_status;
	uint64_t aperf, mperf;
	bool is_listening, interrupted;
	unsigned narrow_writes;         /* by MSRs that sign-extend */
	char warning[256];
} model;

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

static void execute(unsigned ring, uint64_t instructions)
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
	for (unsigned i = 0; i < FIXED_MAX; i++) {
		static const unsigned quarters[] = {4, 3, 2};

		if ((model.fixed_control >> 4 * i & fixed_bit) != 0 && is_on(32 + i))
			advance(&model.fixed[i], 32 + i, false, instructions * quarters[i] / 4);
	}
	model.aperf += model.has_aperf ? instructions * 3 / 4 : 0;
	model.mperf += model.has_aperf ? instructions / 2 : 0;
}

/* A register of the model; NULL if there is none. The index of a programmable counter's own is
 * stored, else -1. */
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
	if (msr >= 0x309 && msr < 0x309 + FIXED_MAX)
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

/* ---- The driver's way to the model ---- */

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
	return (found >= model.count && found < model.count + COUNTERS_MAX) ||
	       (found >= model.fixed && found < model.fixed + FIXED_MAX);
}

/* Bits beyond a counter's width fault, but in the registers that sign-extend. */
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
	if (msr >= 0xc1 && msr < 0xc1 + COUNTERS_MAX) {
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
	execute(ring, 2 * turns + 1);
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

static struct pmu_leaves intel_leaves(unsigned version, unsigned programmable, unsigned fixed,
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

static struct pmu_leaves intel(unsigned version, unsigned programmable, unsigned fixed,
			       unsigned bits)
{
	model = (struct model){
		.layout = LAYOUT_INTEL, .programmable = programmable,
		.fixed_mask = (1u << fixed) - 1, .bits = bits, .has_global = version >= 2,
		.has_capabilities = true, .has_aperf = true,
	};
	return intel_leaves(version, programmable, fixed, bits);
}

static struct pmu_leaves amd(enum layout layout, unsigned programmable, bool is_v2)
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

static void is_stopped(void)
{
	for (unsigned i = 0; i < COUNTERS_MAX; i++)
		assert_int_equal(model.select[i] & SELECT_ENABLE, 0);
	assert_int_equal(model.fixed_control, 0);
	assert_int_equal(model.global_control, 0);
	assert_int_equal(model.global_status, 0);
}

/* Bring it up, and see that it works whole. */
static void starts(const struct pmu_leaves *leaves, unsigned programmable, unsigned fixed)
{
	pmu_init(leaves);
	assert_null(pmu_lacking());
	assert_string_equal(model.warning, "");
	assert_int_equal(pmu_findings()->programmable, programmable);
	assert_int_equal(pmu_findings()->fixed, fixed);
	assert_true(pmu_findings()->overflow_interrupts);
	is_stopped();
}

static void fails(const struct pmu_leaves *leaves, const char *why)
{
	model.has_aperf = false;
	pmu_init(leaves);
	assert_non_null(pmu_lacking());
	assert_non_null(strstr(pmu_lacking(), why));
	assert_non_null(pmu_event_lacking(PMC_CYCLES));
	assert_false(pmu_findings()->overflow_interrupts);
}

static uint64_t read_counter(size_t i)
{
	uint64_t value;

	assert_false(pmu_readers[i].is_msr);
	assert_int_equal(probe_rdpmc(pmu_readers[i].number, &value), 0);
	return value;
}

/* ---- Tests ---- */

TEST(a_cpu_without_a_pmu_says_so)
{
	struct pmu_leaves leaves = intel(0, 0, 0, 0);

	fails(&leaves, "CPUID shows none");
}

TEST(every_intel_version_works_with_what_it_has)
{
	static const struct {
		unsigned version, programmable, fixed, bits;
	} cpus[] = {
		{1, 2, 0, 40}, {2, 2, 3, 40}, {3, 4, 3, 48}, {4, 8, 3, 48}, {5, 8, 3, 48},
	};

	for (size_t i = 0; i < sizeof(cpus) / sizeof(cpus[0]); i++) {
		struct pmu_leaves leaves = intel(cpus[i].version, cpus[i].programmable,
						 cpus[i].fixed, cpus[i].bits);

		starts(&leaves, cpus[i].programmable, cpus[i].fixed);
		assert_int_equal(pmu_findings()->shape.version, cpus[i].version);
	}
}

TEST(version_1_has_no_fixed_counters_whatever_its_leaf_says)
{
	struct pmu_leaves leaves = intel(1, 2, 0, 40);

	leaves.monitoring.edx = 3 | 40 << 5;
	starts(&leaves, 2, 0);
}

TEST(version_5_lists_fixed_counters_in_a_bitmap)
{
	struct pmu_leaves leaves = intel(5, 6, 1, 48);

	leaves.monitoring.ecx = 5;
	model.fixed_mask = 5;
	starts(&leaves, 6, 2);
	assert_null(pmu_event_lacking(PMC_REF_CYCLES));
}

TEST(every_amd_kind_works_with_what_it_has)
{
	struct pmu_leaves leaves = amd(LAYOUT_AMD_LEGACY, 4, false);

	starts(&leaves, 4, 0);
	assert_int_equal(pmu_findings()->shape.kind, PMU_AMD_LEGACY);
	leaves = amd(LAYOUT_AMD_CORE, 6, false);
	starts(&leaves, 6, 0);
	assert_int_equal(pmu_findings()->shape.kind, PMU_AMD_CORE);
	leaves = amd(LAYOUT_AMD_CORE, 5, true);
	starts(&leaves, 5, 0);
	assert_int_equal(pmu_findings()->shape.kind, PMU_AMD_V2);
}

TEST(a_cpu_whose_registers_fault_has_no_counters)
{
	struct pmu_leaves leaves = intel(3, 4, 3, 48);

	model.all_fault = true;
	fails(&leaves, "7 do not work: programmable0, its registers fault");
}

TEST(an_emulator_that_swallows_writes_has_no_counters)
{
	struct pmu_leaves leaves = amd(LAYOUT_AMD_LEGACY, 4, false);

	model.writes_vanish = true;
	fails(&leaves, "4 do not work: programmable0, its select register does not keep");
}

TEST(counters_that_do_not_move_are_no_counters)
{
	struct pmu_leaves leaves = intel(1, 4, 0, 48);

	model.stuck_mask = 0xf;
	fails(&leaves, "programmable0, it does not move");
}

TEST(counters_that_rdpmc_can_not_read_are_no_counters)
{
	struct pmu_leaves leaves = intel(2, 4, 3, 48);

	model.rdpmc_faults = true;
	fails(&leaves, "programmable0, RDPMC faults");
}

TEST(one_bad_counter_is_left_out_with_a_warning)
{
	struct pmu_leaves leaves = intel(3, 4, 3, 48);

	model.stuck_mask = 1 << 2;
	pmu_init(&leaves);
	assert_null(pmu_lacking());
	assert_int_equal(pmu_findings()->programmable, 3);
	assert_string_equal(model.warning,
			    "1 of 7 counters are not used: programmable2, it does not move");
	leaves = intel(3, 4, 3, 48);
	model.faulting_mask = 1 << 0;
	pmu_init(&leaves);
	assert_int_equal(pmu_findings()->programmable, 3);
	assert_non_null(strstr(model.warning, "programmable0, its registers fault"));
	is_stopped();
}

TEST(a_counter_that_is_blind_to_user_mode_is_not_trusted)
{
	struct pmu_leaves leaves = amd(LAYOUT_AMD_LEGACY, 4, false);

	model.blind_to_user_mask = 0xf;
	fails(&leaves, "it does not move in user mode");
}

TEST(a_counter_that_counts_something_else_is_not_trusted)
{
	struct pmu_leaves leaves = amd(LAYOUT_AMD_CORE, 6, false);

	model.doubling_mask = 0x3f;
	fails(&leaves, "it does not count what it should");
}

TEST(an_overflow_that_does_not_interrupt_is_found_out)
{
	struct pmu_leaves leaves = intel(3, 4, 3, 48);

	model.is_silent = true;
	pmu_init(&leaves);
	assert_null(pmu_lacking());
	assert_false(pmu_findings()->overflow_interrupts);
	is_stopped();
}

TEST(full_width_registers_are_written_where_they_are_there)
{
	struct pmu_leaves leaves = intel(4, 4, 3, 48);

	model.is_full_width = true;
	starts(&leaves, 4, 3);
	assert_int_equal(model.narrow_writes, 0);
	leaves = intel(4, 4, 3, 48);
	starts(&leaves, 4, 3);
	assert_true(model.narrow_writes > 0);
}

TEST(fixed_counters_go_first_and_leave_the_others_free)
{
	static const enum pmc_event events[] = {
		PMC_CYCLES, PMC_INSTRUCTIONS, PMC_REF_CYCLES, PMC_BRANCHES, PMC_BRANCH_MISSES,
		PMC_LOADS, PMC_STORES, PMC_INTERRUPTS,
	};
	struct pmu_leaves leaves = intel(3, 4, 3, 48);
	struct platform_pmc opened[PLATFORM_PMC_MAX];

	starts(&leaves, 4, 3);
	assert_int_equal(pmu_open(events, 8, opened), 7);
	assert_string_equal(opened[0].counter, "fixed1");
	assert_string_equal(opened[1].counter, "fixed0");
	assert_string_equal(opened[2].counter, "fixed2");
	assert_string_equal(opened[3].counter, "programmable3");
	assert_string_equal(opened[6].counter, "programmable0");
	assert_int_equal(opened[3].select, 0xc4);
	assert_int_equal(opened[5].select, 0x81d0);
	assert_int_equal(opened[0].mask, (1ull << 48) - 1);
	execute(0, 1000);
	execute(3, 1000);
	assert_int_equal(read_counter(0), 1500);
	assert_int_equal(read_counter(1), 2000);
	assert_int_equal(read_counter(2), 1000);
	assert_int_equal(read_counter(6), 14);
	pmu_close();
	is_stopped();
	assert_int_equal(pmu_reader_count, 0);
}

TEST(the_second_four_counters_are_not_used_for_they_count_few_events)
{
	static const enum pmc_event events[] = {
		PMC_BRANCHES, PMC_BRANCH_MISSES, PMC_LOADS, PMC_STORES, PMC_INTERRUPTS,
	};
	struct pmu_leaves leaves = intel(5, 8, 3, 48);
	struct platform_pmc opened[PLATFORM_PMC_MAX];

	starts(&leaves, 8, 3);
	assert_int_equal(pmu_open(events, 5, opened), 4);
	pmu_close();
}

TEST(an_event_that_cpuid_denies_is_not_counted_but_by_its_fixed_counter)
{
	struct pmu_leaves leaves = intel(3, 4, 3, 48);

	leaves.monitoring.ebx = 1 << 1 | 1 << 6;
	starts(&leaves, 4, 3);
	assert_null(pmu_event_lacking(PMC_INSTRUCTIONS));
	assert_non_null(pmu_event_lacking(PMC_BRANCH_MISSES));
	assert_null(pmu_event_lacking(PMC_BRANCHES));
	assert_non_null(pmu_event_lacking(PMC_DTLB_MISSES));
}

TEST(reference_cycles_need_their_fixed_counter)
{
	struct pmu_leaves leaves = intel(2, 4, 2, 48);

	starts(&leaves, 4, 2);
	assert_non_null(pmu_event_lacking(PMC_REF_CYCLES));
}

TEST(aperf_is_read_by_its_number_as_an_msr)
{
	static const enum pmc_event events[] = {PMC_APERF, PMC_CYCLES, PMC_MPERF};
	struct pmu_leaves leaves = intel(3, 4, 3, 48);
	struct platform_pmc opened[PLATFORM_PMC_MAX];

	starts(&leaves, 4, 3);
	assert_true(pmu_findings()->has_aperf);
	assert_int_equal(pmu_open(events, 3, opened), 3);
	assert_true(pmu_readers[0].is_msr);
	assert_int_equal(pmu_readers[0].number, 0xe8);
	assert_int_equal(pmu_readers[2].number, 0xe7);
	assert_int_equal(opened[0].select, 0);
	pmu_close();
	model.has_aperf = false;
	pmu_init(&leaves);
	assert_non_null(pmu_event_lacking(PMC_APERF));
}

/* What idle loops read. */
TEST(an_opened_counter_is_an_msr_as_well)
{
	static const enum pmc_event events[] = {PMC_CYCLES, PMC_BRANCHES, PMC_APERF};
	struct pmu_leaves cpus[] = {
		intel_leaves(3, 4, 3, 48), amd(LAYOUT_AMD_LEGACY, 4, false),
	};
	struct platform_pmc opened[PLATFORM_PMC_MAX];

	for (size_t i = 0; i < 2; i++) {
		uint64_t value;

		if (i == 0)
			intel(3, 4, 3, 48);
		else
			amd(LAYOUT_AMD_LEGACY, 4, false);
		model.has_aperf = true;
		cpus[i].power.ecx = 1;
		starts(&cpus[i], 4, i == 0 ? 3 : 0);
		assert_int_equal(pmu_open(events, 3, opened), 3);
		execute(0, 1000);
		for (size_t j = 0; j < 2; j++) {
			assert_int_equal(probe_rdmsr(opened[j].msr, &value), 0);
			assert_int_equal(value, read_counter(j));
			assert_true(value > 0);
		}
		assert_int_equal(opened[2].msr, 0xe8);
		pmu_close();
	}
}

TEST(aperf_alone_can_be_counted_when_counters_are_dead)
{
	static const enum pmc_event events[] = {PMC_APERF};
	struct pmu_leaves leaves = intel(3, 4, 3, 48);
	struct platform_pmc opened[PLATFORM_PMC_MAX];

	model.all_fault = true;
	pmu_init(&leaves);
	assert_null(pmu_lacking());
	assert_null(pmu_event_lacking(PMC_APERF));
	assert_non_null(pmu_event_lacking(PMC_CYCLES));
	assert_int_equal(pmu_open(events, 1, opened), 1);
	pmu_close();
}

TEST(the_cores_of_a_hybrid_cpu_have_tables_of_their_own)
{
	struct pmu_leaves leaves = intel(5, 8, 3, 48);

	leaves.model = 0x97;
	leaves.more_features.edx = 1 << 15;
	leaves.core.eax = 0x40000001;
	starts(&leaves, 8, 3);
	assert_int_equal(pmu_findings()->shape.table, PMC_TABLE_GOLDEN_COVE);
	assert_string_equal(pmu_core_name(pmu_findings()->shape.core_type), "core");
	leaves.core.eax = 0x20000001;
	starts(&leaves, 8, 3);
	assert_int_equal(pmu_findings()->shape.table, PMC_TABLE_GRACEMONT);
	assert_non_null(pmu_event_lacking(PMC_L2_MISSES));
}

TEST(tables_give_register_settings_and_fall_back_on_the_vendor)
{
	assert_int_equal(pmc_table_for(false, 6, 0x9e, 0), PMC_TABLE_SKYLAKE);
	assert_int_equal(pmc_table_for(false, 6, 0x8f, 0), PMC_TABLE_GOLDEN_COVE);
	assert_int_equal(pmc_table_for(false, 6, 0xff, 0), PMC_TABLE_INTEL);
	assert_int_equal(pmc_table_for(true, 0x17, 0x31, 0), PMC_TABLE_ZEN2);
	assert_int_equal(pmc_table_for(true, 0x10, 2, 0), PMC_TABLE_AMD);
	assert_int_equal(pmc_table_for(true, 6, 0x5e, 0), PMC_TABLE_AMD);
	assert_int_equal(pmc_table_select(PMC_TABLE_SKYLAKE, PMC_CYCLES), 0x3c);
	assert_int_equal(pmc_table_select(PMC_TABLE_SKYLAKE, PMC_DTLB_LOAD_WALKS), 0x0e08);
	assert_int_equal(pmc_table_select(PMC_TABLE_ZEN2, PMC_CYCLES), 0x76);
	assert_int_equal(pmc_table_select(PMC_TABLE_ZEN4, PMC_REF_CYCLES), 0x100000120);
	assert_int_equal(pmc_table_select(PMC_TABLE_AMD, PMC_LOADS), 0);
	assert_int_equal(pmc_table_select(PMC_TABLE_INTEL, PMC_REF_CYCLES), PMC_SELECT_REF_TSC);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_cpu_without_a_pmu_says_so),
		cmocka_unit_test(every_intel_version_works_with_what_it_has),
		cmocka_unit_test(version_1_has_no_fixed_counters_whatever_its_leaf_says),
		cmocka_unit_test(version_5_lists_fixed_counters_in_a_bitmap),
		cmocka_unit_test(every_amd_kind_works_with_what_it_has),
		cmocka_unit_test(a_cpu_whose_registers_fault_has_no_counters),
		cmocka_unit_test(an_emulator_that_swallows_writes_has_no_counters),
		cmocka_unit_test(counters_that_do_not_move_are_no_counters),
		cmocka_unit_test(counters_that_rdpmc_can_not_read_are_no_counters),
		cmocka_unit_test(one_bad_counter_is_left_out_with_a_warning),
		cmocka_unit_test(a_counter_that_is_blind_to_user_mode_is_not_trusted),
		cmocka_unit_test(a_counter_that_counts_something_else_is_not_trusted),
		cmocka_unit_test(an_overflow_that_does_not_interrupt_is_found_out),
		cmocka_unit_test(full_width_registers_are_written_where_they_are_there),
		cmocka_unit_test(fixed_counters_go_first_and_leave_the_others_free),
		cmocka_unit_test(the_second_four_counters_are_not_used_for_they_count_few_events),
		cmocka_unit_test(
			an_event_that_cpuid_denies_is_not_counted_but_by_its_fixed_counter),
		cmocka_unit_test(reference_cycles_need_their_fixed_counter),
		cmocka_unit_test(aperf_is_read_by_its_number_as_an_msr),
		cmocka_unit_test(an_opened_counter_is_an_msr_as_well),
		cmocka_unit_test(aperf_alone_can_be_counted_when_counters_are_dead),
		cmocka_unit_test(the_cores_of_a_hybrid_cpu_have_tables_of_their_own),
		cmocka_unit_test(tables_give_register_settings_and_fall_back_on_the_vendor),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
