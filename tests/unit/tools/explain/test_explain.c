/* SPDX-License-Identifier: MIT */
/* From the plugin's output to functions: reading it, finding the samples in it, and summing up. */
#include "tests/unit/unit.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tests/unit/tools/explain/trace.h"
#include "tools/base/file.h"
#include "tools/explain/call_tree.h"
#include "tools/explain/export.h"
#include "tools/explain/unattributed.h"

/* Blocks of one-byte instructions: 1 of "outer", 2 of "inner", 3 of "outer" then "next". The clock
 * is read at 10 and 20. A sample is outer with three calls of inner, and 5 instructions of block
 * 3. */
#define THINGS \
	"bareline-counts 1\n" \
	"B 1 " HIGH "1000 01010101 90909090\n" \
	"B 2 " HIGH "2000 0101 9090\n" \
	"B 3 " HIGH "1ffd 0101010101 9090909090\n" \
	"N 1 0 R 1\n" \
	"N 2 1 C 2\n" \
	"L 1 1 0 4\n" \
	"L 2 2 0 2\n" \
	"L 3 3 0 5\n" \
	"P 1 1:1:4 2:2:6 1:3:5\n" \
	"P 2 1:1:4\n"

#define POINT \
	"I 1 100 0\n" \
	"M 10 104 2\n" \
	"M 20 119 1\n" \
	"M 10 123 2\n" \
	"M 20 138 1\n" \
	"O 2 142 2\n"

static void names_init(struct code_names *names)
{
	*names = (struct code_names){.is_linux = true};
	add_symbol(&names->kernel, 0xffffffff80001000, "outer", false);
	add_symbol(&names->kernel, 0xffffffff80002000, "inner", false);
	add_symbol(&names->kernel, 0xffffffff80002000, "__alias", true);
	symbol_list_sort(&names->kernel);
}

TEST(plugin_output_is_read)
{
	struct instruction_profile profile;

	assert_true(read_text(&profile, THINGS POINT "E 200\n"));
	assert_int_equal(profile.block_list.count, 3);
	assert_int_equal(profile.node_list.count, 2);
	assert_int_equal(profile.profiles[0].insns, 15);
	assert_int_equal(profile.mark_list.count, 6);
	assert_int_equal(instruction_profile_address(&profile.blocks[2], 3), 0xffffffff80002000);
	instruction_profile_free(&profile);
}

TEST(impossible_plugin_output_is_rejected)
{
	static const char *const bad[] = {
		"",
		"another 1\n",
		THINGS POINT,                                   /* no end */
		THINGS "B 1 0 01 90\nE 1\n",                    /* the number is in use */
		THINGS "B 4 0 02 90\nE 1\n",                    /* size and code differ */
		THINGS "B 4 0 01 9\nE 1\n",
		THINGS "L 4 9 0 1\nE 1\n",                      /* no such block */
		THINGS "L 4 1 2 2\nE 1\n",                      /* an empty part */
		THINGS "L 4 1 0 5\nE 1\n",                      /* more than it has */
		THINGS "N 4 0 R 1\nE 1\n",                      /* not the next number */
		THINGS "N 3 3 C 1\nE 1\n",                      /* its own parent */
		THINGS "P 3 3:1:4\nE 1\n",
		THINGS "P 3 1:1\nE 1\n",
		THINGS "P 3 1:1:5\nE 1\n",                      /* not a multiple of the block */
		THINGS "M 10 100 3\nE 1\n",
		THINGS "M 10 100 1\nM 10 99 1\nE 1\n",          /* the count falls */
		THINGS "X 1\nE 1\n",
		THINGS "E 1\nM 10 100 1\n",                     /* after the end */
		THINGS "M 10 100",
	};

	for (size_t i = 0; i < sizeof(bad) / sizeof(bad[0]); i++) {
		struct instruction_profile profile;

		if (read_text(&profile, bad[i]))
			fail_msg("number %zu was read", i);
	}
}

