/* SPDX-License-Identifier: MIT */
/* Metal against Linux: which figures meet, what follows from them, and when they must not. The logs
 * are made up with the writer that real targets use. */
#include "tests/unit/unit.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "lib/wire/samples.h"
#include "lib/wire/wire.h"
#include "tests/unit/tools/sample_log.h"
#include "tools/base/utf8.h"
#include "tools/compare/compare.h"
#include "tools/compare/same_machine.h"
#include "tools/topic/overhead.h"
#include "tools/view/text.h"

#define SAMPLES 9

/* What a made-up run says of itself. */
struct target {
	struct wire_manifest manifest;
	struct wire_cpu cpu;
	uint64_t system_call_ticks;     /* 0: the benchmark is not there */
	uint64_t spread_ticks;          /* between its first sample and its last */
	bool has_pages;                 /* faults, and a benchmark that nobody knows, */
	const char *differs;            /* whose operation is another one: how; "": it is not */
	bool has_interrupt;
	bool skips_interrupt;
	bool has_timing;                /* its cost was measured, */
	uint64_t timing_spread_ticks;   /* with that spread */
	bool has_no_end;
};

struct log {
	FILE *file;
	struct wire_writer writer;
	uint64_t id;                    /* of bench and series alike */
};

static void put(void *context, const char *text, size_t length)
{
	struct log *log = context;

	fwrite(text, 1, length, log->file);
}

static void put_bench(struct log *log, const char *name, const char *differs, const char *point,
		      uint64_t ticks, uint64_t spread)
{
	uint8_t data[SAMPLES * SAMPLE_BYTES_MAX];
	uint64_t values[SAMPLES];
	struct wire_bench bench = {
		.id = ++log->id, .name = name, .unit = "tsc_ticks", .differs = differs,
	};
	struct wire_series series = {
		.id = log->id, .bench = log->id, .point = point, .iterations = 1, .timed = 1,
	};
	struct wire_samples samples = {.series = log->id, .n = SAMPLES, .data = {data, 0}};

	for (size_t i = 0; i < SAMPLES; i++)
		values[i] = ticks + spread * i / (SAMPLES - 1);
	samples_pack(values, SAMPLES, data, sizeof(data), &samples.data.size);
	wire_write(&log->writer, WIRE_bench, &bench);
	wire_write(&log->writer, WIRE_series, &series);
	wire_write(&log->writer, WIRE_samples, &samples);
	wire_write(&log->writer, WIRE_done, &(struct wire_done){.bench = log->id});
}

static void put_target(struct log *log, const struct target *target)
{
	wire_write(&log->writer, WIRE_manifest, &target->manifest);
	wire_write(&log->writer, WIRE_cpu, &target->cpu);
	if (target->system_call_ticks > 0)
		put_bench(log, "entry.null_syscall", "", "path=syscall",
			  target->system_call_ticks, target->spread_ticks);
	if (target->has_pages) {
		put_bench(log, "fault.demand_zero", target->differs, "ring=3 page_bytes=4096",
			  10 * target->system_call_ticks, 0);
		put_bench(log, "fault.not_present", target->differs, "ring=3 action=map",
			  target->system_call_ticks, 0);
		put_bench(log, "made.up", target->differs, "", target->system_call_ticks, 0);
	}
	if (target->has_interrupt)
		put_bench(log, "irq.self_ipi", "", "wait=spin", 600, 0);
	if (target->skips_interrupt)
		wire_write(&log->writer, WIRE_skip, &(struct wire_skip){
			"irq.self_ipi", "", "lapic", "needs a local APIC"});
	if (target->has_timing)
		put_bench(log, TIMING_BENCH, "", "", 20, target->timing_spread_ticks);
	if (target->has_no_end)
		return;
	wire_write(&log->writer, WIRE_end, &(struct wire_end){
		.status = "complete", .records = log->writer.seq, .run = 1});
}

static struct result *result_of(const struct target *target)
{
	struct log log = {0};
	struct result *result;
	char *text = NULL;
	size_t size = 0;

	log.file = open_memstream(&text, &size);
	log.writer = (struct wire_writer){.put = put, .context = &log};
	put_target(&log, target);
	fclose(log.file);
	result = sample_log_load(text, size);
	free(text);
	return result;
}

