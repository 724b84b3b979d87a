/* SPDX-License-Identifier: MIT */
/* Processes of several operating systems: they are compared if they are two sides, and refused as
 * one side or one history. */
#include "tests/unit/unit.h"

#include <stdio.h>
#include <string.h>

#include "tests/unit/tools/compare/two_sides.h"
#include "tools/compare/kernels.h"
#include "tools/results/baseline.h"
#include "tools/topic/kernels.h"
#include "tools/topic/overhead.h"
#include "tools/view/text.h"

static struct side_target side_gvisor(void)
{
	struct side_target target = side_linux();

	target.manifest.host = "other-os";
	target.manifest.os = "gVisor";
	target.manifest.os_found = "kernel log: Starting gVisor...";
	target.manifest.arch = "x86_64";
	target.manifest.kernel = "4.4.0 #1 SMP";
	target.system_call_ticks = 6000;
	return target;
}

/* Refused for one reason that contains the text; "": accepted. */
static void assert_verdict(struct comparison *comparison, const char *text)
{
	struct reasons reasons = {0};

	same_machine_refuse(comparison, &reasons);
	assert_int_equal(reasons.count, text[0] != '\0');
	if (reasons.count > 0 && strstr(reasons.texts[0], text) == NULL)
		fail_msg("refused because \"%s\", not for %s", reasons.texts[0], text);
	reasons_free(&reasons);
	compare_free(comparison);
}

TEST(process_of_another_system_is_a_side_of_an_overhead)
{
	struct side_target metal = side_metal(), gvisor = side_gvisor();
	struct comparison comparison = side_pair(&metal, &gvisor);
	const struct reasons none = {0};
	char *table;

	compare_make(&comparison, NULL);
	table = side_table(&comparison, &none);
	assert_side_has(table, "Bareline: gVisor against bare metal");
	assert_side_has(table, "gVisor (kernel log: Starting gVisor...)");
	if (strstr(table, "Linux") != NULL)
		fail_msg("names Linux: %s", strstr(table, "Linux"));
	free(table);
	assert_verdict(&comparison, "");
}

TEST(kernel_of_a_user_is_no_process)
{
	struct side_target metal = side_metal(), own = side_gvisor();
	struct comparison comparison;

	own.manifest.host = "bare-metal";
	own.manifest.suite = "";
	comparison = side_pair(&metal, &own);
	assert_true(result_is_of_own_kernel(comparison.sides[LINUX].items[0].result));
	assert_verdict(&comparison, "given as Linux, but its host is \"bare-metal\"");
	own = side_gvisor();
	comparison = side_pair(&metal, &own);
	assert_false(result_is_of_own_kernel(comparison.sides[LINUX].items[0].result));
	assert_verdict(&comparison, "");
}

TEST(systems_are_not_mixed_in_a_side)
{
	struct side_target metal = side_metal(), gvisor = side_gvisor(), linux_run = side_linux();
	struct comparison comparison;

	linux_run.manifest.kernel = gvisor.manifest.kernel;
	comparison = side_pair(&metal, &linux_run);
	side_add(&comparison, LINUX, &gvisor);
	assert_true(comparison_has_systems(&comparison));
	assert_verdict(&comparison, "its operating system is \"gVisor\", not \"Linux\"");
}

TEST(older_log_of_linux_is_of_linux)
{
	struct side_target metal = side_metal(), old = side_linux(), now = side_linux();
	struct comparison comparison;

	old.manifest.os = "";
	now.manifest.os = "Linux";
	comparison = side_pair(&metal, &old);
	side_add(&comparison, LINUX, &now);
	assert_false(comparison_has_systems(&comparison));
	assert_verdict(&comparison, "");
}

static struct comparison change_of(enum comparison_kind kind, const struct side_target *base,
				   const struct side_target *other)
{
	struct comparison comparison = {.kind = kind};

	side_add(&comparison, BASE, base);
	side_add(&comparison, kind == COMPARE_CHANGE ? NEW : BASE, other);
	return comparison;
}