static bool read_tree_of_depth(unsigned depth)
{
	struct instruction_profile profile;
	char *text;
	size_t size;
	FILE *file = file_in_memory(&text, &size);
	bool good;

	fputs(THINGS, file);
	for (unsigned i = 3; i <= depth; i++)
		fprintf(file, "N %u %u C 2\n", i, i - 1);
	fputs("E 1\n", file);
	file_end_memory(file, &text);
	good = read_text(&profile, text);
	if (good)
		instruction_profile_free(&profile);
	free(text);
	return good;
}

TEST(call_tree_deeper_than_the_plugins_limit_is_rejected)
{
	assert_true(read_tree_of_depth(PROFILE_DEPTH_MAX));
	assert_false(read_tree_of_depth(PROFILE_DEPTH_MAX + 1));
}

TEST(samples_are_found_between_two_clock_reads)
{
	const uint64_t samples[] = {15, 15}, others[] = {15, 16};
	struct instruction_profile profile;
	struct point_list points;
	struct window windows[2];

	assert_true(read_text(&profile, THINGS POINT "E 200\n"));
	points = points_find(&profile);
	assert_int_equal(points.count, 1);
	assert_int_equal(windows_find(&profile, &points.items[0], samples, 2, NULL, windows), 1);
	assert_int_equal(windows[0].begin, 1);
	assert_int_equal(windows[1].end, 4);
	assert_int_equal(windows_find(&profile, &points.items[0], others, 2, NULL, windows), 0);
	free(points.items);
	instruction_profile_free(&profile);
}

TEST(second_of_two_equal_matches_is_taken_after_the_previous_stage)
{
	/* 10 to 20 and 20 to 30 have the same length. */
	const uint64_t samples[] = {4, 4};
	const char *text = THINGS "I 1 0 0\nM 10 10 2\nM 20 14 2\nM 30 18 2\n"
				  "M 10 30 2\nM 20 34 2\nM 30 38 2\nO 2 50 2\nE 60\n";
	struct instruction_profile profile;
	struct point_list points;
	struct window first[2], second[2];

	assert_true(read_text(&profile, text));
	points = points_find(&profile);
	assert_int_equal(windows_find(&profile, points.items, samples, 2, NULL, first), 2);
	assert_int_equal(first[1].begin, 4);
	assert_int_equal(windows_find(&profile, points.items, samples, 2, &first[1], second), 2);
	assert_int_equal(second[1].begin, 5);
	free(points.items);
	instruction_profile_free(&profile);
}

TEST(unmeasured_point_is_not_found)
{
	struct instruction_profile profile;
	struct point_list points;

	assert_true(read_text(&profile, THINGS "I 1 0 0\nI 1 10 0\nM 10 20 0\nO 2 30 0\nO 2 40 0\n"
				       "I 1 50 0\nE 60\n"));
	points = points_find(&profile);
	assert_int_equal(points.count, 1);
	assert_int_equal(points.items[0].begin, 1);
	free(points.items);
	instruction_profile_free(&profile);
}

static void make_tree(struct call_tree *tree, struct instruction_profile *profile,
		      const struct code_names *names)
{
	const struct window windows[] = {{1, 2}, {3, 4}};

	assert_true(read_text(profile, THINGS POINT "E 200\n"));
	call_tree_make(tree, profile, names, windows, 2);
}

TEST(instructions_belong_to_the_function_that_contains_them)
{
	struct code_names names;
	struct instruction_profile profile;
	struct call_tree tree;
	struct function_list functions;

	names_init(&names);
	make_tree(&tree, &profile, &names);
	assert_int_equal(tree.insns, 30);
	functions = function_list_make(&tree);
	assert_int_equal(functions.count, 2);
	assert_string_equal(functions.items[0].name, "inner");  /* two instructions of block 3 */
	assert_int_equal(functions.items[0].insns, 2 * (6 + 2));
	assert_string_equal(functions.items[1].name, "outer");
	assert_int_equal(functions.items[1].insns, 2 * (4 + 3));
	assert_int_equal(functions.items[1].insns_with_callees, 30);
	function_list_free(&functions);
	call_tree_free(&tree);
	instruction_profile_free(&profile);
	code_names_free(&names);
}

