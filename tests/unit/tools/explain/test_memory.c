/* SPDX-License-Identifier: MIT */
/* From the plugin's output of a modelled memory to functions and curves. */
#include "tests/unit/unit.h"

#include "tests/unit/tools/explain/trace.h"
#include "tools/explain/memory_curve.h"
#include "tools/explain/memory_sums.h"

/* The last block belongs to "outer" up to its third instruction, then to "inner". */
#define COUNTS \
	"bareline-counts 1\n" \
	"B 1 " HIGH "1000 01010101 90909090\n" \
	"B 2 " HIGH "2000 0101 9090\n" \
	"B 7 " HIGH "1ffd 0101010101 9090909090\n" \
	"N 1 0 R 1\n" \
	"N 2 1 C 2\n" \
	"I 1 100 0\n" \
	"M 10 104 0\n" \
	"M 20 119 0\n" \
	"M 10 123 0\n" \
	"M 20 138 0\n" \
	"O 2 142 0\n" \
	"E 200\n"

#define BEGIN "bareline-memory-model 1\nG dtlb=16/4,l2=none\n"
/* Fetches, reads, writes, bytes of both, misses of seven stores, prefetches. */
#define OUTER "1:1:0:2:1:0:8:0:1:1:0:1:0:0:0:0"
#define INNER "2:2:1:0:1:1:8:4:0:0:0:0:0:1:1:0"
#define ACROSS "1:7:3:0:2:0:16:0:0:2:0:0:0:0:0:3"
#define PROFILES "P 1 " OUTER " " INNER "\nP 2 " OUTER " " ACROSS "\n"
#define MARKS "M 0\nM 2\nM 1\nM 2\nM 2\nM 0\n"

static bool read_model(struct memory_trace *memory, const struct instruction_profile *profile,
		       const char *text)
{
	char path[] = "/tmp/bareline-unit-XXXXXX";
	int file = mkstemp(path);
	bool good;

	assert_true(file >= 0);
	assert_int_equal(write(file, text, strlen(text)), strlen(text));
	close(file);
	good = memory_trace_read(memory, path, profile);
	unlink(path);
	return good;
}

TEST(misses_in_windows_are_attributed_to_functions)
{
	struct window windows[] = {{.begin = 1, .end = 2}, {.begin = 3, .end = 4}};
	struct code_names names = {.is_linux = true};
	struct memory_trace memory;
	struct memory_sums sums;
	struct instruction_profile profile;

	add_symbol(&names.kernel, 0xffffffff80001000, "outer", false);
	add_symbol(&names.kernel, 0xffffffff80002000, "inner", false);
	symbol_list_sort(&names.kernel);
	assert_true(read_text(&profile, COUNTS));
	assert_true(read_model(&memory, &profile, BEGIN PROFILES MARKS "E 0\n"));
	assert_int_equal(memory.geometry.stores[MEMORY_DTLB].size, 16);
	assert_int_equal(memory.geometry.stores[MEMORY_L2].size, 0);
	profile.memory = &memory;
	memory_sums_make(&sums, &profile, &names, windows, 2);
	assert_int_equal(sums.count, 2);

	/* Profiles 1 and 2, once each. Counts before the first mark belong to no window. */
	assert_string_equal(sums.items[0].name, "outer");
	assert_int_equal(sums.items[0].counts.of[MEMORY_FETCHES], 4);
	assert_int_equal(sums.items[0].counts.of[MEMORY_READS], 2);
	assert_int_equal(sums.items[0].counts.of[MEMORY_MISSES + MEMORY_L1D], 2);
	assert_string_equal(sums.items[1].name, "inner");
	assert_int_equal(sums.items[1].counts.of[MEMORY_READS], 1 + 2);
	assert_int_equal(sums.items[1].counts.of[MEMORY_WRITTEN_BYTES], 4);
	assert_int_equal(sums.items[1].counts.of[MEMORY_MISSES + MEMORY_L1D], 2);
	assert_int_equal(sums.items[1].counts.of[MEMORY_MISSES + MEMORY_DTLB], 1);
	assert_int_equal(sums.items[1].counts.of[MEMORY_PREFETCHES], 3);
	assert_int_equal(sums.all.of[MEMORY_READS], 5);
	assert_int_equal(sums.all.of[MEMORY_READ_BYTES], 8 + 8 + 8 + 16);
	memory_sums_free(&sums);
	memory_trace_free(&memory);
	instruction_profile_free(&profile);
	code_names_free(&names);
}

