/* SPDX-License-Identifier: MIT */
/* Compared runs must be of one machine and of the right side. */
#include "tests/unit/unit.h"

#include <string.h>

#include "tests/unit/tools/compare/two_sides.h"
#include "tests/unit/tools/messages.h"
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

static const struct frequency_case {
	const char *name, *time_base;
	int64_t difference_hz;          /* from 2 GHz */
	bool is_accepted;
} frequency_cases[] = {
	{"equal", "real", 0, true},
	{"0.1_percent_more", "real", 2000000, true},
	{"0.1_percent_less", "real", -2000000, true},
	{"beyond_0.1_percent_more", "real", 2000001, false},
	{"beyond_0.1_percent_less", "real", -2000001, false},
	{"emulated_1_percent_more", "emulated", 20000000, true},
	{"emulated_1_percent_less", "emulated", -20000000, true},
	{"emulated_beyond_1_percent_more", "emulated", 20000001, false},
	{"emulated_beyond_1_percent_less", "emulated", -20000001, false},
	{"unknown", "real", -2000000000, false},
};

static void frequency_of_one_machine_differs_little(void **state)
{
	const struct frequency_case *one = *state;
	struct side_target metal = side_metal(), linux_run = side_linux();
	struct comparison comparison;
	struct reasons reasons = {0};

	metal.manifest.time_base = linux_run.manifest.time_base = one->time_base;
	linux_run.manifest.tsc_hz += (uint64_t)one->difference_hz;
	if (!one->is_accepted) {
		assert_refused(&metal, &linux_run, "TSC frequency is");
		return;
	}
	comparison = side_pair(&metal, &linux_run);
	same_machine_refuse(&comparison, &reasons);
	assert_int_equal(reasons.count, 0);
	same_machine_add_notes(&comparison, &reasons);
	assert_int_equal(reasons.count, 0);
	compare_free(&comparison);
}

TEST_CASES(frequency_of_one_machine_differs_little, frequency_cases);

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
	ASSERT_REFUSED(manifest.tsc_hz = 2003000000, "is 2.003000 GHz, not 2.000000 GHz");
	ASSERT_REFUSED(manifest.tsc_hz = 0, "the TSC frequency is unknown, unlike");
	ASSERT_REFUSED(manifest.host = "bare-metal", "given as Linux");
#undef ASSERT_REFUSED
}

#define HASH "1111222233334444"
#define OTHER_HASH "5555666677778888"

TEST(machine_of_the_same_model_with_another_identifier_is_refused)
{
	struct side_target metal = side_metal(), other = side_linux();

	metal.machine = (struct wire_machine){.maker = "M", .uuid_hash = HASH,
					      .board_serial_hash = HASH};
	other.machine = (struct wire_machine){.maker = "M", .uuid_hash = OTHER_HASH,
					      .board_serial_hash = HASH};
	assert_refused(&metal, &other, "another machine: its uuid has the hash " OTHER_HASH
		       ", not " HASH);
	other.machine.uuid_hash = "";
	other.machine.board_serial_hash = OTHER_HASH;
	assert_refused(&metal, &other, "another machine: its board-serial has the hash");
}

/* As logs of earlier versions, and a process without privileges. */
TEST(machine_without_a_common_identifier_is_accepted)
{
	struct side_target metal = side_metal(), other = side_linux();
	struct comparison comparison;
	struct reasons reasons = {0};

	metal.machine = (struct wire_machine){.maker = "M", .uuid_hash = HASH};
	other.machine = (struct wire_machine){.maker = "M", .serial_hash = OTHER_HASH};
	comparison = side_pair(&metal, &other);
	same_machine_refuse(&comparison, &reasons);
	assert_int_equal(reasons.count, 0);
	compare_free(&comparison);
}

