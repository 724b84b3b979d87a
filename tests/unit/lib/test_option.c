/* SPDX-License-Identifier: MIT */
/* Tables of options: parsed command lines, and the help and completions made from the tables. */
#include "tests/unit/unit.h"

#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "lib/option/option.h"
#include "lib/text/patterns.h"

#define ARGUMENTS_MAX 40
#define ORDER_MAX 64

struct inner {
	struct patterns benches;
	bool force;
};

struct settings {
	bool all;
	const char *output;
	unsigned long count;
	struct option_time limit;
	unsigned firmware;
	const char *suite;
	int called;
	char order[ORDER_MAX];
	struct inner inner;
};

static bool note_call(void *to, const char *value, struct option_problem *problem)
{
	if (value != NULL && strcmp(value, "bad") == 0)
		return option_refuse(problem, "it is %s", value);
	++*(int *)to;
	return true;
}

static bool note_name(void *to, const char *name, const char *value, struct option_problem *problem)
{
	snprintf(to, ORDER_MAX, "%s=%s", name, value);
	return strcmp(value, "bad") != 0 || option_refuse(problem, "%s is bad", name);
}

static bool take_operand(void *to, const char *value, struct option_problem *problem)
{
	char *order = to;

	if (strcmp(value, "unwanted") == 0)
		return option_refuse(problem, "it is not accepted");
	strncat(order, value, ORDER_MAX - strlen(order) - 1);
	return true;
}

static const char *const firmwares[] = {"kernel", "bios", "uefi", NULL};

static const struct option_spec options[] = {
	{.name = "all", .letter = 'a', .kind = OPTION_FLAG, .help = "every row",
	 .offset = offsetof(struct settings, all)},
	{.name = "output", .letter = 'o', .kind = OPTION_TEXT, .argument = "FILE",
	 .help = "where to", .offset = offsetof(struct settings, output)},
	{.name = "count", .kind = OPTION_NUMBER, .argument = "N", .least = 1, .most = 9,
	 .help = "how many", .offset = offsetof(struct settings, count)},
	{.name = "limit", .kind = OPTION_TIME, .argument = "TIME", .least = 1000,
	 .most = 3600000000000, .help = "how long", .offset = offsetof(struct settings, limit)},
	{.name = "firmware", .kind = OPTION_CHOICE, .choices = firmwares,
	 .help = "what's first", .offset = offsetof(struct settings, firmware)},
	{.name = "suite", .kind = OPTION_WORD, .argument = "NAME", .choices = firmwares,
	 .help = "which", .offset = offsetof(struct settings, suite)},
	{.name = "call", .kind = OPTION_CALL, .argument = "X", .call = note_call,
	 .help = "a text so long that it does not fit on one line of eighty columns, whatever "
		 "stands before it\nand a second line",
	 .offset = offsetof(struct settings, called)},
	{.name = "inform", .kind = OPTION_CALL, .call = note_call, .help = "say so",
	 .offset = offsetof(struct settings, called)},
	{0},
};

static const struct option_spec inner_options[] = {
	{.name = "bench", .kind = OPTION_PATTERN, .argument = "GLOB", .help = "only these",
	 .offset = offsetof(struct inner, benches)},
	{.name = "force", .kind = OPTION_FLAG, .help = "anyway",
	 .offset = offsetof(struct inner, force)},
	{0},
};

static const struct option_spec named_options[] = {
	{.name = "named", .kind = OPTION_NAMED, .argument = "X", .named = note_name,
	 .help = "a name and a value", .offset = offsetof(struct settings, order)},
	{.name = "never", .kind = OPTION_TIME, .argument = "TIME", .least = 1500,
	 .most = 60000000000, .help = "not long", .offset = offsetof(struct settings, limit)},
	{0},
};

static const struct option_group named_groups[] = {{.options = named_options}, {0}};

static const struct option_group groups[] = {
	{.options = options},
	{.heading = "More", .options = inner_options, .offset = offsetof(struct settings, inner)},
	{0},
};

static const struct command plain = {
	.name = "tool part", .summary = "a part", .usage = "[OPTION]... PATH\n--all",
	.about = "Does it.", .groups = groups, .exit_status = "0 good\n1 bad",
	.operands_max = OPERANDS_ANY,
};

