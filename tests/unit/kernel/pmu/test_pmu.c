/* SPDX-License-Identifier: MIT */
/* What the driver of the performance counters finds on modelled CPUs: good counters, dead ones,
 * narrow ones, and ones that are blind to user mode. */
#include "tests/unit/unit.h"

#include <string.h>

#include "bench/engine/warning.h"
#include "kernel/pmu/pmu.h"
#include "tests/unit/kernel/pmu/model.h"

/* ---- CPUs ---- */

static void assert_fails(const struct pmu_leaves *leaves, const char *why)
{
	model.has_aperf = false;
	pmu_init(leaves);
	assert_non_null(pmu_missing_reason());
	assert_non_null(strstr(pmu_missing_reason(), why));
	assert_non_null(pmu_event_missing_reason(PMC_CYCLES));
	assert_false(pmu_findings()->overflow_interrupts);
}

/* ---- Tests ---- */

TEST(a_cpu_without_a_pmu_says_so)
{
	struct pmu_leaves leaves = model_intel(0, 0, 0, 0);

	assert_fails(&leaves, "none in CPUID");
}

TEST(every_intel_version_works_with_what_it_has)
{
	static const struct {
		unsigned version, programmable, fixed, bits;
	} cpus[] = {
		{1, 2, 0, 40}, {2, 2, 3, 40}, {3, 4, 3, 48}, {4, 8, 3, 48}, {5, 8, 3, 48},
	};

	for (size_t i = 0; i < sizeof(cpus) / sizeof(cpus[0]); i++) {
		struct pmu_leaves leaves = model_intel(cpus[i].version, cpus[i].programmable,
						 cpus[i].fixed, cpus[i].bits);

		model_assert_starts(&leaves, cpus[i].programmable, cpus[i].fixed);
		assert_int_equal(pmu_findings()->shape.version, cpus[i].version);
	}
}

TEST(version_1_has_no_fixed_counters_whatever_its_leaf_says)
{
	struct pmu_leaves leaves = model_intel(1, 2, 0, 40);

	leaves.monitoring.edx = 3 | 40 << 5;
	model_assert_starts(&leaves, 2, 0);
}

TEST(version_5_lists_fixed_counters_in_a_bitmap)
{
	struct pmu_leaves leaves = model_intel(5, 6, 1, 48);

	leaves.monitoring.ecx = 5;
	model.fixed_mask = 5;
	model_assert_starts(&leaves, 6, 2);
	assert_null(pmu_event_missing_reason(PMC_REF_CYCLES));
}

TEST(every_amd_kind_works_with_what_it_has)
{
	struct pmu_leaves leaves = model_amd(LAYOUT_AMD_LEGACY, 4, false);

	model_assert_starts(&leaves, 4, 0);
	assert_int_equal(pmu_findings()->shape.kind, PMU_AMD_LEGACY);
	leaves = model_amd(LAYOUT_AMD_CORE, 6, false);
	model_assert_starts(&leaves, 6, 0);
	assert_int_equal(pmu_findings()->shape.kind, PMU_AMD_CORE);
	leaves = model_amd(LAYOUT_AMD_CORE, 5, true);
	model_assert_starts(&leaves, 5, 0);
	assert_int_equal(pmu_findings()->shape.kind, PMU_AMD_V2);
}

TEST(a_cpu_whose_registers_fault_has_no_counters)
{
	struct pmu_leaves leaves = model_intel(3, 4, 3, 48);

	model.all_fault = true;
	assert_fails(&leaves, "none of 7 counters works; programmable0: register access faults");
}

TEST(an_emulator_that_swallows_writes_has_no_counters)
{
	struct pmu_leaves leaves = model_amd(LAYOUT_AMD_LEGACY, 4, false);

	model.writes_vanish = true;
	assert_fails(&leaves, "none of 4 counters works; programmable0: select register does not "
		     "keep its value");
}

TEST(counters_that_do_not_move_are_no_counters)
{
	struct pmu_leaves leaves = model_intel(1, 4, 0, 48);

	model.stuck_mask = 0xf;
	assert_fails(&leaves, "programmable0: does not count");
}

TEST(counters_that_rdpmc_can_not_read_are_no_counters)
{
	struct pmu_leaves leaves = model_intel(2, 4, 3, 48);

	model.rdpmc_faults = true;
	assert_fails(&leaves, "programmable0: RDPMC faults");
}

TEST(one_bad_counter_is_left_out_with_a_warning)
{
	struct pmu_leaves leaves = model_intel(3, 4, 3, 48);

	model.stuck_mask = 1 << 2;
	pmu_init(&leaves);
	assert_null(pmu_missing_reason());
	assert_int_equal(pmu_findings()->programmable, 3);
	assert_string_equal(model.warning,
			    "1 of 7 counters not used; programmable2: does not count");
	leaves = model_intel(3, 4, 3, 48);
	model.faulting_mask = 1 << 0;
	pmu_init(&leaves);
	assert_int_equal(pmu_findings()->programmable, 3);
	assert_non_null(strstr(model.warning, "programmable0: register access faults"));
	model_assert_stopped();
}

TEST(a_counter_that_is_blind_to_user_mode_is_not_trusted)
{
	struct pmu_leaves leaves = model_amd(LAYOUT_AMD_LEGACY, 4, false);

	model.blind_to_user_mask = 0xf;
	assert_fails(&leaves, "does not count in user mode");
}

TEST(a_counter_that_counts_something_else_is_not_trusted)
{
	struct pmu_leaves leaves = model_amd(LAYOUT_AMD_CORE, 6, false);

	model.doubling_mask = 0x3f;
	assert_fails(&leaves, "wrong count");
}

TEST(an_overflow_that_does_not_interrupt_is_found_out)
{
	struct pmu_leaves leaves = model_intel(3, 4, 3, 48);

	model.is_silent = true;
	pmu_init(&leaves);
	assert_null(pmu_missing_reason());
	assert_false(pmu_findings()->overflow_interrupts);
	model_assert_stopped();
}

TEST(full_width_registers_are_written_where_they_are_there)
{
	struct pmu_leaves leaves = model_intel(4, 4, 3, 48);

	model.is_full_width = true;
	model_assert_starts(&leaves, 4, 3);
	assert_int_equal(model.narrow_writes, 0);
	leaves = model_intel(4, 4, 3, 48);
	model_assert_starts(&leaves, 4, 3);
	assert_true(model.narrow_writes > 0);
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
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