static struct target metal_target(void)
{
	return (struct target){
		.manifest = {
			.format = WIRE_FORMAT, .build = "0123456789ab", .compiler = "gcc 12.2.0",
			.host = "bare-metal", .boot = "multiboot2", .time_base = "real",
			.tsc_hz = 2000000000, .suite = "quick",
		},
		.cpu = {
			.vendor = "GenuineIntel", .brand = "Made-up CPU", .family = 6, .model = 158,
			.stepping = 10, .microcode = 0xf0, .count = 2,
		},
		.system_call_ticks = 100,
		.spread_ticks = 16,
		.has_interrupt = true,
	};
}

static struct target linux_target(void)
{
	struct target target = metal_target();

	target.manifest.host = "linux";
	target.manifest.boot = "";
	target.system_call_ticks = 600;
	target.has_interrupt = false;
	target.skips_interrupt = true;
	return target;
}

static void add(struct comparison *comparison, enum side side, const struct target *target)
{
	struct compared_runs *runs = &comparison->sides[side];
	struct compared_run *run;

	runs->items = reallocarray(runs->items, runs->count + 1, sizeof(*runs->items));
	assert_non_null(runs->items);
	run = &runs->items[runs->count++];
	*run = (struct compared_run){0};
	run->path = strdup(side == METAL ? "metal.log" : "linux.log");
	run->result = result_of(target);
	run->analysis = analysis_new(run->result);
}

static struct comparison pair(const struct target *metal, const struct target *linux_run)
{
	struct comparison comparison = {.kind = COMPARE_OVERHEAD};

	add(&comparison, METAL, metal);
	add(&comparison, LINUX, linux_run);
	return comparison;
}

static const struct metric *metric_of(const struct comparison *comparison, const char *bench)
{
	for (size_t i = 0; i < comparison->metric_count; i++) {
		if (strcmp(comparison->metrics[i].bench, bench) == 0)
			return &comparison->metrics[i];
	}
	fail_msg("no metric of %s", bench);
	return NULL;
}

/* ---- Figures ---- */

/* Both ends of the interval are away from the value. */
static void assert_around(const struct estimate *estimate, double value)
{
	assert_true(estimate->low < value && value < estimate->high);
}

/* 108 ticks against 608 at 2 GHz. */
TEST(figures_are_in_nanoseconds_and_contrasted)
{
	struct target metal = metal_target(), linux_run = linux_target();
	struct comparison comparison = pair(&metal, &linux_run);
	const struct metric *metric;

	compare_make(&comparison, NULL);
	metric = metric_of(&comparison, "entry.null_syscall");
	assert_true(metric_is_common(metric));
	assert_false(metric->is_exact);
	assert_string_equal(metric->sides[METAL].unit, "ns");
	assert_true(metric->sides[METAL].median == 54 && metric->sides[LINUX].median == 304);
	assert_true(metric->contrast.difference.value == 250);
	assert_around(&metric->contrast.difference, 250);
	assert_around(&metric->contrast.ratio, 304.0 / 54);
	compare_free(&comparison);
}

TEST(what_linux_lacks_is_named_with_its_reason)
{
	struct target metal = metal_target(), linux_run = linux_target();
	struct comparison comparison = pair(&metal, &linux_run);
	const struct metric *metric;

	compare_make(&comparison, NULL);
	metric = metric_of(&comparison, "irq.self_ipi");
	assert_false(metric_is_common(metric));
	assert_string_equal(metric->sides[LINUX].why_missing, "needs a local APIC");
	compare_free(&comparison);
}

TEST(only_benchmarks_that_were_asked_for_are_compared)
{
	static const struct patterns benches = {{"irq.*"}, 1};
	struct target metal = metal_target(), linux_run = linux_target();
	struct comparison comparison = pair(&metal, &linux_run);

	compare_make(&comparison, &benches);
	assert_int_equal(comparison.metric_count, 1);
	metric_of(&comparison, "irq.self_ipi");
	compare_free(&comparison);
}

/* The middle of three runs counts, and runs that differ widen the interval. */
TEST(repeated_runs_are_one_figure)
{
	struct target metal = metal_target(), linux_run = linux_target();
	struct comparison comparison = pair(&metal, &linux_run);
	const struct metric *metric;

	linux_run.system_call_ticks = 800;
	add(&comparison, LINUX, &linux_run);
	linux_run.system_call_ticks = 400;
	add(&comparison, LINUX, &linux_run);
	compare_make(&comparison, NULL);
	metric = metric_of(&comparison, "entry.null_syscall");
	assert_int_equal(metric->sides[LINUX].runs, 3);
	assert_int_equal(metric->sides[LINUX].samples, 3 * SAMPLES);
	assert_true(metric->sides[LINUX].median == 304);
	assert_around(&metric->contrast.difference, 160);
	assert_around(&metric->contrast.difference, 340);
	compare_free(&comparison);
}

