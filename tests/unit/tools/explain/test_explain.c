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

/* Find the windows of samples in the only point of a profile. Returns the number of matching
 * pairs. */
static size_t find_windows(const char *text, enum window_kind kind, const uint64_t *samples,
			   size_t count, const struct window *after, struct window_list *windows)
{
	struct instruction_profile profile;
	struct point_list points;
	size_t fitting;

	assert_true(read_text(&profile, text));
	points = points_find(&profile);
	assert_int_equal(points.count, 1);
	fitting = windows_find(&(struct window_query){
		.trace = &profile, .point = points.items, .kind = kind, .samples = samples,
		.count = count, .after = after,
	}, windows);
	free(points.items);
	instruction_profile_free(&profile);
	return fitting;
}

static void assert_window(const struct window_list *windows, size_t at, size_t begin, size_t end,
			  size_t sample)
{
	assert_true(at < windows->count);
	assert_int_equal(windows->items[at].begin, begin);
	assert_int_equal(windows->items[at].end, end);
	assert_int_equal(windows->items[at].sample, sample);
}

TEST(samples_are_found_between_two_clock_reads)
{
	const uint64_t samples[] = {15, 15}, others[] = {15, 16};
	struct window_list windows;

	assert_int_equal(find_windows(THINGS POINT "E 200\n", WINDOW_SINGLE, samples, 2, NULL,
				      &windows), 1);
	assert_int_equal(windows.count, 2);
	assert_window(&windows, 0, 1, 2, 0);
	assert_window(&windows, 1, 3, 4, 1);
	free(windows.items);
	assert_int_equal(find_windows(THINGS POINT "E 200\n", WINDOW_SINGLE, others, 2, NULL,
				      &windows), 0);
}

TEST(second_of_two_equal_matches_is_taken_after_the_previous_stage)
{
	/* 10 to 20 and 20 to 30 have the same length. */
	const uint64_t samples[] = {4, 4};
	const char *text = THINGS "I 1 0 0\nM 10 10 2\nM 20 14 2\nM 30 18 2\n"
				  "M 10 30 2\nM 20 34 2\nM 30 38 2\nO 2 50 2\nE 60\n";
	struct window_list first, second;

	assert_int_equal(find_windows(text, WINDOW_SINGLE, samples, 2, NULL, &first), 2);
	assert_window(&first, 1, 4, 5, 1);
	assert_int_equal(find_windows(text, WINDOW_SINGLE, samples, 2, &first.items[1], &second),
			 2);
	assert_window(&second, 1, 5, 6, 1);
	free(first.items);
	free(second.items);
}

/* Three tries of 9, 8 and 8 instructions, then other code. */
TEST(repeated_sample_is_found_in_the_tries_before)
{
	const char *text = THINGS "I 1 0 0\nM 10 10 0\nM 20 19 0\nM 10 30 0\nM 20 38 0\n"
				  "M 10 50 0\nM 20 58 0\nM 40 66 0\nM 50 170 0\nO 2 200 0\n"
				  "E 200\n";
	const uint64_t shortest[] = {8, 8, 8, 8}, once[] = {9, 9}, unequal[] = {8, 9};
	struct window_list windows;

	assert_int_equal(find_windows(text, WINDOW_REPEATED, shortest, 4, NULL, &windows), 1);
	assert_int_equal(windows.count, 4);
	assert_window(&windows, 0, 5, 6, 0);
	assert_window(&windows, 3, 5, 6, 3);
	free(windows.items);
	/* If all but one were disturbed. */
	assert_int_equal(find_windows(text, WINDOW_REPEATED, once, 2, NULL, &windows), 1);
	assert_window(&windows, 1, 1, 2, 1);
	free(windows.items);
	assert_int_equal(find_windows(text, WINDOW_REPEATED, unequal, 2, NULL, &windows), 0);
}

