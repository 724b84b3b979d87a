/* SPDX-License-Identifier: MIT */
/* The counters that the driver finds on modelled CPUs: working, stuck, narrow, and without user
 * mode. */
#include "tests/unit/unit.h"

#include <string.h>

#include "bench/engine/warning.h"
#include "kernel/x86/pmu/pmu.h"
#include "tests/unit/kernel/x86/pmu/model.h"

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

TEST(cpu_without_a_pmu_is_reported)
{
	struct pmu_leaves leaves = model_intel(0, 0, 0, 0);

	assert_fails(&leaves, "none in CPUID");
}

TEST(every_intel_version_works_with_its_counters)
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

TEST(version_1_has_no_fixed_counters_whatever_cpuid_reports)
{
	struct pmu_leaves leaves = model_intel(1, 2, 0, 40);

	leaves.monitoring.edx = 3 | 40 << 5;
	model_assert_starts(&leaves, 2, 0);
}

TEST(version_5_lists_fixed_counters_in_a_bit_mask)
{
	struct pmu_leaves leaves = model_intel(5, 6, 1, 48);

	leaves.monitoring.ecx = 5;
	model.fixed_mask = 5;
	model_assert_starts(&leaves, 6, 2);
	assert_null(pmu_event_missing_reason(PMC_REF_CYCLES));
}

TEST(every_amd_variant_works_with_its_counters)
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

TEST(cpu_with_faulting_registers_has_no_counters)
{
	struct pmu_leaves leaves = model_intel(3, 4, 3, 48);

	model.all_fault = true;
	assert_fails(&leaves, "none of 7 counters works; programmable0: register access faults");
}

TEST(emulator_that_ignores_writes_has_no_counters)
{
	struct pmu_leaves leaves = model_amd(LAYOUT_AMD_LEGACY, 4, false);

	model.writes_vanish = true;
	assert_fails(&leaves, "none of 4 counters works; programmable0: select register does not "
		     "keep its value");
}

TEST(stuck_counters_are_not_used)
{
	struct pmu_leaves leaves = model_intel(1, 4, 0, 48);

	model.stuck_mask = 0xf;
	assert_fails(&leaves, "programmable0: does not count");
}

TEST(counters_that_rdpmc_cannot_read_are_not_used)
{
	struct pmu_leaves leaves = model_intel(2, 4, 3, 48);

	model.rdpmc_faults = true;
	assert_fails(&leaves, "programmable0: RDPMC faults");
}

TEST(one_bad_counter_is_omitted_with_a_warning)
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

TEST(counter_that_ignores_user_mode_is_rejected)
{
	struct pmu_leaves leaves = model_amd(LAYOUT_AMD_LEGACY, 4, false);

	model.blind_to_user_mask = 0xf;
	assert_fails(&leaves, "does not count in user mode");
}

TEST(counter_that_counts_another_event_is_rejected)
{
	struct pmu_leaves leaves = model_amd(LAYOUT_AMD_CORE, 6, false);

	model.doubling_mask = 0x3f;
	assert_fails(&leaves, "wrong count");
}

TEST(overflow_without_an_interrupt_is_detected)
{
	struct pmu_leaves leaves = model_intel(3, 4, 3, 48);

	model.is_silent = true;
	pmu_init(&leaves);
	assert_null(pmu_missing_reason());
	assert_false(pmu_findings()->overflow_interrupts);
	model_assert_stopped();
}

TEST(full_width_registers_are_used_if_supported)
{
	struct pmu_leaves leaves = model_intel(4, 4, 3, 48);

	model.is_full_width = true;
	model_assert_starts(&leaves, 4, 3);
	assert_int_equal(model.narrow_writes, 0);
	leaves = model_intel(4, 4, 3, 48);
	model_assert_starts(&leaves, 4, 3);
	assert_true(model.narrow_writes > 0);
}