/* ---- Counted in instructions ---- */

static struct comparison exact_pair(uint64_t second_linux_ticks)
{
	struct target metal = metal_target(), linux_run = linux_target();
	struct comparison comparison;

	metal.manifest.time_base = linux_run.manifest.time_base = "instructions";
	metal.spread_ticks = 0;
	comparison = pair(&metal, &linux_run);
	linux_run.system_call_ticks = second_linux_ticks;
	add(&comparison, LINUX, &linux_run);
	compare_make(&comparison, NULL);
	return comparison;
}

TEST(instructions_are_compared_exactly)
{
	struct comparison comparison = exact_pair(600);
	const struct metric *metric = metric_of(&comparison, "entry.null_syscall");

	assert_true(metric->is_counted);
	/* Linux's samples are not one value. */
	assert_false(metric->is_exact);
	assert_string_equal(metric->sides[LINUX].unit, "instructions");
	assert_true(metric->contrast.difference.value == 508);
	assert_true(metric->contrast.ratio.value == 6.08);
	assert_true(metric->sides[LINUX].min == 600 && metric->sides[LINUX].max == 616);
	assert_int_equal(compare_count_differing(&comparison, METAL), 0);
	assert_int_equal(compare_count_differing(&comparison, LINUX), 0);
	compare_free(&comparison);
}

TEST(runs_that_count_other_instructions_are_found)
{
	struct comparison comparison = exact_pair(601);

	assert_int_equal(compare_count_differing(&comparison, METAL), 0);
	assert_int_equal(compare_count_differing(&comparison, LINUX), 1);
	compare_free(&comparison);
}

/* ---- Not the same machine ---- */

/* The comparison of the two must be refused, for the one reason that has the word in it. */
static void assert_refused(const struct target *metal, const struct target *linux_run,
			   const char *word)
{
	struct comparison comparison = pair(metal, linux_run);
	struct reasons reasons = {0};

	same_machine_refuse(&comparison, &reasons);
	assert_int_equal(reasons.count, 1);
	if (strstr(reasons.texts[0], word) == NULL)
		fail_msg("refused because \"%s\", not for %s", reasons.texts[0], word);
	reasons_free(&reasons);
	compare_free(&comparison);
}

TEST(one_machine_is_accepted)
{
	struct target metal = metal_target(), linux_run = linux_target();
	struct comparison comparison;
	struct reasons reasons = {0};

	linux_run.manifest.tsc_hz += linux_run.manifest.tsc_hz / 2000;
	comparison = pair(&metal, &linux_run);
	same_machine_refuse(&comparison, &reasons);
	assert_int_equal(reasons.count, 0);
	same_machine_note(&comparison, &reasons);
	assert_int_equal(reasons.count, 0);
	compare_free(&comparison);
}

TEST(an_emulators_frequency_may_be_farther_off)
{
	struct target metal = metal_target(), linux_run = linux_target();
	struct comparison comparison;
	struct reasons reasons = {0};

	metal.manifest.time_base = linux_run.manifest.time_base = "emulated";
	linux_run.manifest.tsc_hz += linux_run.manifest.tsc_hz / 200;
	comparison = pair(&metal, &linux_run);
	same_machine_refuse(&comparison, &reasons);
	assert_int_equal(reasons.count, 0);
	compare_free(&comparison);
	linux_run.manifest.tsc_hz += linux_run.manifest.tsc_hz / 100;
	assert_refused(&metal, &linux_run, "TSC");
}

TEST(another_machine_is_refused_with_the_reason)
{
	const struct target metal = metal_target();
	struct target other;

#define ASSERT_REFUSED(change, word) \
	other = linux_target(); \
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
	ASSERT_REFUSED(manifest.host = "bare-metal", "given as Linux");
#undef ASSERT_REFUSED
}

TEST(a_run_that_did_not_reach_its_end_is_refused)
{
	const struct target metal = metal_target();
	struct target broken = linux_target();

	broken.has_no_end = true;
	assert_refused(&metal, &broken, "linux.log: INCOMPLETE: no end marker");
}