/* Samples of 5 + 6 and 7 + 8 instructions between 10 and 20; then another execution. */
TEST(sample_is_found_as_a_sum_of_executions)
{
	const char *text = THINGS "I 1 0 0\nM 10 10 0\nM 20 15 0\nM 10 20 0\nM 20 26 0\n"
				  "M 10 30 0\nM 20 37 0\nM 10 40 0\nM 20 48 0\n"
				  "M 10 50 0\nM 20 69 0\nO 2 100 0\nE 100\n";
	const uint64_t samples[] = {11, 15}, others[] = {12, 15};
	struct window_list windows;

	assert_true(find_windows(text, WINDOW_SUM, samples, 2, NULL, &windows) > 0);
	assert_int_equal(windows.count, 4);
	assert_window(&windows, 0, 7, 8, 1);
	assert_window(&windows, 3, 1, 2, 0);
	free(windows.items);
	assert_int_equal(find_windows(text, WINDOW_SUM, others, 2, NULL, &windows), 0);
}

/* Of one execution, with many clock reads of other code in it. */
TEST(sum_of_one_long_execution_is_found)
{
	const uint64_t sample = 500;
	struct window_list windows;
	char *text;
	size_t size;
	FILE *file = file_in_memory(&text, &size);

	fputs(THINGS "I 1 0 0\nM 10 10 0\n", file);
	for (unsigned i = 0; i < 100; i++)
		fprintf(file, "M 30 %u 0\n", 11 + i);
	fputs("M 20 510 0\nO 2 600 0\nE 600\n", file);
	file_end_memory(file, &text);
	assert_int_equal(find_windows(text, WINDOW_SUM, &sample, 1, NULL, &windows), 1);
	assert_int_equal(windows.count, 1);
	assert_window(&windows, 0, 1, 102, 0);
	free(windows.items);
	free(text);
}

/* Passes of 10 instructions, and of 14, 13 and 15. The first two are one sample. */
TEST(sample_is_found_as_the_excess_of_passes)
{
	const char *text = THINGS "I 1 0 0\nM 10 10 0\nM 10 20 0\nM 10 34 0\nM 10 47 0\n"
				  "M 10 57 0\nM 10 67 0\nM 10 82 0\nM 10 92 0\nO 2 100 0\n"
				  "E 100\n";
	const uint64_t samples[] = {7, 5}, others[] = {14, 15};
	struct window_list windows;

	assert_int_equal(find_windows(text, WINDOW_EXCESS, samples, 2, NULL, &windows), 1);
	assert_int_equal(windows.count, 6);
	assert_window(&windows, 0, 6, 7, 1);
	assert_window(&windows, 1, 5, 6, 1);            /* the nearest ordinary pass */
	assert_true(windows.items[1].is_subtracted);
	assert_window(&windows, 2, 3, 4, 0);
	assert_window(&windows, 4, 2, 3, 0);
	free(windows.items);
	assert_int_equal(find_windows(text, WINDOW_EXCESS, others, 2, NULL, &windows), 0);
}