static const struct command *const parts[] = {&plain, NULL};
static const struct command whole = {
	.name = "tool", .summary = "does it", .usage = "SUBCOMMAND", .about = "Does it.",
	.exit_status = "0 good", .subcommands = parts, .operands_max = OPERANDS_ANY,
};

/* Subcommands of subcommands, and headings in the list. */
static const struct command inner = {
	.name = "tool more inner", .summary = "something inside", .usage = "[OPTION]...",
	.about = "Inside.", .groups = named_groups, .notes = "One note,\nanother.",
	.exit_status = "0 good",
};
static const struct command *const inner_parts[] = {&inner, NULL};
static const struct command more = {
	.name = "tool more", .summary = "has a part", .heading = "More commands",
	.usage = "SUBCOMMAND", .about = "More.", .subcommands = inner_parts,
};
static const struct command *const deep_parts[] = {&plain, &more, NULL};
static const struct command deep = {
	.name = "tool", .summary = "does it", .usage = "SUBCOMMAND\n--version", .about = "Does it.",
	.groups = named_groups, .notes = "A note.", .exit_status = "0 good\n2 bad usage",
	.subcommands = deep_parts,
};

static struct settings settings;
static struct option_problem problem;
static char *argv[ARGUMENTS_MAX];
static int operand_count;
static char line_text[1024];

/* Parse a line, split at spaces. */
static enum option_result parse(const struct command *command, const char *line)
{
	int argc = 0;
	char *rest = line_text;

	memset(&settings, 0, sizeof(settings));
	memset(&problem, 0, sizeof(problem));
	memset(argv, 0, sizeof(argv));
	snprintf(line_text, sizeof(line_text), "tool %s", line);
	while (rest != NULL && *rest != '\0' && argc < ARGUMENTS_MAX - 1)
		argv[argc++] = strsep(&rest, " ");
	operand_count = -1;
	return option_parse(command, &settings, argc, argv, &operand_count, &problem);
}

static void assert_refused(const char *line, const char *why)
{
	assert_int_equal(parse(&plain, line), OPTION_WRONG);
	if (strstr(problem.text, why) == NULL)
		fail_msg("'%s' is refused with: %s", line, problem.text);
}

TEST(every_kind_of_option_reaches_its_destination)
{
	assert_int_equal(parse(&plain, "-a --output x --count 9 --limit 1.5ms --firmware uefi "
			       "--suite bios --call y --inform --bench irq.* --bench null --force"),
			 OPTION_PARSED);
	assert_true(settings.all);
	assert_string_equal(settings.output, "x");
	assert_int_equal(settings.count, 9);
	assert_int_equal(settings.limit.ns, 1500000);
	assert_string_equal(settings.limit.text, "1.5ms");
	assert_int_equal(settings.firmware, 2);
	assert_string_equal(settings.suite, "bios");
	assert_int_equal(settings.called, 2);
	assert_int_equal(settings.inner.benches.count, 2);
	assert_true(patterns_match(&settings.inner.benches, "irq.fixed_work"));
	assert_true(settings.inner.force);
	assert_int_equal(operand_count, 0);
}

TEST(argument_may_be_joined_to_its_option)
{
	assert_int_equal(parse(&plain, "--output=a=b"), OPTION_PARSED);
	assert_string_equal(settings.output, "a=b");
	assert_int_equal(parse(&plain, "-ofile"), OPTION_PARSED);
	assert_string_equal(settings.output, "file");
	assert_int_equal(parse(&plain, "-ao file"), OPTION_PARSED);
	assert_true(settings.all);
	assert_string_equal(settings.output, "file");
	assert_int_equal(parse(&plain, "-o -a"), OPTION_PARSED);
	assert_string_equal(settings.output, "-a");
	assert_false(settings.all);
}

TEST(option_names_may_be_abbreviated_if_unambiguous)
{
	assert_int_equal(parse(&plain, "--be x --fi bios"), OPTION_PARSED);
	assert_int_equal(settings.inner.benches.count, 1);
	assert_int_equal(settings.firmware, 1);
	assert_refused("--fo --f bios", "--f: ambiguous abbreviation");
}

