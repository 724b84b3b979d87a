/* SPDX-License-Identifier: MIT */
/* Compared runs must be of one machine and of the right side. */
#include "tests/unit/unit.h"

#include <string.h>

#include "tests/unit/tools/compare/two_sides.h"
#include "tests/unit/tools/sample_log.h"
#include "tools/compare/compare.h"
#include "tools/compare/same_machine.h"
#include "tools/topic/overhead.h"

/* The comparison must be refused for a single reason, which contains the word. */
static void assert_refused(const struct side_target *metal, const struct side_target *linux_run,
			   const char *word)
{
	struct comparison comparison = side_pair(metal, linux_run);
	struct reasons reasons = {0};

	same_machine_refuse(&comparison, &reasons);
	assert_int_equal(reasons.count, 1);
	if (strstr(reasons.texts[0], word) == NULL)
		fail_msg("refused because \"%s\", not for %s", reasons.texts[0], word);
	reasons_free(&reasons);
	compare_free(&comparison);
}

TEST(runs_of_one_machine_are_accepted)
{
	struct side_target metal = side_metal(), linux_run = side_linux();
	struct comparison comparison;
	struct reasons reasons = {0};

	linux_run.manifest.tsc_hz += linux_run.manifest.tsc_hz / 2000;
	comparison = side_pair(&metal, &linux_run);
	same_machine_refuse(&comparison, &reasons);
	assert_int_equal(reasons.count, 0);
	same_machine_add_notes(&comparison, &reasons);
	assert_int_equal(reasons.count, 0);
	compare_free(&comparison);
}

TEST(emulated_runs_may_differ_more_in_frequency)
{
	struct side_target metal = side_metal(), linux_run = side_linux();
	struct comparison comparison;
	struct reasons reasons = {0};

	metal.manifest.time_base = linux_run.manifest.time_base = "emulated";
	linux_run.manifest.tsc_hz += linux_run.manifest.tsc_hz / 200;
	comparison = side_pair(&metal, &linux_run);
	same_machine_refuse(&comparison, &reasons);
	assert_int_equal(reasons.count, 0);
	compare_free(&comparison);
	linux_run.manifest.tsc_hz += linux_run.manifest.tsc_hz / 100;
	assert_refused(&metal, &linux_run, "TSC");
}

TEST(other_machine_is_refused_with_the_reason)
{
	const struct side_target metal = side_metal();
	struct side_target other;

#define ASSERT_REFUSED(change, word) \
	other = side_linux(); \
	other.change; \
	assert_refused(&metal, &other, word)

	ASSERT_REFUSED(cpu.vendor = "AuthenticAMD", "CPU vendor is \"AuthenticAMD\", not");
	ASSERT_REFUSED(cpu.brand = "Another CPU", "Another CPU");
	ASSERT_REFUSED(cpu.family = 15, "CPU family is 15, not 6");
	ASSERT_REFUSED(cpu.model = 7, "CPU model");
	ASSERT_REFUSED(cpu.stepping = 9, "CPU stepping");
	ASSERT_REFUSED(manifest.hypervisor = "KVMKVMKVM", "hypervisor");
	ASSERT_REFUSED(manifest.time_base = "emulated", "time base");
	ASSERT_REFUSED(manifest.build = "ba9876543210", "build");
	ASSERT_REFUSED(manifest.tsc_hz = 2003000000, "TSC");
	ASSERT_REFUSED(manifest.tsc_hz = 0, "the TSC frequency is unknown, unlike");
	ASSERT_REFUSED(manifest.host = "bare-metal", "given as Linux");
#undef ASSERT_REFUSED
}

TEST(incomplete_run_is_refused)
{
	const struct side_target metal = side_metal();
	struct side_target broken = side_linux();

	broken.has_no_end = true;
	assert_refused(&metal, &broken, "linux.log: INCOMPLETE: no end marker");
}

