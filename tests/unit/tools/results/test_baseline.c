/* SPDX-License-Identifier: MIT */
/* A baseline's file: it is read as written, and becomes the run that it was made of. */
#include "tests/unit/unit.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "tests/unit/tools/messages.h"
#include "tests/unit/tools/sample_log.h"
#include "tools/results/baseline.h"

static char path[] = "/tmp/bareline-baseline-XXXXXX";

static void write_file(const void *text, size_t size)
{
	FILE *file = fopen(path, "w");

	assert_non_null(file);
	fwrite(text, 1, size, file);
	assert_int_equal(fclose(file), 0);
}

static bool reads(const void *text, size_t size, struct baseline *baseline)
{
	write_file(text, size);
	return baseline_read(path, baseline);
}

static void read_text(const char *text, struct baseline *baseline)
{
	assert_true(reads(text, strlen(text), baseline));
}

static void assert_equal_sets(const struct sample_set *a, const struct sample_set *b)
{
	assert_int_equal(a->count, b->count);
	assert_memory_equal(a->values, b->values, a->count * sizeof(*a->values));
}

/* With the run that it was made of, all fields of its metrics are known; without, the samples. */
TEST(run_equals_its_baseline_after_writing_and_reading)
{
	const struct sample_log_options options = {.time_base = "instructions"};
	struct sample_log log = sample_log_make(&options);
	struct result *run = sample_log_load(log.text, log.length), *read;
	struct baseline new, base, again;

	baseline_from_result(run, &new);
	assert_true(new.count > 10);
	assert_true(baseline_write(path, &new));
	assert_true(baseline_read(path, &base));
	assert_int_equal(base.count, new.count);
	for (size_t i = 0; i < 2; i++) {
		read = baseline_to_result(&base, i == 0 ? run : NULL);
		assert_true(result_is_complete(read));
		assert_int_equal(read->account.malformed + read->account.unattached, 0);
		assert_string_equal(result_cpu(read)->brand, result_cpu(run)->brand);
		assert_int_equal(result_cpu(read)->model, result_cpu(run)->model);
		assert_int_equal(result_cpu(read)->online, result_cpu(run)->online);
		baseline_from_result(read, &again);
		assert_int_equal(again.count, base.count);
		for (size_t j = 0; j < base.count; j++)
			assert_string_equal(baseline_find(&again, base.lines[j].name)->value,
					    base.lines[j].value);
		baseline_free(&again);
		for (size_t j = 0; i == 0 && j < read->bench_count; j++) {
			const struct bench *bench = &read->benches[j];
			const struct bench *of = result_bench(run, bench->info->name);

			assert_string_equal(bench->info->unit, of->info->unit);
			assert_string_equal(bench->info->summary, of->info->summary);
			for (size_t k = 0; k < bench->series_count; k++) {
				assert_equal_sets(&bench->series[k].warm, &of->series[k].warm);
				assert_equal_sets(&bench->series[k].cold, &of->series[k].cold);
				assert_int_equal(bench->series[k].info->timed,
						 of->series[k].info->timed);
			}
		}
		result_free(read);
	}
	baseline_free(&base);
	baseline_free(&new);
	result_free(run);
	free(log.text);
}

static void assert_line(const struct baseline *baseline, const char *name, const char *value)
{
	const struct baseline_line *line = baseline_find(baseline, name);

	assert_non_null(line);
	assert_string_equal(line->value, value);
}