TEST(systems_are_two_sides_of_a_change_but_no_history)
{
	struct side_target linux_run = side_linux(), gvisor = side_gvisor(), metal = side_metal();
	struct comparison comparison = change_of(COMPARE_CHANGE, &linux_run, &gvisor);
	struct reasons notes = {0};

	same_machine_add_notes(&comparison, &notes);
	assert_true(notes.count > 0);
	assert_string_equal(notes.texts[0], "linux.log: the operating system is gVisor, not Linux");
	reasons_free(&notes);
	assert_verdict(&comparison, "");
	comparison = change_of(COMPARE_CHANGE, &metal, &gvisor);
	assert_verdict(&comparison, "its host is \"other-os\", not \"bare-metal\"");
	comparison = change_of(COMPARE_HISTORY, &linux_run, &gvisor);
	assert_verdict(&comparison, "its operating system is \"gVisor\", not \"Linux\"");
}

TEST(baseline_of_another_system_names_it)
{
	struct side_target metal = side_metal(), gvisor = side_gvisor();
	struct comparison comparison = side_pair(&metal, &gvisor);
	struct baseline baseline;

	baseline_from_result(comparison.sides[LINUX].items[0].result, &baseline);
	assert_string_equal(baseline_find(&baseline, "condition host")->value, "other-os");
	assert_string_equal(baseline_find(&baseline, "condition os")->value, "gVisor on x86_64");
	assert_non_null(baseline_find(&baseline, "condition command line"));
	baseline_free(&baseline);
	baseline_from_result(comparison.sides[METAL].items[0].result, &baseline);
	assert_null(baseline_find(&baseline, "condition os"));
	baseline_free(&baseline);
	compare_free(&comparison);
}

/* Allowances for the TSC: a stated uncertainty counts up to 1 %. */
static void assert_frequency(uint64_t uncertainty_ppm, int64_t difference_hz, const char *verdict)
{
	struct side_target metal = side_metal(), gvisor = side_gvisor();
	struct comparison comparison;

	gvisor.tsc_uncertainty_ppm = uncertainty_ppm;
	gvisor.manifest.tsc_hz += (uint64_t)difference_hz;
	comparison = side_pair(&metal, &gvisor);
	assert_verdict(&comparison, verdict);
}

TEST(stated_uncertainty_of_the_clock_is_allowed)
{
	assert_frequency(0, 4000000, "TSC frequency");
	assert_frequency(2000, 4000000, "");
	assert_frequency(2000, 4000001, "TSC frequency");
	assert_frequency(500000, 20000000, "");
	assert_frequency(500000, 20000001, "TSC frequency");
}

/* ---- Side by side ---- */

TEST(each_of_several_systems_is_a_side)
{
	struct side_target metal = side_metal(), linux_run = side_linux(), gvisor = side_gvisor();
	struct comparison comparison = side_pair(&metal, &linux_run);
	struct reasons refused = {0};
	struct kernels systems;

	side_add(&comparison, LINUX, &gvisor);
	side_add(&comparison, LINUX, &linux_run);
	assert_true(kernels_of_systems(&comparison, &systems));
	assert_int_equal(systems.sides.count, 3);
	assert_int_equal(systems.sides.items[1].runs.count, 2);
	assert_int_equal(systems.sides.items[2].runs.count, 1);
	kernels_refuse(&systems, &refused);
	assert_int_equal(refused.count, 0);
	side_list_free(&systems.sides);
	compare_free(&comparison);
}

/* Every run is freed, by the list or by the comparison. */
TEST(too_many_systems_are_refused)
{
	static const char *const names[] = {"a", "b", "c", "d", "e", "f", "g", "h", "i"};
	struct side_target metal = side_metal(), other = side_gvisor();
	struct comparison comparison = {.kind = COMPARE_OVERHEAD};
	struct kernels systems;

	side_add(&comparison, METAL, &metal);
	for (size_t i = 0; i < SIDE_LIST_MAX; i++) {
		other.manifest.os = names[i];
		side_add(&comparison, LINUX, &other);
	}
	assert_false(kernels_of_systems(&comparison, &systems));
	assert_int_equal(systems.sides.count, SIDE_LIST_MAX);
	assert_int_equal(comparison.sides[LINUX].count, 1);
	side_list_free(&systems.sides);
	compare_free(&comparison);
}
