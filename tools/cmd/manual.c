/* SPDX-License-Identifier: MIT */
/* `bareline manual` and `bareline completion`: files for packages, generated from the parser's
 * tables. */
#include <ctype.h>
#include <stdio.h>
#include <string.h>

#include "tools/base/arguments.h"
#include "tools/base/build_id.h"
#include "tools/base/exit_status.h"
#include "tools/base/file.h"
#include "tools/cmd/commands.h"
#include "tools/record/catalogue.h"
#include "tools/results/load.h"

static int manual_end(void)
{
	return file_finish(stdout, NULL) ? EXIT_GOOD : EXIT_MACHINE;
}

static int manual_run(int argc, char **argv)
{
	arguments_parse(&manual_command, NULL, argc, argv);
	printf(".TH BARELINE 1 \"\" \"bareline %s\"\n.SH NAME\nbareline \\- %s\n", build_version,
	       bareline_command.summary);
	option_write_manual(&bareline_command, arguments_write, stdout);
	fputs(".SH SEE ALSO\n.BR bareline\\-linux (1)\n", stdout);
	return manual_end();
}

const struct command manual_command = {
	.name = "bareline manual",
	.summary = "print the manual page (roff)",
	.usage = "",
	.about = "Print the manual page of bareline and all its commands in roff.",
	.run = manual_run,
};

static int completion_run_bash(int argc, char **argv);
static int completion_run_zsh(int argc, char **argv);
static int completion_run_words(int argc, char **argv);

static const struct command completion_bash_command = {
	.name = "bareline completion bash",
	.summary = "print the script for bash",
	.usage = "",
	.about = "Print a completion script for bash. Source it in the shell.",
	.run = completion_run_bash,
};

static const struct command completion_zsh_command = {
	.name = "bareline completion zsh",
	.summary = "print the script for zsh",
	.usage = "",
	.about = "Print a completion script for zsh. Save it as _bareline in a directory of "
		 "fpath.",
	.run = completion_run_zsh,
};

static const struct command completion_words_command = {
	.name = "bareline completion words",
	.summary = "print words for an operand",
	.usage = "COMMAND [WORD]...",
	.about = "Print the words that may follow WORDs as operands of a command, for the script "
		 "of bash: benchmarks and charts, and the points of benchmarks among WORDs in the "
		 "newest run in results/.",
	.operands_min = 1,
	.operands_max = OPERANDS_ANY,
	.run = completion_run_words,
};

static int completion_run_bash(int argc, char **argv)
{
	arguments_parse(&completion_bash_command, NULL, argc, argv);
	option_write_bash(&bareline_command, arguments_write, stdout);
	return manual_end();
}

static int completion_run_zsh(int argc, char **argv)
{
	arguments_parse(&completion_zsh_command, NULL, argc, argv);
	option_write_zsh(&bareline_command, arguments_write, stdout);
	return manual_end();
}

/* bash expands the words, so a log's texts must not have other characters. */
static bool completion_is_plain(const char *word, size_t length)
{
	static const char others[] = "_-.=,";

	for (size_t i = 0; i < length; i++) {
		if (!isalnum((unsigned char)word[i]) && strchr(others, word[i]) == NULL)
			return false;
	}
	return true;
}

/* Print the parameters of all points of a benchmark, each on a line, with repetitions. */
static void completion_print_points(const struct bench *bench)
{
	for (size_t i = 0; i < bench->series_count; i++) {
		const char *at = bench->series[i].info->point;

		while (*at != '\0') {
			size_t length = strcspn(at, " ");

			if (length > 0 && completion_is_plain(at, length))
				printf("%.*s\n", (int)length, at);
			at += length + (at[length] == ' ');
		}
	}
}

static int completion_run_words(int argc, char **argv)
{
	static const char *const commands[] = {"run", "overhead", "layers", "explain", "list",
					       "plot", NULL};
	int count = arguments_parse(&completion_words_command, NULL, argc, argv);
	struct result *result = NULL;
	bool is_known = false;

	for (size_t i = 0; commands[i] != NULL; i++)
		is_known |= strcmp(argv[1], commands[i]) == 0;
	for (size_t i = 0; is_known && catalogue[i].name != NULL; i++)
		printf("%s\n", catalogue[i].name);
	for (int i = 2; is_known && i <= count; i++) {
		const struct bench *bench;

		if (!catalogue_has(argv[i]))
			continue;
		result = result != NULL ? result : load_run("results");
		bench = result != NULL ? result_bench(result, argv[i]) : NULL;
		if (bench != NULL)
			completion_print_points(bench);
	}
	result_free(result);
	return manual_end();
}

static const struct command *const completion_subcommands[] = {
	&completion_bash_command, &completion_zsh_command, &completion_words_command, NULL,
};

static int completion_run(int argc, char **argv)
{
	return arguments_run_subcommand(&completion_command, argc, argv);
}

const struct command completion_command = {
	.name = "bareline completion",
	.summary = "print a shell completion script",
	.usage = "SHELL",
	.about = "Print a script that completes bareline's commands, options and choices.",
	.subcommands = completion_subcommands,
	.operands_max = OPERANDS_ANY,
	.run = completion_run,
};