/* A pass with a call, without an ordinary one: only the call is left. */
TEST(subtracted_windows_leave_what_is_only_in_the_others)
{
	const char *text = THINGS "P 3 1:1:4 2:2:6\nI 1 0 0\nM 10 10 0\nM 10 14 2\nM 10 24 3\n"
				  "O 2 30 0\nE 40\n";
	const struct window windows[] = {
		{.begin = 2, .end = 3}, {.begin = 1, .end = 2, .is_subtracted = true},
	};
	struct code_names names;
	struct instruction_profile profile;
	struct call_tree tree;

	names_init(&names);
	assert_true(read_text(&profile, text));
	call_tree_make(&tree, &profile, &names, windows, 2);
	assert_int_equal(tree.insns, 6);
	assert_int_equal(tree.count, 2);
	assert_string_equal(tree.nodes[1].name, "inner");
	assert_int_equal(tree.nodes[1].self_insns, 6);
	call_tree_free(&tree);
	instruction_profile_free(&profile);
	code_names_free(&names);
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
	const struct window windows[] = {{.begin = 1, .end = 2}, {.begin = 3, .end = 4}};

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

TEST(flame_graph_of_an_operation_has_its_stages_and_marks_what_grew)
{
	static const struct wire_bench bench_info = {.name = "made.up"};
	static const struct wire_series info[] = {{.point = "a=1", .stage = "entry"},
						  {.point = "a=1", .stage = "return"},
						  {.point = "a=2", .stage = "entry"}};
	static const struct series series[] = {{.info = &info[0]}, {.info = &info[1]},
					       {.info = &info[2]}};
	static const struct bench bench = {.info = &bench_info};
	static const struct cost_change grown = {.kind = COST_OWN, .name = "inner",
						 .base = 3, .new = 8};
	struct explained stages[3] = {0};
	struct code_names names;
	struct instruction_profile profile;
	struct cost_changes changes[2] = {{0}};
	struct cost_change change = grown;
	char *text;
	size_t size;
	FILE *file = file_in_memory(&text, &size);

	names_init(&names);
	make_tree(&stages[1].tree, &profile, &names);
	for (size_t i = 0; i < 3; i++) {
		stages[i].bench = &bench;
		stages[i].series = &series[i];
		stages[i].operations = 2;
	}
	change.layer = stages[1].tree.nodes[2].layer;
	changes[1] = (struct cost_changes){.items = &change, .count = 1};
	assert_int_equal(explained_stages(stages, 3), 2);
	assert_int_equal(explained_stages(&stages[2], 1), 1);
	explain_write_operation(stages, 2, changes, file);
	file_end_memory(file, &text);
	assert_non_null(strstr(text, ">return 15 100 %</text>"));
	assert_non_null(strstr(text, "fill=\"#c02032\""));
	assert_non_null(strstr(text, ">inner 53 % +5</text>"));
	free(text);
	call_tree_free(&stages[1].tree);
	instruction_profile_free(&profile);
	code_names_free(&names);
}

TEST(recursive_function_is_counted_once_with_its_callees)
{
	const char *text = THINGS
		"N 3 2 C 1\nP 3 1:1:4 2:2:2 3:1:4\nI 1 0 0\nM 10 10 0\nM 20 20 3\nO 2 30 0\nE 40\n";
	const struct window window = {.begin = 1, .end = 2};
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

static bool has_reason_at(const char *bench, const char *unit, const char *stage,
			  const char *own_unit, const char *point)
{
	const struct wire_series series = {.stage = stage, .unit = own_unit, .point = point};

	const struct wire_bench info = {.name = bench, .unit = unit};

	return unattributed_find(&info, &series) != NULL;
}

static bool has_reason(const char *bench, const char *unit, const char *stage, const char *own_unit)
{
	return has_reason_at(bench, unit, stage, own_unit, "");
}

TEST(metric_without_a_sum_has_a_reason)
{
	assert_true(has_reason("clock.timer_latency", TICKS_UNIT, "", ""));
	assert_false(has_reason("entry.null_syscall", TICKS_UNIT, "", ""));
	assert_true(has_reason("entry.null_syscall", "counts", "", ""));
	assert_false(has_reason_at("idle.profile", "counts", "elapsed", TICKS_UNIT,
				   "tick_hz=0 idle=poll"));
	assert_true(has_reason_at("idle.profile", "counts", "elapsed", TICKS_UNIT,
				  "tick_hz=0 idle=hlt"));
	assert_true(has_reason("irq.lapic_timer", TICKS_UNIT, "total", ""));
	assert_false(has_reason("irq.lapic_timer", TICKS_UNIT, "eoi", ""));
	assert_true(has_reason("idle.validation", TICKS_UNIT, "late", ""));
	assert_false(has_reason("idle.validation", TICKS_UNIT, "idle_loop", ""));
	assert_false(has_reason("flow.record", TICKS_UNIT, "", ""));
	assert_true(has_reason("flow.echo", TICKS_UNIT, "", ""));
}

/* Check the reason of a series, with another stage of the same point. */
struct claim_case {
	const char *name;
	const char *bench, *stage, *unit;
	uint64_t sample, other_sample;
	const char *other_stage, *trace;
	bool is_true;
};

/* Two clock reads 4 apart, in a point of 1000 instructions; the last block has a HLT. */
#define HALTING \
	"bareline-counts 1\nB 1 " HIGH "1000 0101 90f4\nB 2 " HIGH "2000 0101 9090\n" \
	"N 1 0 R 1\nL 1 1 0 2\nL 2 2 0 2\nL 3 1 0 1\nP 1 1:1:2\nP 2 1:2:2\nP 3 1:3:1\n"
/* The same with a WFI of riscv64, and of aarch64. */
#define WAITING(wfi) \
	"bareline-counts 1\nB 1 " HIGH "1000 0104 90" wfi "\n" \
	"N 1 0 R 1\nL 1 1 0 2\nL 3 1 0 1\nP 1 1:1:2\nP 2 1:3:1\n"
#define CLAIM_POINT(profile) \
	"I 1 0 0\nM 10 10 0\nM 20 14 " profile "\nM 30 700 0\nO 2 1000 0\nE 1000\n"

static const struct claim_case claims[] = {
	{"a few events", "input.script", "messages", "counts", 10, 0, "", THINGS CLAIM_POINT("2"),
	 true},
	{"ticks as events", "input.script", "messages", "counts", 11, 0, "",
	 THINGS CLAIM_POINT("2"), false},
	{"no clock read at the due time", "irq.pit", "total", TICKS_UNIT, 5, 0, "",
	 THINGS CLAIM_POINT("2"), true},
	{"a clock read at the due time", "irq.pit", "total", TICKS_UNIT, 4, 0, "",
	 THINGS CLAIM_POINT("2"), false},
	{"chance match of a short stage", "irq.pit", "delivery", TICKS_UNIT, 4, 9, "total",
	 THINGS CLAIM_POINT("2"), true},
	{"the stages start at a clock read", "irq.pit", "delivery", TICKS_UNIT, 3, 4, "total",
	 THINGS CLAIM_POINT("2"), false},
	{"the CPU halts", "flow.echo", "", TICKS_UNIT, 900, 0, "", HALTING CLAIM_POINT("1"), true},
	{"the CPU does not halt", "flow.echo", "", TICKS_UNIT, 900, 0, "",
	 HALTING CLAIM_POINT("2"), false},
	{"the halt is not executed", "flow.echo", "", TICKS_UNIT, 900, 0, "",
	 HALTING CLAIM_POINT("3"), false},
	{"riscv64 waits", "own.irq", "", TICKS_UNIT, 900, 0, "",
	 WAITING("73005010") CLAIM_POINT("1"), true},
	{"riscv64 does not wait", "own.irq", "", TICKS_UNIT, 900, 0, "",
	 WAITING("73005010") CLAIM_POINT("2"), false},
	{"aarch64 waits", "own.irq", "", TICKS_UNIT, 900, 0, "",
	 WAITING("7f2003d5") CLAIM_POINT("1"), true},
	{"between two clock reads", "flow.echo", "", TICKS_UNIT, 4, 0, "",
	 HALTING CLAIM_POINT("1"), false},
};

static void check_claim(void **state)
{
	const struct claim_case *of = *state;
	uint64_t values[] = {of->sample, of->other_sample};
	const struct wire_bench bench_info = {.name = of->bench, .unit = TICKS_UNIT};
	const struct wire_series info = {.point = "", .stage = of->stage, .unit = of->unit};
	const struct wire_series other = {
		.point = "", .stage = of->other_stage, .unit = TICKS_UNIT,
	};
	struct series series[] = {
		{.info = &info, .warm = {.values = &values[0], .count = 1}},
		{.info = &other, .warm = {.values = &values[1], .count = 1}},
	};
	const struct bench bench = {.info = &bench_info, .series = series, .series_count = 2};
	const struct unattributed *reason = unattributed_find(&bench_info, &info);
	struct instruction_profile profile;
	struct point_list points;

	if (reason == NULL)
		reason = &unattributed_halts;
	assert_true(read_text(&profile, of->trace));
	points = points_find(&profile);
	assert_int_equal(unattributed_check(reason, &bench, &series[0], &profile, points.items),
			 of->is_true);
	free(points.items);
	instruction_profile_free(&profile);
}

TEST_CASES(check_claim, claims);