TEST(conditions_and_notes_of_a_run_are_kept_apart_from_metrics)
{
	const struct sample_log_options options = {.time_base = "instructions"};
	struct sample_log log = sample_log_make(&options);
	struct result *result = sample_log_load(log.text, log.length);
	struct wire_manifest *manifest = (struct wire_manifest *)result_manifest(result);
	struct baseline new, base;
	size_t metrics;

	manifest->hypervisor = "KVMKVMKVM";
	manifest->kernel = "6.1.0";
	baseline_from_result(result, &new);
	metrics = baseline_count(&new, BASELINE_METRIC);
	assert_int_equal(baseline_count(&new, BASELINE_CONDITION), 4);
	assert_int_equal(baseline_count(&new, BASELINE_NOTE), 1);
	baseline_add_note(&new, "emulator", "QEMU: 9");
	baseline_add_condition(&new, "machine", "q35");
	assert_true(baseline_write(path, &new));
	baseline_free(&new);
	assert_true(baseline_read(path, &base));
	assert_int_equal(baseline_count(&base, BASELINE_CONDITION), 5);
	assert_int_equal(baseline_count(&base, BASELINE_NOTE), 2);
	assert_int_equal(baseline_count(&base, BASELINE_METRIC), metrics);
	assert_int_equal(baseline_line_kind(&base.lines[0]), BASELINE_CONDITION);
	assert_line(&base, "condition host", "bare-metal");
	assert_line(&base, "condition hypervisor", "KVMKVMKVM");
	assert_line(&base, "condition cpu",
		    "Made-up CPU @ 2.00GHz, family 6, model 158, stepping 10, 2 online");
	assert_line(&base, "condition command line", "suite=quick exit=isa-debug");
	assert_line(&base, "condition machine", "q35");
	assert_line(&base, "note kernel", "6.1.0");
	assert_line(&base, "note emulator", "QEMU: 9");
	assert_null(baseline_find(&base, "condition"));
	baseline_free(&base);
	result_free(result);
	free(log.text);
}

/* The samples of a value, scaled to one number of operations; 0 samples: it is refused. */
static const struct value_case {
	const char *name;
	bool is_constant;
	uint64_t operations;
	size_t count;
	uint64_t samples[5];
} value_cases[] = {
	{"8*5", true, 1, 5, {8, 8, 8, 8, 8}},
	{"8*1 9*1", false, 1, 2, {8, 9}},
	{"9*1 8*1 7*1", false, 1, 3, {9, 8, 7}},
	{"8*2 in 4", true, 4, 2, {8, 8}},
	{"8*1 6*2 in 2", false, 2, 3, {8, 6, 6}},
	{"8*1 in 4 3*1 in 1", false, 4, 2, {8, 12}},
	{"3*1 in 1 8*1 in 4", false, 4, 2, {12, 8}},
	{"500*1 in 100 901*1 in 150", false, 300, 2, {1500, 1802}},
	{"5*1 6*1 in 1 70*1 in 10", false, 10, 3, {50, 60, 70}},
	{"18446744073709551615*1", true, 1, 1, {UINT64_MAX}},
	{"18446744073709551616*1", false, 0, 0, {0}},
	{"18446744073709551615*1 in 2 1*1 in 3", false, 0, 0, {0}},
	{"1*100001", false, 0, 0, {0}},
	{"1*0", false, 0, 0, {0}},
	{"8*5 in x", false, 0, 0, {0}},
	{"8*5 in 0", true, 0, 0, {0}},
	{"8*5 in 2 in 2", false, 0, 0, {0}},
	{"8*5 of 4", false, 0, 0, {0}},
	{"8*5  9*5", false, 0, 0, {0}},
	{"8", false, 0, 0, {0}},
	{"8+5", false, 0, 0, {0}},
	{"-8*5", false, 0, 0, {0}},
	{"*5", false, 0, 0, {0}},
	{"", false, 0, 0, {0}},
};