TEST(update_of_the_firmware_is_noted)
{
	struct side_target metal = side_metal(), other = side_linux();
	struct comparison comparison;
	struct reasons reasons = {0};

	metal.machine = (struct wire_machine){.maker = "M", .uuid_hash = HASH, .bios = "1.07"};
	other.machine = (struct wire_machine){.maker = "M", .uuid_hash = HASH, .bios = "1.08"};
	comparison = side_pair(&metal, &other);
	same_machine_refuse(&comparison, &reasons);
	assert_int_equal(reasons.count, 0);
	same_machine_add_notes(&comparison, &reasons);
	assert_int_equal(reasons.count, 1);
	assert_non_null(strstr(reasons.texts[0], "firmware version is \"1.08\", not \"1.07\""));
	reasons_free(&reasons);
	compare_free(&comparison);
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

TEST(other_caches_are_refused)
{
	static const struct wire_cache caches[] = {
		{1, "unified", 32768, 64, 8, 2}, {2, "data", 32768, 64, 8, 2},
		{2, "unified", 65536, 64, 8, 2}, {0},
	};
	struct side_target metal = side_metal(), other = side_linux();
	struct comparison comparison;
	struct reasons reasons = {0};

	metal.cache = other.cache = (struct wire_cache){2, "unified", 32768, 64, 8, 2};
	comparison = side_pair(&metal, &other);
	same_machine_refuse(&comparison, &reasons);
	assert_int_equal(reasons.count, 0);
	compare_free(&comparison);
	for (size_t i = 0; i < COUNT(caches); i++) {
		other.cache = caches[i];
		assert_refused(&metal, &other, "the caches reported by CPUID differ");
	}
}

/* Makes the only note on the second run of a change. "": none. */
static void assert_noted(const struct side_target *other, const char *note)
{
	const struct side_target metal = side_metal();
	struct comparison comparison = {.kind = COMPARE_CHANGE};
	struct reasons notes = {0};

	side_add(&comparison, BASE, &metal);
	side_add(&comparison, NEW, other);
	same_machine_refuse(&comparison, &notes);
	assert_int_equal(notes.count, 0);
	same_machine_add_notes(&comparison, &notes);
	assert_int_equal(notes.count, note[0] != '\0');
	if (notes.count > 0)
		assert_string_equal(notes.texts[0], note);
	reasons_free(&notes);
	compare_free(&comparison);
}

/* A state of the first run, of the second one, and a part of the note; NULL: no note. */
static const struct state_pair {
	const char *name;
	struct wire_state ours, theirs;
	const char *note;
} state_pairs[] = {
	{"the same state", {"caches", "on", 2, "", ""}, {"caches", "on", 2, "", ""}, NULL},
	{"another value", {"prefetchers", "on", 1, "", ""}, {"prefetchers", "off", 1, "", ""},
	 "state of the machine: prefetchers is \"off\", not \"on\""},
	{"another CPU differs", {"caches", "on", 2, "", ""}, {"caches", "on", 2, "1=off", ""},
	 "state of the machine: caches of other CPUs is \"1=off\", not \"\""},
	{"an item that is gone", {"memory", "x", 2, "", ""}, {"caches", "on", 2, "", ""},
	 "state of the machine: no memory, which was \"x\""},
	{"an offset that differs at each start", {"tsc_adjust", "-5", 2, "", ""},
	 {"tsc_adjust", "-7", 2, "", ""}, NULL},
	{"a temperature", {"temperature", "40 C at the start, 60 C at the end", 1, "", ""},
	 {"temperature", "40 C at the start, 61 C at the end", 1, "", ""}, NULL},
	{"another CPU measures", {"measuring_cpu", "0", 1, "", ""},
	 {"measuring_cpu", "2", 1, "", ""},
	 "state of the machine: measuring_cpu is \"2\", not \"0\""},
	{"a run without records of state", {"caches", "on", 2, "", ""}, {0}, NULL},
};

static void check_state_pair(void **state)
{
	const struct state_pair *pair = *state;
	struct side_target first = side_metal(), second = side_metal();
	struct comparison comparison = {.kind = COMPARE_CHANGE};
	struct reasons notes = {0};

	first.state = pair->ours;
	second.state = pair->theirs;
	side_add(&comparison, BASE, &first);
	side_add(&comparison, NEW, &second);
	same_machine_add_notes(&comparison, &notes);
	assert_int_equal(notes.count > 0, pair->note != NULL);
	if (notes.count > 0)
		assert_non_null(strstr(notes.texts[0], pair->note));
	reasons_free(&notes);
	compare_free(&comparison);
}

TEST_CASES(check_state_pair, state_pairs);

static const struct node_pair {
	const char *name;
	uint64_t ours, theirs;
	const char *note;
} node_pairs[] = {
	{"no records of nodes", 0, 0, NULL},
	{"the same number", 2, 2, NULL},
	{"more nodes", 0, 2, "linux.log: the number of memory nodes is 2, not 1"},
	{"fewer nodes", 4, 2, "linux.log: the number of memory nodes is 2, not 4"},
};

static void check_node_pair(void **state)
{
	const struct node_pair *pair = *state;
	struct side_target first = side_metal(), second = side_metal();
	struct comparison comparison = {.kind = COMPARE_CHANGE};
	struct reasons notes = {0};

	first.nodes = pair->ours;
	second.nodes = pair->theirs;
	side_add(&comparison, BASE, &first);
	side_add(&comparison, NEW, &second);
	same_machine_add_notes(&comparison, &notes);
	assert_int_equal(notes.count, pair->note != NULL);
	if (notes.count > 0)
		assert_string_equal(notes.texts[0], pair->note);
	reasons_free(&notes);
	compare_free(&comparison);
}

TEST_CASES(check_node_pair, node_pairs);

TEST(possible_cause_of_a_change_is_noted)
{
	struct side_target other;

#define ASSERT_NOTED(change, note) \
	other = side_metal(); \
	other.change; \
	assert_noted(&other, "linux.log: " note)

	ASSERT_NOTED(manifest.compiler = "clang 14",
		     "compiler is \"clang 14\", not \"gcc 12.2.0\"");
	ASSERT_NOTED(manifest.suite = "full", "suite is \"full\", not \"quick\"");
	ASSERT_NOTED(cpu.microcode = 0xf4, "microcode is 0xf4, not 0xf0");
	ASSERT_NOTED(cpu.count = 4, "number of CPUs is 4, not 2");
	ASSERT_NOTED(manifest.build = "ba98", "build is \"ba98\", not \"0123456789ab\"");
	ASSERT_NOTED(manifest.kernel = "6.1", "kernel is \"6.1\", not \"\"");
	ASSERT_NOTED(manifest.mitigations = "pti",
		     "the set of mitigations is \"pti\", not \"\"");
	ASSERT_NOTED(manifest.boot = "efi", "boot path is \"efi\", not \"multiboot2\"");
	ASSERT_NOTED(manifest.capabilities = "lapic",
		     "the set of capabilities is \"lapic\", not \"\"");
#undef ASSERT_NOTED
	other = side_metal();
	other.cpu.microcode = 0;                /* unknown */
	assert_noted(&other, "");
}

TEST(runs_of_one_side_have_one_build)
{
	struct side_target metal = side_metal();
	struct comparison comparison = {.kind = COMPARE_CHANGE};
	struct reasons reasons = {0};

	side_add(&comparison, BASE, &metal);
	metal.manifest.build = "ba98";
	side_add(&comparison, NEW, &metal);
	side_add(&comparison, NEW, &metal);
	same_machine_refuse(&comparison, &reasons);
	assert_int_equal(reasons.count, 0);
	same_machine_add_notes(&comparison, &reasons);
	assert_int_equal(reasons.count, 1);
	reasons_free(&reasons);
	metal.manifest.build = "cafe";
	side_add(&comparison, NEW, &metal);
	same_machine_refuse(&comparison, &reasons);
	assert_int_equal(reasons.count, 1);
	assert_string_equal(reasons.texts[0], "linux.log: build is \"cafe\", not \"ba98\"");
	reasons_free(&reasons);
	compare_free(&comparison);
}

/* A pair of the second run's side. The caller frees both. */
static struct compared_run *begin_change(struct comparison *comparison)
{
	const struct side_target metal = side_metal();

	*comparison = (struct comparison){.kind = COMPARE_CHANGE};
	side_add(comparison, BASE, &metal);
	side_add(comparison, NEW, &metal);
	return &comparison->sides[NEW].items[0];
}

static void assert_reasons(struct comparison *comparison, struct reasons *reasons,
			   const char *const *texts)
{
	size_t count = 0;

	for (; texts[count] != NULL; count++) {
		assert_true(count < reasons->count);
		assert_string_equal(reasons->texts[count], texts[count]);
	}
	assert_int_equal(reasons->count, count);
	reasons_free(reasons);
	compare_free(comparison);
}

TEST(every_reason_of_an_invalid_run_is_given)
{
	struct comparison comparison;
	struct compared_run *run = begin_change(&comparison);
	struct validity *validity = &run->analysis->validity;
	struct reasons reasons = {0};

	validity->count = 2;
	strcpy(validity->reasons[0], "one");
	strcpy(validity->reasons[1], "two");
	same_machine_refuse(&comparison, &reasons);
	assert_reasons(&comparison, &reasons, (const char *const[]){
		"linux.log: the run is invalid: one", "linux.log: the run is invalid: two", NULL});
}

TEST(missing_benchmarks_are_named)
{
	struct comparison comparison;
	struct compared_run *run = begin_change(&comparison);
	struct loss *loss = &run->analysis->loss;
	struct reasons reasons = {0};

	loss->benches = calloc(2, sizeof(*loss->benches));
	loss->benches[0] = "os.wake";
	loss->benches[1] = "os.timer";
	loss->bench_count = 2;
	strcpy(loss->text, "INCOMPLETE: 2 benchmarks missing");
	same_machine_refuse(&comparison, &reasons);
	assert_reasons(&comparison, &reasons, (const char *const[]){
		"linux.log: INCOMPLETE: 2 benchmarks missing", "linux.log: missing: os.wake",
		"linux.log: missing: os.timer", NULL});
}

/* Nothing else is compared then. */
TEST(run_without_identity_is_refused)
{
	static const enum wire_kind kinds[] = {WIRE_manifest, WIRE_cpu};

	for (size_t i = 0; i < COUNT(kinds); i++) {
		for (enum side side = BASE; side < SIDES; side++) {
			struct comparison comparison;
			struct reasons reasons = {0};
			struct compared_run *run;

			begin_change(&comparison);
			run = &comparison.sides[side].items[0];
			run->result->records[kinds[i]].count = 0;
			strcpy(run->analysis->loss.text, "INCOMPLETE: 1 of 9 records lost");
			same_machine_refuse(&comparison, &reasons);
			assert_reasons(&comparison, &reasons, (const char *const[]){
				side == BASE ? "metal.log: its manifest or cpu record is lost: "
					       "unknown machine"
					     : "linux.log: its manifest or cpu record is lost: "
					       "unknown machine",
				side == BASE ? "metal.log: INCOMPLETE: 1 of 9 records lost"
					     : "linux.log: INCOMPLETE: 1 of 9 records lost",
				NULL});
		}
	}
}

TEST(two_metrics_of_one_name_are_refused)
{
	struct comparison comparison;
	struct compared_run *run = begin_change(&comparison);
	struct metrics *metrics = &run->analysis->metrics;
	struct reasons reasons = {0};

	assert_true(metrics->count > 1);
	metrics->items[1].bench = metrics->items[0].bench;
	metrics->items[1].point = metrics->items[0].point;
	metrics->items[1].stage = metrics->items[0].stage;
	same_machine_refuse(&comparison, &reasons);
	assert_reasons(&comparison, &reasons, (const char *const[]){
		"linux.log: two metrics are named entry.null_syscall path=syscall ", NULL});
}

TEST(other_memory_and_system_are_noted)
{
	static const char *const memories[] = {"1 x 8 GiB", "2 x 8 GiB"};
	struct comparison comparison;
	struct compared_run *run = begin_change(&comparison);
	struct reasons notes = {0};

	for (enum side side = BASE; side < SIDES; side++) {
		struct identity *identity =
			(struct identity *)comparison.sides[side].items[0].analysis->identity;

		assert_null(identity->memory);
		identity->memory = strdup(memories[side]);
	}
	((struct wire_manifest *)result_manifest(run->result))->os = "FreeBSD";
	same_machine_add_notes(&comparison, &notes);
	assert_reasons(&comparison, &notes, (const char *const[]){
		"linux.log: memory is 2 x 8 GiB, not 1 x 8 GiB",
		"linux.log: the operating system is FreeBSD, not ", NULL});
}

TEST(reasons_of_a_refusal_are_printed_a_line_each)
{
	struct reasons reasons = {0};
	const char *text;

	same_machine_add(&reasons, "one");
	same_machine_add(&reasons, "two");
	messages_begin();
	reasons_print_refused(&reasons, "the runs differ");
	text = messages_end();
	assert_non_null(strstr(text, ": refused: the runs differ; --force overrides:\n"
			       "  one\n  two\n"));
	reasons_free(&reasons);
}

TEST(list_of_reasons_is_limited)
{
	struct reasons reasons = {0};

	for (int i = 0; i < 300; i++)
		same_machine_add(&reasons, "%d", i);
	assert_int_equal(reasons.count, 256);
	assert_string_equal(reasons.texts[255], "255");
	reasons_free(&reasons);
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