TEST(operands_may_be_anywhere_and_keep_their_order)
{
	assert_int_equal(parse(&plain, "a --all - -o x b -- --force c"), OPTION_PARSED);
	assert_int_equal(operand_count, 5);
	assert_string_equal(argv[1], "a");
	assert_string_equal(argv[2], "-");
	assert_string_equal(argv[3], "b");
	assert_string_equal(argv[4], "--force");
	assert_string_equal(argv[5], "c");
	assert_null(argv[6]);
	assert_false(settings.inner.force);
	assert_true(settings.all);
}

TEST(operands_can_be_handled_in_place_except_after_the_double_dash)
{
	struct command taking = plain;

	taking.take_operand = take_operand;
	taking.operands_offset = offsetof(struct settings, order);
	assert_int_equal(parse(&taking, "a --all b -- c"), OPTION_PARSED);
	assert_string_equal(settings.order, "ab");
	assert_int_equal(operand_count, 1);
	assert_string_equal(argv[1], "c");
	assert_int_equal(parse(&taking, "a unwanted"), OPTION_WRONG);
	assert_string_equal(problem.text, "'unwanted': it is not accepted");
}

TEST(wrong_number_of_operands_is_reported)
{
	struct command one = plain;

	one.operands_min = one.operands_max = 1;
	assert_int_equal(parse(&one, "a"), OPTION_PARSED);
	assert_int_equal(parse(&one, ""), OPTION_WRONG);
	assert_string_equal(problem.text, "too few arguments");
	assert_int_equal(parse(&one, "a b"), OPTION_WRONG);
	assert_string_equal(problem.text, "'b': too many arguments");
}

TEST(subcommand_name_ends_the_options)
{
	assert_int_equal(parse(&whole, "part --all x"), OPTION_PARSED);
	assert_int_equal(operand_count, 3);
	assert_string_equal(argv[1], "part");
	assert_string_equal(argv[2], "--all");
	assert_int_equal(parse(&whole, "--all part"), OPTION_WRONG);
}

TEST(help_is_requested_by_name_letter_or_abbreviation)
{
	assert_int_equal(parse(&plain, "--help"), OPTION_ASKS_HELP);
	assert_int_equal(parse(&plain, "--he"), OPTION_ASKS_HELP);
	assert_int_equal(parse(&plain, "x -h"), OPTION_ASKS_HELP);
	assert_int_equal(parse(&plain, "-- --help"), OPTION_PARSED);
	assert_int_equal(parse(&plain, "--output --help"), OPTION_PARSED);
}

TEST(wrong_line_is_reported_with_a_suggestion)
{
	assert_refused("--nonsense", "--nonsense: unknown option; see --help");
	assert_refused("-x", "-x: unknown option");
	assert_refused("--output", "--output needs an argument, FILE");
	assert_refused("-o", "--output needs an argument, FILE");
	assert_refused("--all=yes", "--all takes no argument");
	assert_refused("--count 0", "--count 0: not a number from 1 to 9");
	assert_refused("--count 10", "not a number from 1 to 9");
	assert_refused("--count many", "not a number from 1 to 9");
	assert_refused("--limit 5", "--limit 5: not a time; give a number and a unit");
	assert_refused("--limit 5ns", "--limit 5ns: not a time from 1us to 1h");
	assert_refused("--limit 2h", "not a time from 1us to 1h");
	assert_refused("--firmware efi", "--firmware efi: not one of kernel, bios or uefi");
	assert_refused("--suite efi", "--suite efi: not one of kernel, bios or uefi");
	assert_refused("--call bad", "--call bad: it is bad");
	assert_null(settings.output);
}

TEST(empty_pattern_is_rejected)
{
	assert_refused("--bench=", "--bench : empty; give a pattern or omit the option");
}

TEST(option_of_a_family_is_called_with_its_name)
{
	assert_int_equal(parse(&inner, "--named good"), OPTION_PARSED);
	assert_string_equal(settings.order, "named=good");
	assert_int_equal(parse(&inner, "--named bad"), OPTION_WRONG);
	assert_string_equal(problem.text, "--named bad: named is bad");
}

TEST(limits_of_a_time_are_accepted_and_named_in_the_largest_whole_unit)
{
	assert_int_equal(parse(&inner, "--never 1500ns"), OPTION_PARSED);
	assert_int_equal(parse(&inner, "--never 60s"), OPTION_PARSED);
	assert_int_equal(settings.limit.ns, 60000000000);
	assert_int_equal(parse(&inner, "--never 1499ns"), OPTION_WRONG);
	assert_string_equal(problem.text, "--never 1499ns: not a time from 1500ns to 1m");
	assert_int_equal(parse(&inner, "--never 60001ms"), OPTION_WRONG);
}