static void value_is_parsed(void **state)
{
	const struct value_case *one = *state;
	char text[64];
	struct baseline baseline;
	struct result *result;
	const struct series *series;

	snprintf(text, sizeof(text), "a.b x=1 part warm: %s\n", one->name);
	assert_int_equal(reads(text, strlen(text), &baseline), one->count > 0);
	if (one->count > 0) {
		assert_int_equal(baseline_is_constant(&baseline.lines[0]), one->is_constant);
		result = baseline_to_result(&baseline, NULL);
		assert_int_equal(result->bench_count, 1);
		series = &result->benches[0].series[0];
		assert_string_equal(series->info->point, "x=1");
		assert_string_equal(series->info->stage, "part");
		assert_int_equal(series->info->iterations, one->operations);
		assert_int_equal(series->warm.count, one->count);
		assert_memory_equal(series->warm.values, one->samples,
				    one->count * sizeof(one->samples[0]));
		result_free(result);
	}
	baseline_free(&baseline);
}

TEST_CASES(value_is_parsed, value_cases);

TEST(refused_line_is_named_by_its_number)
{
	struct baseline baseline;
	messages_begin();
	assert_false(reads("a.b warm: 7*5\n\na.c warm: 7\n", 28, &baseline));
	assert_non_null(strstr(messages_end(), ":3: line has no samples as "));
	baseline_free(&baseline);
	read_text("# a comment\n\na.b warm: 7*5\n", &baseline);
	assert_int_equal(baseline_find_metric(&baseline, "a.b", "", "", "warm")->number, 3);
	assert_null(baseline_find_metric(&baseline, "a.b", "", "", "cold"));
	baseline_free(&baseline);
}

TEST(file_of_a_baseline_begins_with_its_comment_or_a_condition)
{
	assert_true(baseline_begins("# Exact metrics of", 16));
	assert_true(baseline_begins("condition host: l", 16));
	assert_false(baseline_begins("# Exact", 7));
	assert_false(baseline_begins("@manifest seq=0 f", 16));
	assert_false(baseline_begins("", 0));
}

TEST(line_of_4096_bytes_is_read_and_a_longer_one_refused)
{
	char text[4096 + 2] = "";
	struct baseline baseline;

	memset(text, 'x', 4096);
	memcpy(text + 4096 - 10, " warm: 1*5", 10);
	read_text(text, &baseline);
	assert_int_equal(baseline.count, 1);
	baseline_free(&baseline);
	memset(text, 'x', 4097);
	memcpy(text + 4097 - 10, " warm: 1*5", 10);
	assert_false(reads(text, 4097, &baseline));
	baseline_free(&baseline);
}

TEST(order_of_benchmarks_is_no_condition)
{
	char name[] = "condition command line", first[] = "suite=quick bench=a.*,b.* exit=x",
	     other[] = "suite=quick bench=b.*,a.* exit=x",
	     third[] = "suite=quick bench=b.*,b.* exit=x";
	const struct baseline_line base = {.name = name, .value = first};

	assert_true(baseline_condition_is_equal(
		&base, &(struct baseline_line){.name = name, .value = other}));
	assert_false(baseline_condition_is_equal(
		&base, &(struct baseline_line){.name = name, .value = third}));
}

/* A metric that varies between boots keeps the samples of each boot that differ. */
TEST(samples_of_several_boots_are_kept_together)
{
	struct baseline boot, other;

	read_text("condition x: y\na.b warm: 7*5 in 3\na.c warm: 8*5\n", &boot);
	read_text("condition x: z\na.b warm: 9*5 in 3\na.c warm: 8*5\na.d warm: 6*5\n", &other);
	baseline_merge(&boot, &other);
	assert_string_equal(baseline_find(&boot, "a.b warm")->value, "7*5 9*5 in 3");
	assert_string_equal(baseline_find(&boot, "a.c warm")->value, "8*5");
	assert_string_equal(baseline_find(&boot, "condition x")->value, "y");
	assert_string_equal(baseline_find(&boot, "a.d warm")->value, "6*5");
	assert_int_equal(baseline_count(&boot, BASELINE_METRIC), 3);
	baseline_free(&other);
	baseline_free(&boot);
}

