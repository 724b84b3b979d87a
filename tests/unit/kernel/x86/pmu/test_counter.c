/* SPDX-License-Identifier: MIT */
/* The counter that the driver selects for an event, and how it is read, on modelled CPUs. */
#include "tests/unit/unit.h"

#include "kernel/x86/core/probe.h"
#include "kernel/x86/pmu/pmu.h"
#include "tests/unit/kernel/x86/pmu/model.h"

/* ---- CPUs ---- */

static uint64_t read_counter(size_t i)
{
	uint64_t value;

	assert_false(pmu_readers[i].is_msr);
	assert_int_equal(probe_rdpmc(pmu_readers[i].number, &value), 0);
	return value;
}

/* ---- Tests ---- */

TEST(fixed_counters_are_used_first)
{
	static const enum pmc_event events[] = {
		PMC_CYCLES, PMC_INSTRUCTIONS, PMC_REF_CYCLES, PMC_BRANCHES, PMC_BRANCH_MISSES,
		PMC_LOADS, PMC_STORES, PMC_INTERRUPTS,
	};
	struct pmu_leaves leaves = model_intel(3, 4, 3, 48);
	struct platform_pmc opened[PLATFORM_PMC_MAX];

	model_assert_starts(&leaves, 4, 3);
	assert_int_equal(pmu_open(events, 8, opened), 7);
	assert_string_equal(opened[0].counter, "fixed1");
	assert_string_equal(opened[1].counter, "fixed0");
	assert_string_equal(opened[2].counter, "fixed2");
	assert_string_equal(opened[3].counter, "programmable3");
	assert_string_equal(opened[6].counter, "programmable0");
	assert_int_equal(opened[3].select, 0xc4);
	assert_int_equal(opened[5].select, 0x81d0);
	assert_int_equal(opened[0].mask, (1ull << 48) - 1);
	model_execute(0, 1000);
	model_execute(3, 1000);
	assert_int_equal(read_counter(0), 1500);
	assert_int_equal(read_counter(1), 2000);
	assert_int_equal(read_counter(2), 1000);
	assert_int_equal(read_counter(6), 14);
	pmu_close();
	model_assert_stopped();
	assert_int_equal(pmu_reader_count, 0);
}

TEST(counters_4_to_7_are_not_used_because_they_count_few_events)
{
	static const enum pmc_event events[] = {
		PMC_BRANCHES, PMC_BRANCH_MISSES, PMC_LOADS, PMC_STORES, PMC_INTERRUPTS,
	};
	struct pmu_leaves leaves = model_intel(5, 8, 3, 48);
	struct platform_pmc opened[PLATFORM_PMC_MAX];

	model_assert_starts(&leaves, 8, 3);
	assert_int_equal(pmu_open(events, 5, opened), 4);
	pmu_close();
}

TEST(event_denied_by_cpuid_is_counted_only_by_its_fixed_counter)
{
	struct pmu_leaves leaves = model_intel(3, 4, 3, 48);

	leaves.monitoring.ebx = 1 << 1 | 1 << 6;
	model_assert_starts(&leaves, 4, 3);
	assert_null(pmu_event_missing_reason(PMC_INSTRUCTIONS));
	assert_non_null(pmu_event_missing_reason(PMC_BRANCH_MISSES));
	assert_null(pmu_event_missing_reason(PMC_BRANCHES));
	assert_non_null(pmu_event_missing_reason(PMC_DTLB_MISSES));
}

TEST(reference_cycles_need_their_fixed_counter)
{
	struct pmu_leaves leaves = model_intel(2, 4, 2, 48);

	model_assert_starts(&leaves, 4, 2);
	assert_non_null(pmu_event_missing_reason(PMC_REF_CYCLES));
}

TEST(aperf_is_read_as_an_msr)
{
	static const enum pmc_event events[] = {PMC_APERF, PMC_CYCLES, PMC_MPERF};
	struct pmu_leaves leaves = model_intel(3, 4, 3, 48);
	struct platform_pmc opened[PLATFORM_PMC_MAX];

	model_assert_starts(&leaves, 4, 3);
	assert_true(pmu_findings()->has_aperf);
	assert_int_equal(pmu_open(events, 3, opened), 3);
	assert_true(pmu_readers[0].is_msr);
	assert_int_equal(pmu_readers[0].number, 0xe8);
	assert_int_equal(pmu_readers[2].number, 0xe7);
	assert_int_equal(opened[0].select, 0);
	pmu_close();
	model.has_aperf = false;
	pmu_init(&leaves);
	assert_non_null(pmu_event_missing_reason(PMC_APERF));
}

/* Readings of idle loops. */
TEST(opened_counter_has_an_msr_number_too)
{
	static const enum pmc_event events[] = {PMC_CYCLES, PMC_BRANCHES, PMC_APERF};
	struct pmu_leaves cpus[] = {
		model_intel_leaves(3, 4, 3, 48), model_amd(LAYOUT_AMD_LEGACY, 4, false),
	};
	struct platform_pmc opened[PLATFORM_PMC_MAX];

	for (size_t i = 0; i < 2; i++) {
		uint64_t value;

		if (i == 0)
			model_intel(3, 4, 3, 48);
		else
			model_amd(LAYOUT_AMD_LEGACY, 4, false);
		model.has_aperf = true;
		cpus[i].power.ecx = 1;
		model_assert_starts(&cpus[i], 4, i == 0 ? 3 : 0);
		assert_int_equal(pmu_open(events, 3, opened), 3);
		model_execute(0, 1000);
		for (size_t j = 0; j < 2; j++) {
			assert_int_equal(probe_rdmsr(opened[j].msr, &value), 0);
			assert_int_equal(value, read_counter(j));
			assert_true(value > 0);
		}
		assert_int_equal(opened[2].msr, 0xe8);
		pmu_close();
	}
}

TEST(aperf_is_available_without_working_counters)
{
	static const enum pmc_event events[] = {PMC_APERF};
	struct pmu_leaves leaves = model_intel(3, 4, 3, 48);
	struct platform_pmc opened[PLATFORM_PMC_MAX];

	model.all_fault = true;
	pmu_init(&leaves);
	assert_null(pmu_missing_reason());
	assert_null(pmu_event_missing_reason(PMC_APERF));
	assert_non_null(pmu_event_missing_reason(PMC_CYCLES));
	assert_int_equal(pmu_open(events, 1, opened), 1);
	pmu_close();
}

TEST(cores_of_a_hybrid_cpu_have_separate_event_tables)
{
	struct pmu_leaves leaves = model_intel(5, 8, 3, 48);

	leaves.model = 0x97;
	leaves.more_features.edx = 1 << 15;
	leaves.core.eax = 0x40000001;
	model_assert_starts(&leaves, 8, 3);
	assert_int_equal(pmu_findings()->shape.table, PMC_TABLE_GOLDEN_COVE);
	assert_string_equal(pmu_core_name(pmu_findings()->shape.core_type), "core");
	leaves.core.eax = 0x20000001;
	model_assert_starts(&leaves, 8, 3);
	assert_int_equal(pmu_findings()->shape.table, PMC_TABLE_GRACEMONT);
	assert_non_null(pmu_event_missing_reason(PMC_L2_MISSES));
}

TEST(tables_give_register_settings_and_default_to_the_vendors)
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