TEST(too_many_patterns_are_rejected)
{
	char line[1024] = "";

	for (int i = 0; i <= PATTERNS_MAX / 2; i++)
		strcat(line, i == 0 ? "--bench=a" : " --bench=a --bench=b");
	assert_int_equal(PATTERNS_MAX % 2, 0);
	assert_refused(line, "--bench b: given more than 32 times");
	line[strlen(line) - strlen(" --bench=b")] = '\0';
	assert_int_equal(parse(&plain, line), OPTION_PARSED);
	assert_int_equal(settings.inner.benches.count, PATTERNS_MAX);
}

/* ---- Output ---- */

static char written[32768];

static void keep(void *context, const char *text, size_t length)
{
	size_t used = strlen(written);

	(void)context;
	assert_true(used + length < sizeof(written));
	memcpy(written + used, text, length);
	written[used + length] = '\0';
}

static void assert_written(const char *text)
{
	if (strstr(written, text) == NULL)
		fail_msg("'%s' is not in: %s", text, written);
}

TEST(help_names_every_option_in_80_columns)
{
	written[0] = '\0';
	option_write_help(&plain, keep, NULL);
	assert_written("Usage: tool part [OPTION]... PATH\n       tool part --all\nDoes it.\n");
	assert_written("  -a, --all          every row\n");
	assert_written("  -o, --output FILE  where to\n");
	assert_written("  --firmware kernel|bios|uefi\n");
	assert_written("\nMore:\n");
	assert_written("\n  --bench GLOB");
	assert_written("line\n");
	assert_written("Exit status:\n  0  good\n  1  bad\n");
	for (char *line = written; *line != '\0'; line += strcspn(line, "\n") + 1)
		assert_true(strcspn(line, "\n") <= 80);
}

TEST(help_lists_subcommands_with_headings_notes_and_exit_status)
{
	written[0] = '\0';
	option_write_help(&deep, keep, NULL);
	assert_string_equal(written, "Usage: tool SUBCOMMAND\n       tool --version\nDoes it.\n\n"
				     "  part        a part\n\nMore commands:\n"
				     "  more        has a part\n\n"
				     "  --named X     a name and a value\n"
				     "  --never TIME  not long\n\nA note.\n\n"
				     "Exit status:\n  0  good\n  2  bad usage\n");
}

/* A long option has its own line, and its text begins in the column of the others. */
TEST(help_wraps_before_column_80)
{
	static const struct option_spec wide[] = {
		{.name = "short", .kind = OPTION_FLAG, .letter = 's',
		 .help = "0123456789 0123456789 0123456789 0123456789 0123456789 012345678 next"},
		{.name = "option-of-twenty-six-chars", .kind = OPTION_FLAG,
		 .help = "\303\244\303\244 0123456789 0123456789 0123456789 0123456789 0123456789 "
			 "0123456789 n"},
		{0},
	};
	static const struct option_group wide_groups[] = {{.options = wide}, {0}};
	struct command command = plain;

	command.groups = wide_groups;
	written[0] = '\0';
	option_write_help(&command, keep, NULL);
	assert_written("\n\n  -s, --short  0123456789 0123456789 0123456789 0123456789 0123456789 "
		       "012345678\n               next\n"
		       "  --option-of-twenty-six-chars\n"
		       "               \303\244\303\244 0123456789 0123456789 0123456789 "
		       "0123456789 0123456789\n               0123456789 n\n");
}

TEST(manual_has_every_command_with_usage_options_notes_and_exit_status)
{
	written[0] = '\0';
	option_write_manual(&deep, keep, NULL);
	assert_written(".SH SYNOPSIS\n.B tool\nSUBCOMMAND\n.br\n.B tool\n"
		       "\\-\\-version\n.SH DESCRIPTION\nDoes it.\n.SH OPTIONS\n"
		       ".TP\n\\fB\\-\\-named\\fR \\fIX\\fR\na name and a value\n");
	assert_written("print this help and exit\n.SH COMMANDS\n.SS tool part\n.B tool part\n");
	assert_written("\n.PP\nExit status:\n.br\n0 good\n.br\n1 bad\n.SS tool more\n.B tool more\n"
		       "SUBCOMMAND\n.PP\nMore.\n.SS tool more inner\n.B tool more inner\n"
		       "[OPTION]...\n.PP\nInside.\n.TP\n");
	assert_written("\nnot long\n.PP\nOne note,\n.br\nanother.\n.PP\nExit status:\n.br\n0 good\n"
		       ".SH EXIT STATUS\n0 good\n.br\n2 bad usage\n");
}