TEST(the_cost_of_timing_must_be_in_all_figures_or_in_none)
{
	struct target metal = metal_target(), linux_run = linux_target();
	struct comparison comparison;
	struct reasons reasons = {0};

	metal.has_timing = true;
	assert_refused(&metal, &linux_run, "linux.log: the cost of timing is still in its figures, "
		       "but not in those of metal.log: run null.timing on both sides");
	metal.has_timing = false;
	linux_run.has_timing = true;
	assert_refused(&metal, &linux_run, "metal.log: the cost of timing is still in its figures");
	metal.has_timing = true;
	metal.timing_spread_ticks = 40;
	assert_refused(&metal, &linux_run, "null.timing spreads too far");
	metal.timing_spread_ticks = 0;
	comparison = pair(&metal, &linux_run);
	same_machine_refuse(&comparison, &reasons);
	assert_int_equal(reasons.count, 0);
	compare_free(&comparison);
}

TEST(sides_that_are_swapped_are_refused)
{
	struct target metal = metal_target(), linux_run = linux_target();
	struct comparison comparison = pair(&linux_run, &metal);
	struct reasons reasons = {0};

	same_machine_refuse(&comparison, &reasons);
	assert_int_equal(reasons.count, 2);
	assert_non_null(strstr(reasons.texts[0], "given as metal, but its host is \"linux\""));
	reasons_free(&reasons);
	compare_free(&comparison);
}

TEST(another_kernel_among_linux_runs_is_refused)
{
	struct target metal = metal_target(), linux_run = linux_target();
	struct comparison comparison;
	struct reasons reasons = {0};

	linux_run.manifest.kernel = "6.1.0";
	comparison = pair(&metal, &linux_run);
	linux_run.manifest.mitigations = "meltdown: PTI";
	add(&comparison, LINUX, &linux_run);
	same_machine_refuse(&comparison, &reasons);
	assert_int_equal(reasons.count, 1);
	assert_non_null(strstr(reasons.texts[0], "mitigations is \"meltdown: PTI\", not"));
	reasons_free(&reasons);
	compare_free(&comparison);
}

TEST(other_microcode_and_compilers_are_noted)
{
	struct target metal = metal_target(), linux_run = linux_target();
	struct comparison comparison;
	struct reasons notes = {0};

	linux_run.cpu.microcode = 0xf4;
	linux_run.manifest.compiler = "clang 14";
	comparison = pair(&metal, &linux_run);
	same_machine_note(&comparison, &notes);
	assert_int_equal(notes.count, 2);
	assert_non_null(strstr(notes.texts[1], "microcode is 0xf4, not 0xf0"));
	reasons_free(&notes);
	compare_free(&comparison);
}

/* ---- The table ---- */

static char *table_of(const struct comparison *comparison, const struct reasons *refused)
{
	const struct reasons notes = {0};
	const struct overhead_report overhead = {comparison, refused, &notes};
	struct text text = {0};
	struct tables tables;
	char *written = NULL;
	size_t size = 0;

	tables_init(&tables, "");
	topic_overhead(&tables, &overhead);
	text.out = open_memstream(&written, &size);
	text_write(&text, &tables);
	fclose(text.out);
	tables_free(&tables);
	return written;
}

static void assert_narrow(char *text)
{
	char *rest;

	for (char *line = strtok_r(text, "\n", &rest); line != NULL;
	     line = strtok_r(NULL, "\n", &rest)) {
		if (utf8_length(line) > TEXT_COLUMNS)
			fail_msg("too wide: %s", line);
	}
}

static void assert_says(const char *text, const char *part)
{
	if (strstr(text, part) == NULL)
		fail_msg("not in the table: %s\n%s", part, text);
}

TEST(the_table_says_what_its_intervals_are_of)
{
	struct target metal = metal_target(), linux_run = linux_target();
	struct comparison comparison = pair(&metal, &linux_run);
	const struct reasons none = {0};
	char *text;

	compare_make(&comparison, NULL);
	text = table_of(&comparison, &none);
	assert_says(text, "of the samples alone");
	assert_says(text, "one-figure: Benchmarks of one figure, in ns\n");
	assert_says(text, "\n    entry.null_syscall, path syscall     54    304   5.63 ");
	assert_says(text, "\n    a null system call          5.63 ");
	assert_says(text, "\n    Linux   irq.self_ipi        1  needs a local APIC\n");
	assert_null(strstr(text, "FORCED"));
	assert_narrow(text);
	free(text);
	compare_free(&comparison);
}