TEST(timing_overhead_must_be_subtracted_on_all_sides_or_none)
{
	struct side_target metal = side_metal(), linux_run = side_linux();
	struct comparison comparison;
	struct reasons reasons = {0};

	metal.has_timing = true;
	assert_refused(&metal, &linux_run, "linux.log: its metrics include the timing overhead, "
		       "unlike those of metal.log; run null.timing on both sides");
	metal.has_timing = false;
	linux_run.has_timing = true;
	assert_refused(&metal, &linux_run, "metal.log: its metrics include the timing overhead");
	metal.has_timing = true;
	metal.timing_spread_ticks = 40;
	assert_refused(&metal, &linux_run, "as null.timing is unstable");
	metal.timing_spread_ticks = 0;
	comparison = side_pair(&metal, &linux_run);
	same_machine_refuse(&comparison, &reasons);
	assert_int_equal(reasons.count, 0);
	compare_free(&comparison);
}

TEST(reason_is_listed_once)
{
	struct reasons reasons = {0};

	same_machine_add(&reasons, "%d", 1);
	same_machine_add(&reasons, "%d", 2);
	same_machine_add(&reasons, "%d", 2);
	same_machine_add(&reasons, "%d", 1);
	assert_int_equal(reasons.count, 2);
	assert_string_equal(reasons.texts[1], "2");
	reasons_free(&reasons);
	assert_true(reasons.texts == NULL && reasons.count == 0);
}

/* The last benchmark of two. */
TEST(benchmark_in_another_unit_is_refused)
{
	const struct side_target metal = side_metal();
	struct comparison comparison = {.kind = COMPARE_CHANGE};
	struct reasons reasons = {0};
	struct result *result;

	side_add(&comparison, BASE, &metal);
	side_add(&comparison, NEW, &metal);
	result = comparison.sides[NEW].items[0].result;
	assert_int_equal(result->bench_count, 2);
	((struct wire_bench *)result->benches[0].info)->unit = "bytes";
	same_machine_refuse(&comparison, &reasons);
	assert_int_equal(reasons.count, 1);
	assert_string_equal(reasons.texts[0],
			    "linux.log: entry.null_syscall is in bytes, not in tsc_ticks");
	reasons_free(&reasons);
	compare_free(&comparison);
}

TEST(two_benchmarks_of_one_name_are_refused)
{
	const struct side_target metal = side_metal();
	struct comparison comparison = {.kind = COMPARE_CHANGE};
	struct reasons reasons = {0};
	struct result *result;

	side_add(&comparison, BASE, &metal);
	side_add(&comparison, NEW, &metal);
	result = comparison.sides[NEW].items[0].result;
	((struct wire_bench *)result->benches[1].info)->name = result->benches[0].info->name;
	same_machine_refuse(&comparison, &reasons);
	assert_true(reasons.count >= 1);
	assert_string_equal(reasons.texts[0],
			    "linux.log: two benchmarks are named entry.null_syscall");
	reasons_free(&reasons);
	compare_free(&comparison);
}

TEST(swapped_sides_are_refused)
{
	struct side_target metal = side_metal(), linux_run = side_linux();
	struct comparison comparison = side_pair(&linux_run, &metal);
	struct reasons reasons = {0};

	same_machine_refuse(&comparison, &reasons);
	assert_int_equal(reasons.count, 2);
	assert_non_null(strstr(reasons.texts[0], "given as metal, but its host is \"linux\""));
	reasons_free(&reasons);
	compare_free(&comparison);
}

TEST(linux_runs_with_different_kernels_are_refused)
{
	struct side_target metal = side_metal(), linux_run = side_linux();
	struct comparison comparison;
	struct reasons reasons = {0};

	linux_run.manifest.kernel = "6.1.0";
	comparison = side_pair(&metal, &linux_run);
	linux_run.manifest.mitigations = "meltdown: PTI";
	side_add(&comparison, LINUX, &linux_run);
	same_machine_refuse(&comparison, &reasons);
	assert_int_equal(reasons.count, 1);
	assert_non_null(strstr(reasons.texts[0], "mitigations is \"meltdown: PTI\", not"));
	reasons_free(&reasons);
	compare_free(&comparison);
}