TEST(completions_name_the_subcommands_of_each_command)
{
	written[0] = '\0';
	option_write_bash(&deep, keep, NULL);
	assert_written("\t\t''|'tool'|'tool part'|'tool more'|'tool more inner') command+=");
	assert_written("\t'tool --named') ;;\n\t'tool --never') ;;\n"
		       "\t'tool part --output'|'tool part -o') return 0 ;;\n"
		       "\t'tool part --count') ;;\n\t'tool part --limit') ;;\n"
		       "\t'tool part --firmware') words='kernel bios uefi' ;;\n");
	assert_written("\t'tool') options=' --named --never --help' subcommands=' part more' ;;\n");
	assert_written("\t'tool more') options=' --help' subcommands=' inner' ;;\n"
		       "\t'tool more inner') options=' --named --never --help' "
		       "subcommands='' ;;\n");
	written[0] = '\0';
	option_write_zsh(&deep, keep, NULL);
	assert_written("\n_tool_part()\n{\n");
	assert_written("\n\t_arguments -s -C \\\n\t\t'*--all[every row]' \\\n"
		       "\t\t'*-a[every row]' \\\n"
		       "\t\t'*--output=[where to]:FILE:_files' \\\n"
		       "\t\t'*-o[where to]:FILE:_files' \\\n\t\t'*--count=[how many]:N: ' \\\n");
	assert_written("'*--firmware=[what'\\''s first]:firmware:(kernel bios uefi)' \\\n");
	assert_written("before it and a second line]:X: '");
	assert_written("'*--help[print this help and exit]' \\\n\t\t'*-h[print this help and exit]'"
		       " \\\n\t\t'*:file: _option_words'\n}\n\n_tool_more_inner()\n");
	assert_written("\t\tsubcommands=(\n\t\t\t'part:a part'\n\t\t\t'more:has a part')\n");
	assert_written("\t\tcase $words[1] in\n\t\tpart) _tool_part ;;\n\t\tmore) _tool_more ;;\n"
		       "\t\tesac ;;\n\tesac\n}\n\nif [[ $funcstack[1] == _tool ]]; then\n"
		       "\t_tool \"$@\"\nelse\n\tcompdef _tool tool\nfi\n");
}

TEST(manual_escapes_roff_syntax)
{
	static const struct option_spec odd[] = {
		{.name = "odd-one", .kind = OPTION_FLAG, .help = ".TH is text\n'so is \\this-one"},
		{0},
	};
	static const struct option_group odd_groups[] = {{.options = odd}, {0}};

	written[0] = '\0';
	option_write_roff(odd_groups, keep, NULL);
	assert_string_equal(written, ".TP\n\\fB\\-\\-odd\\-one\\fR\n\\&.TH is text\n.br\n"
				     "\\&'so is \\ethis\\-one\n"
				     ".TP\n\\fB\\-h\\fR, \\fB\\-\\-help\\fR\n"
				     "print this help and exit\n");
}

TEST(completions_and_manual_contain_every_option_and_choice)
{
	void (*const writers[])(const struct command *, fmt_write *, void *) = {
		option_write_bash, option_write_zsh, option_write_manual,
	};
	static const char *const names[] = {
		"all", "output", "count", "limit", "firmware", "suite", "call", "inform", "bench",
		"force", "help",
	};

	for (size_t i = 0; i < sizeof(writers) / sizeof(writers[0]); i++) {
		written[0] = '\0';
		writers[i](&whole, keep, NULL);
		for (size_t j = 0; j < sizeof(names) / sizeof(names[0]); j++) {
			char dashed[32];

			snprintf(dashed, sizeof(dashed), i == 2 ? "\\-\\-%s" : "--%s", names[j]);
			assert_written(dashed);
		}
		assert_written("part");
		assert_written("uefi");
	}
}