static void assert_exported(void (*write_file)(const struct explained *, size_t, FILE *),
			    const char *expected)
{
	const struct wire_bench bench_info = {.name = "made.up"};
	const struct wire_series series_info = {.point = "a=1", .stage = ""};
	const struct bench bench = {.info = &bench_info};
	const struct series series = {.info = &series_info};
	struct explained explained = {.bench = &bench, .series = &series, .operations = 2,
				      .sampled_insns = 30};
	struct code_names names;
	struct instruction_profile profile;
	char *text;
	size_t size;
	FILE *file = file_in_memory(&text, &size);

	names_init(&names);
	make_tree(&explained.tree, &profile, &names);
	write_file(&explained, 1, file);
	file_end_memory(file, &text);
	if (memmem(text, size, expected, strlen(expected)) == NULL)
		fail_msg("it has no %s: %s", expected, text);
	free(text);
	call_tree_free(&explained.tree);
	instruction_profile_free(&profile);
	code_names_free(&names);
}

TEST(stacks_and_charts_contain_every_function)
{
	assert_exported(explain_write_folded, "made.up a=1;outer 14\nmade.up a=1;outer;inner 16\n");
	assert_exported(explain_write_flames, "made.up a=1: 15.00 instructions an operation");
	assert_exported(explain_write_flames, "inner: 8.00 instructions an operation, 53.3 %");
	assert_exported(explain_write_chrome, "\"name\": \"inner\"");
	assert_exported(explain_write_pprof, "inner");
}

TEST(recursive_function_is_counted_once_with_its_callees)
{
	const char *text = THINGS
		"N 3 2 C 1\nP 3 1:1:4 2:2:2 3:1:4\nI 1 0 0\nM 10 10 0\nM 20 20 3\nO 2 30 0\nE 40\n";
	const struct window window = {1, 2};
	struct code_names names;
	struct instruction_profile profile;
	struct call_tree tree;
	struct function_list functions;

	names_init(&names);
	assert_true(read_text(&profile, text));
	call_tree_make(&tree, &profile, &names, &window, 1);
	functions = function_list_make(&tree);
	assert_string_equal(functions.items[0].name, "outer");
	assert_int_equal(functions.items[0].insns, 8);
	assert_int_equal(functions.items[0].insns_with_callees, 10);
	function_list_free(&functions);
	call_tree_free(&tree);
	instruction_profile_free(&profile);
	code_names_free(&names);
}

TEST(metric_without_a_sum_has_a_reason)
{
	const struct wire_bench lateness = {.name = "clock.timer_latency", .unit = "tsc_ticks"};
	const struct wire_bench call = {.name = "entry.null_syscall", .unit = "tsc_ticks"};
	const struct wire_bench counts = {.name = "entry.null_syscall", .unit = "counts"};
	const struct wire_bench timer = {.name = "irq.lapic_timer", .unit = "tsc_ticks"};
	const struct wire_bench idle = {.name = "idle.validation", .unit = "tsc_ticks"};
	const struct wire_bench record = {.name = "flow.record", .unit = "tsc_ticks"};
	const struct wire_bench echo = {.name = "flow.echo", .unit = "tsc_ticks"};
	const struct wire_series none = {.stage = ""}, total = {.stage = "total"};
	const struct wire_series late = {.stage = "late"}, handler = {.stage = "handler"};
	const struct wire_series eoi = {.stage = "eoi"};

	assert_non_null(unattributed_reason(&lateness, &none));
	assert_null(unattributed_reason(&call, &none));
	assert_non_null(unattributed_reason(&counts, &none));
	assert_non_null(unattributed_reason(&timer, &total));
	assert_null(unattributed_reason(&timer, &eoi));
	assert_non_null(unattributed_reason(&idle, &late));
	assert_null(unattributed_reason(&idle, &handler));
	assert_null(unattributed_reason(&record, &none));
	assert_non_null(unattributed_reason(&echo, &none));
}