TEST(impossible_plugin_output_is_rejected)
{
	static const char *const bad[] = {
		"",
		"bareline-memory-model 2\n",
		BEGIN PROFILES MARKS,                           /* no end */
		BEGIN PROFILES "M 0\nE 0\n",                    /* not one per mark */
		BEGIN PROFILES MARKS "M 0\nE 0\n",
		"bareline-memory-model 1\n" MARKS "E 0\n",      /* no geometry */
		"bareline-memory-model 1\nG l1d=48K/8\nE 0\n",
		BEGIN "G default\n" MARKS "E 0\n",              /* a second one */
		BEGIN "P 2 " OUTER "\n" MARKS "E 0\n",          /* not the next number */
		BEGIN "P 1 0:1:0:2:1:0:8:0:1:1:0:1:0:0:0:0\n",  /* no such node, block … */
		BEGIN "P 1 3:1:0:2:1:0:8:0:1:1:0:1:0:0:0:0\n",
		BEGIN "P 1 1:3:0:2:1:0:8:0:1:1:0:1:0:0:0:0\n",
		BEGIN "P 1 1:1:4:2:1:0:8:0:1:1:0:1:0:0:0:0\n",
		BEGIN "P 1 1:1:0:2:1:0:8:0:1:1:0:1:0:0:0\n",    /* a count is missing */
		BEGIN "P 1 1:1:0:2:1:0:8:0:1:1:0:1:0:0:0:0:0\n",
		BEGIN "P 1 1:1:0:2:1:0:8:0:1:1:0:1:0:0:0:x\n",
		BEGIN PROFILES "M 3\n",
		BEGIN "E 0\nM 0\n",                             /* after the end */
		BEGIN "M 0",
	};
	struct instruction_profile profile;

	assert_true(read_text(&profile, COUNTS));
	for (size_t i = 0; i < sizeof(bad) / sizeof(bad[0]); i++) {
		struct memory_trace memory;

		if (read_model(&memory, &profile, bad[i]))
			fail_msg("number %zu was read", i);
	}
	instruction_profile_free(&profile);
}

TEST(line_size_of_zero_is_rejected)
{
	static const char text[] = BEGIN "\0\0\n" MARKS "E 0\n";
	char path[] = "/tmp/bareline-unit-XXXXXX";
	int file = mkstemp(path);
	struct memory_trace memory;
	struct instruction_profile profile;

	assert_true(file >= 0);
	assert_int_equal(write(file, text, sizeof(text) - 1), sizeof(text) - 1);
	close(file);
	assert_true(read_text(&profile, COUNTS));
	assert_false(memory_trace_read(&memory, path, &profile));
	instruction_profile_free(&profile);
	unlink(path);
}

TEST(capacity_counts_as_near_up_to_the_next_measured_size)
{
	struct memory_curve curve = {
		.points = {{16, 1}, {24, 1}, {32, 1}, {48, 2}, {64, 2}}, .count = 5,
	};
	static const struct {
		uint64_t found;
		enum memory_capacity capacity;
	} cases[] = {
		{32, CAPACITY_EQUAL}, {24, CAPACITY_NEAR}, {48, CAPACITY_NEAR},
		{23, CAPACITY_OTHER}, {49, CAPACITY_OTHER}, {0, CAPACITY_OTHER},
	};

	for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
		curve.found[0] = cases[i].found;
		assert_int_equal(memory_curve_capacity(&curve, 32, 0), cases[i].capacity);
	}
	assert_int_equal(memory_curve_capacity(&curve, 64, 0), CAPACITY_NOT_REACHED);
}