TEST(different_microcode_or_compiler_is_noted)
{
	struct side_target metal = side_metal(), linux_run = side_linux();
	struct comparison comparison;
	struct reasons notes = {0};

	linux_run.cpu.microcode = 0xf4;
	linux_run.manifest.compiler = "clang 14";
	comparison = side_pair(&metal, &linux_run);
	same_machine_add_notes(&comparison, &notes);
	assert_int_equal(notes.count, 2);
	assert_non_null(strstr(notes.texts[1], "microcode is 0xf4, not 0xf0"));
	reasons_free(&notes);
	compare_free(&comparison);
}

TEST(different_capabilities_or_boot_path_of_a_change_are_noted)
{
	struct side_target target = side_metal();
	struct comparison comparison = {.kind = COMPARE_CHANGE};
	struct reasons notes = {0};

	target.manifest.capabilities = "lapic,smp";
	target.manifest.boot = "multiboot1";
	side_add(&comparison, BASE, &target);
	target.manifest.capabilities = "lapic";
	target.manifest.boot = "efi";
	side_add(&comparison, NEW, &target);
	same_machine_refuse(&comparison, &notes);
	assert_int_equal(notes.count, 0);
	same_machine_add_notes(&comparison, &notes);
	assert_int_equal(notes.count, 2);
	assert_non_null(strstr(notes.texts[0], "boot path is \"efi\", not \"multiboot1\""));
	assert_non_null(strstr(notes.texts[1],
			       "the set of capabilities is \"lapic\", not \"lapic,smp\""));
	reasons_free(&notes);
	compare_free(&comparison);
}

/* Checks the note on two kernel command lines of a change. Nothing is refused. "": no note. */
static void assert_line_noted(const char *base, const char *other, const char *note)
{
	struct side_target target = side_linux();
	struct comparison comparison = {.kind = COMPARE_CHANGE};
	struct reasons notes = {0};

	target.kernel_line = base;
	side_add(&comparison, BASE, &target);
	target.kernel_line = other;
	side_add(&comparison, NEW, &target);
	same_machine_refuse(&comparison, &notes);
	assert_int_equal(notes.count, 0);
	same_machine_add_notes(&comparison, &notes);
	assert_int_equal(notes.count, note[0] != '\0');
	if (notes.count > 0)
		assert_string_equal(notes.texts[0], note);
	reasons_free(&notes);
	compare_free(&comparison);
}

#define LINE_NOTE "linux.log: the kernel's command line "

TEST(different_kernel_command_lines_are_noted)
{
	assert_line_noted("quiet panic=-1", "quiet panic=-1 pti=on",
			  LINE_NOTE "has \"pti=on\" too");
	assert_line_noted("quiet a b", "b", LINE_NOTE "lacks \"quiet a\"");
	assert_line_noted("quiet pti=on", "pti=off quiet",
			  LINE_NOTE "has \"pti=off\", not \"pti=on\"");
	assert_line_noted("a a b", "a b", LINE_NOTE "lacks \"a\"");
	assert_line_noted("a b", "b a", LINE_NOTE "has the same words in a different order");
	assert_line_noted("", "pti=on", LINE_NOTE "has \"pti=on\" too");
	assert_line_noted("a b", "a b", "");
	assert_line_noted("a bareline.layout=01", "a bareline.layout=0002", "");
	assert_line_noted(NULL, "a b", "");
	assert_line_noted("a b", NULL, "");
}

TEST(overhead_notes_different_kernel_command_lines_of_linux_runs)
{
	struct side_target metal = side_metal(), linux_run = side_linux();
	struct comparison comparison;
	struct reasons notes = {0};

	linux_run.kernel_line = "quiet";
	comparison = side_pair(&metal, &linux_run);
	same_machine_add_notes(&comparison, &notes);
	assert_int_equal(notes.count, 0);
	linux_run.kernel_line = "quiet pti=on";
	side_add(&comparison, LINUX, &linux_run);
	same_machine_add_notes(&comparison, &notes);
	assert_int_equal(notes.count, 1);
	assert_string_equal(notes.texts[0], LINE_NOTE "has \"pti=on\" too");
	reasons_free(&notes);
	compare_free(&comparison);
}