/* Equal boots are one only while all are equal, so that the number of boots is known. */
TEST(samples_of_all_boots_are_listed_once_one_differs)
{
	static const char *const boots[] = {"a.b warm: 7*5\na.c warm: 7*5 in 2\n",
					    "a.b warm: 7*5\na.c warm: 7*5 in 2\n",
					    "a.b warm: 8*5\na.c warm: 9*3 in 3\n",
					    "a.b warm: 8*5\na.c warm: 7*5 in 2\n"};
	struct baseline all = {0}, boot;

	for (size_t i = 0; i < COUNT(boots); i++) {
		read_text(boots[i], &boot);
		baseline_merge(&all, &boot);
		baseline_free(&boot);
	}
	assert_string_equal(all.lines[0].value, "7*5 7*5 8*5 8*5");
	assert_string_equal(all.lines[1].value, "7*5 7*5 in 2 9*3 in 3 7*5 in 2");
	assert_false(baseline_is_constant(&all.lines[1]));
	baseline_free(&all);
}

TEST(control_characters_are_read_as_marks)
{
	struct baseline baseline;

	read_text("condition x\033[31m: \0337*5\x9b\n", &baseline);
	assert_string_equal(baseline_find(&baseline, "condition x?[31m")->value, "?7*5?");
	baseline_free(&baseline);
}

TEST(byte_order_mark_is_not_part_of_the_first_line)
{
	static const char *const texts[] = {"\xef\xbb\xbf" "a.b warm: 7*5\n",
					    "\xef\xbb\xbf# a comment\na.b warm: 7*5\n"};

	for (size_t i = 0; i < COUNT(texts); i++) {
		struct baseline baseline;

		read_text(texts[i], &baseline);
		assert_int_equal(baseline.count, 1);
		assert_line(&baseline, "a.b warm", "7*5");
		baseline_free(&baseline);
	}
}

TEST(foreign_file_is_rejected)
{
	static const char zero[] = "a: 1*1\0b\n";
	struct baseline baseline;

	assert_false(reads("no figure here\n", 15, &baseline));
	baseline_free(&baseline);
	assert_false(reads(": 7*5\n", 6, &baseline));
	baseline_free(&baseline);
	assert_false(reads("a: 1*1\na: 2*1\n", 14, &baseline));
	baseline_free(&baseline);
	assert_false(reads(zero, sizeof(zero) - 1, &baseline));
	baseline_free(&baseline);
	assert_false(reads("# only a comment\n", 17, &baseline));
	baseline_free(&baseline);
	unlink(path);
	assert_false(baseline_read(path, &baseline));
}

static int make_file(void **state)
{
	(void)state;
	return close(mkstemp(path));
}

/* A search through all lines for each line would take 10^9 comparisons. */
TEST(large_baseline_is_read_in_little_time)
{
	enum {LINES = 10000, LINE_BYTES = 18};
	char *text = malloc(LINES * LINE_BYTES + 1), *at = text, *last;
	struct result *result;
	struct baseline baseline;

	for (unsigned i = 0; i < LINES; i++)
		at += sprintf(at, "m%06u warm: %u*1\n", i, i % 10);
	read_text(text, &baseline);
	assert_int_equal(baseline.count, LINES);
	assert_string_equal(baseline_find(&baseline, "m009999 warm")->value, "9*1");
	result = baseline_to_result(&baseline, NULL);
	assert_int_equal(result->bench_count, LINES);
	result_free(result);
	baseline_free(&baseline);
	last = at - LINE_BYTES;
	memcpy(last, "m000000", 7);
	assert_false(reads(text, (size_t)(at - text), &baseline));
	baseline_free(&baseline);
	free(text);
}

TEST(baseline_of_more_bytes_than_permitted_is_not_read)
{
	struct baseline baseline;

	write_file("a warm: 1*1\n", 12);
	assert_int_equal(truncate(path, (off_t)6 << 30), 0);
	assert_false(baseline_read(path, &baseline));
	assert_false(baseline_read("/dev/zero", &baseline));
}

struct unit_group unit_group = {make_file, NULL};