TEST(the_table_of_instructions_says_that_they_repeat_or_do_not)
{
	struct comparison comparison = exact_pair(600);
	const struct reasons none = {0};
	char *text = table_of(&comparison, &none);

	assert_says(text, "Linux: all samples of 1 figures are the same in each of 2");
	assert_says(text, "  100  exact    608        600        616   6.08         508\n");
	assert_narrow(text);
	free(text);
	compare_free(&comparison);
	comparison = exact_pair(601);
	text = table_of(&comparison, &none);
	assert_says(text, "Linux: 1 of 1 figures DIFFER between 2 runs");
	assert_says(text, "! Repeated runs do not agree in every sample.");
	free(text);
	compare_free(&comparison);
}

static struct comparison pair_of_pages(void)
{
	struct target metal = metal_target(), linux_run = linux_target();
	struct comparison comparison;

	metal.manifest.time_base = linux_run.manifest.time_base = "instructions";
	metal.has_pages = linux_run.has_pages = true;
	metal.spread_ticks = linux_run.spread_ticks = 0;
	metal.differs = "";
	linux_run.differs = "it is another one";
	comparison = pair(&metal, &linux_run);
	compare_make(&comparison, NULL);
	return comparison;
}

/* 5 000 more in both: of operations that are alike that is a ratio too. */
TEST(only_figures_of_operations_that_are_alike_have_a_ratio)
{
	struct comparison comparison = pair_of_pages();
	const struct reasons none = {0};
	char *text;

	assert_true(overhead_has_ratio(metric_of(&comparison, "entry.null_syscall")));
	assert_true(overhead_has_ratio(metric_of(&comparison, "fault.demand_zero")));
	assert_false(overhead_has_ratio(metric_of(&comparison, "fault.not_present")));
	text = table_of(&comparison, &none);
	assert_says(text, "\n    a page of memory at its first touch             6   6000   1000 ");
	assert_says(text, "\n    fault.not_present action=map        1               500");
	assert_says(text, "\n      Linux's alone has look-up, allocation, clearing, accounting.\n");
	assert_says(text, " page 4 KiB   1000  exact   6000  exact      6        5000\n");
	assert_says(text, " ring 3, action map    100  exact    600  exact                500\n");
	assert_narrow(text);
	free(text);
	compare_free(&comparison);
}

TEST(an_operation_that_is_not_declared_has_no_ratio_and_is_named)
{
	struct comparison comparison = pair_of_pages();
	const struct reasons none = {0};
	char *text = table_of(&comparison, &none);

	assert_false(overhead_has_ratio(metric_of(&comparison, "made.up")));
	assert_says(text, "    made.up: What the two operations consist of is not declared.\n");
	free(text);
	compare_free(&comparison);
}

TEST(a_forced_comparison_is_marked)
{
	struct target metal = metal_target(), linux_run = linux_target();
	struct comparison comparison = pair(&metal, &linux_run);
	char reason[] = "another machine", *reasons[] = {reason};
	const struct reasons refused = {reasons, 1};
	char *text;

	compare_make(&comparison, NULL);
	text = table_of(&comparison, &refused);
	assert_says(text, "\n  FORCED though another machine\n");
	free(text);
	compare_free(&comparison);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(figures_are_in_nanoseconds_and_contrasted),
		cmocka_unit_test(what_linux_lacks_is_named_with_its_reason),
		cmocka_unit_test(only_benchmarks_that_were_asked_for_are_compared),
		cmocka_unit_test(repeated_runs_are_one_figure),
		cmocka_unit_test(instructions_are_compared_exactly),
		cmocka_unit_test(runs_that_count_other_instructions_are_found),
		cmocka_unit_test(one_machine_is_accepted),
		cmocka_unit_test(an_emulators_frequency_may_be_farther_off),
		cmocka_unit_test(another_machine_is_refused_with_the_reason),
		cmocka_unit_test(a_run_that_did_not_reach_its_end_is_refused),
		cmocka_unit_test(the_cost_of_timing_must_be_in_all_figures_or_in_none),
		cmocka_unit_test(sides_that_are_swapped_are_refused),
		cmocka_unit_test(another_kernel_among_linux_runs_is_refused),
		cmocka_unit_test(other_microcode_and_compilers_are_noted),
		cmocka_unit_test(the_table_says_what_its_intervals_are_of),
		cmocka_unit_test(the_table_of_instructions_says_that_they_repeat_or_do_not),
		cmocka_unit_test(only_figures_of_operations_that_are_alike_have_a_ratio),
		cmocka_unit_test(an_operation_that_is_not_declared_has_no_ratio_and_is_named),
		cmocka_unit_test(a_forced_comparison_is_marked),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
